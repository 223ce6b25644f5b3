import type { Clock } from '../../../core/clock.ts';
import type { ConnectorErrorKind } from '../../../core/connector-error.ts';
import type { Fault } from '../../kit/fault.ts';
import type { TestCheck, TestReport } from './session.ts';

/**
 * A connection test is a generator of checks, in this order: whether the host name resolves, whether it accepts
 * connections, whether its certificate is valid, whether it accepts the credentials, whether they have the necessary
 * permissions, whether a read works.
 *
 * Checks that do not apply are omitted, and nothing is checked after the first failure.
 */
export type Stage = 'dns' | 'tcp' | 'tls' | 'auth' | 'permission' | 'read';

/** Time of each stage; together they stay within what a worker gives a test. What was mistaken is not read. */
export const stageTimeoutsMs = { dns: 3000, tcp: 3000, tls: 3000, call: 8000, mistaken: 3000, read: 5000 } as const;

/** Failures before a system was asked anything. */
type ReachCode =
  | 'host_not_found'
  | 'address_not_allowed'
  | 'plain_http_not_allowed'
  | 'connection_refused'
  | 'connect_timeout'
  | 'unreachable'
  | 'tls_not_offered'
  | 'tls_failed'
  | 'certificate_expired'
  | 'certificate_untrusted'
  | 'certificate_wrong_name';

export type TestCode = ReachCode | ConnectorErrorKind;

/** Runs a test to its end or its first failure. */
export async function runTest(checks: AsyncIterable<TestCheck>, clock: Clock): Promise<TestReport> {
  const began = clock.monotonic();
  const made: TestCheck[] = [];
  for await (const check of checks) {
    made.push(check);
    // Leaving the loop ends the generator, so later checks do not run.
    if (!check.ok) break;
  }
  return { ok: made.every(({ ok }) => ok), checks: made, latencyMs: Math.round(clock.monotonic() - began) };
}

export function passed(name: Stage, message: string): TestCheck {
  return { name, ok: true, code: 'ok', message };
}

export function failed(name: Stage, code: TestCode, message: string): TestCheck {
  return { name, ok: false, code, message, remedy: remedies[code] };
}

/**
 * The first call to a system, as it tells of credentials and rights. `answered`: the fault is the system's own answer.
 */
export function* judgeCall(fault: Fault, answered: boolean): Generator<TestCheck> {
  const { kind } = fault;
  const stage = answered ? (stages[kind] ?? 'read') : 'auth';
  if (stage !== 'auth') yield passed('auth', accepted);
  const check = failed(stage, kind, withVendorMessage(fault));
  yield fault.remedy === undefined ? check : { ...check, remedy: fault.remedy };
}

export const accepted = 'The credentials were not refused.';

/**
 * Where an answer of a kind stops a test: one that did not come so far as to look at credentials proves nothing of
 * them.
 */
const stages: Partial<Readonly<Record<ConnectorErrorKind, Stage>>> = {
  auth_expired: 'auth',
  auth_invalid: 'auth',
  maintenance: 'auth',
  permission: 'permission',
  quota: 'auth',
  rate_limited: 'auth',
  transient: 'auth',
  unknown: 'auth',
};

function withVendorMessage({ message, vendorMessage }: Fault): string {
  return vendorMessage === undefined ? message : `${message} The system says: ${vendorMessage}`;
}

const remedies: Readonly<Record<TestCode, string>> = {
  host_not_found: 'Check the host name in the configuration of the connection.',
  address_not_allowed: 'Use a public address, or ask the operator of the hub to open this one (HUB_EGRESS_ALLOW).',
  plain_http_not_allowed: 'Use an address that begins with https.',
  connection_refused: 'Check the port, and that the system is up.',
  connect_timeout: 'Check the address, and that no firewall stands between the hub and the system.',
  unreachable: 'Check the address, and the network between the hub and the system.',
  tls_not_offered: 'Switch encryption on at the system, or off in the configuration if its network is private.',
  tls_failed: 'Check that the port speaks TLS 1.2 or newer.',
  certificate_expired: "Renew the system's certificate.",
  certificate_untrusted:
    'Give the system a certificate of a public authority, or configure its own authority where the connector takes one.',
  certificate_wrong_name: "Use the host name that the system's certificate is made for.",
  auth_expired: 'Replace the credentials of the connection.',
  auth_invalid: 'Check the credentials, and that they belong to this system.',
  permission: 'Give the user or key of the connection the right to read.',
  not_found: 'Check the address and names in the configuration of the connection.',
  conflict: 'Look at the state of the system; then try again.',
  validation: 'Check the configuration of the connection.',
  rate_limited: 'Try again later.',
  quota: 'Try again later, or raise the quota at the vendor.',
  transient: 'Check that the system is up; then try again.',
  maintenance: 'Try again later.',
  cursor_expired: 'Try again.',
  unsupported: 'Check the address, and the version of the system.',
  schema_drift: 'Check that the address is the one of the API, not of a page for people.',
  config: 'Check the configuration of the connection.',
  unknown: 'Try again; if it stays so, look into the log of the system.',
};
