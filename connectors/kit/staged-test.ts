import type { Fault } from './fault.ts';
import type { TestCheck, TestReport } from './session.ts';

/** The stages of a connection test, in order; each needs the one before. */
const stages = ['reach', 'authenticate', 'read'] as const;

type Stage = (typeof stages)[number];

/** What a test found: everything in order, or the fault and the stage that it stopped. */
export type TestFinding = { ok: true; message: string } | { ok: false; stage: Stage; fault: Fault };

/** Renders a finding as one check per stage; what was not reached is not reported as tested. */
export function toTestReport(finding: TestFinding, latencyMs: number): TestReport {
  const failedAt = finding.ok ? stages.length : stages.indexOf(finding.stage);
  const checks = stages.map((name, index): TestCheck => {
    if (index < failedAt) return { name, ok: true, code: 'ok', message: passed[name] };
    if (finding.ok || index > failedAt)
      return { name, ok: false, code: 'not_tested', message: 'An earlier check failed.' };
    return { name, ok: false, code: finding.fault.kind, message: withRemedy(finding.fault) };
  });
  return {
    ok: finding.ok,
    checks: finding.ok ? withMessage(checks, finding.message) : checks,
    latencyMs: Math.round(latencyMs),
  };
}

/** The stage that a fault of an answered call belongs to. */
export function stageOf(fault: Fault): Stage {
  const isRefusal = fault.kind === 'auth_invalid' || fault.kind === 'auth_expired';
  return isRefusal ? 'authenticate' : 'read';
}

const passed: Readonly<Record<Stage, string>> = {
  reach: 'The system answers.',
  authenticate: 'The credentials were not refused.',
  read: 'A first read succeeded.',
};

function withMessage(checks: readonly TestCheck[], message: string): TestCheck[] {
  return checks.map((check, index) => (index === checks.length - 1 ? { ...check, message } : check));
}

function withRemedy({ kind, message, vendorMessage }: Fault): string {
  const remedy = remedies[kind];
  const said = vendorMessage === undefined ? '' : ` The system says: ${vendorMessage}`;
  return `${message}${said}${remedy === undefined ? '' : ` ${remedy}`}`;
}

const remedies: Partial<Readonly<Record<Fault['kind'], string>>> = {
  auth_expired: 'Renew the credentials of the connection.',
  auth_invalid: 'Check the credentials, and that they belong to this system.',
  permission: 'Give the user or key of the connection the right to read.',
  not_found: 'Check the address and names in the configuration of the connection.',
  rate_limited: 'Try again later.',
  quota: 'Try again later, or raise the quota at the vendor.',
  transient: 'Check the address, and that the system is up; then try again.',
  maintenance: 'Try again later.',
};
