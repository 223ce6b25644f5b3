import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../../start/main-job/api-client.ts';
import { createConnection, createFlow, execute, isOver, readRun, type RunRecord } from '../harness/flow.ts';
import { baseDn, type Directory, rootDn, rootPassword, startSlapd } from '../lab/slapd.ts';
import { checkDirectory, type DirectoryCheck } from './check-directory.ts';
import { MockOkta, oktaDomain, type OktaPlan } from './mock-okta.ts';
import { userMapping } from './okta-users.ts';
import { type PartsContext, startParts } from './start-parts.ts';

/** What the proof starts on: everything but API, worker, directory and vendor. */
export interface ProofContext extends Omit<PartsContext, 'vendorPort' | 'allow'> {
  /** Where slapd was unpacked. */
  slapdRoot: string;
  say(text: string): void;
}

export interface ProofPlan extends Omit<OktaPlan, 'tokensEndAfter' | 'broken' | 'storms'> {
  /** Integrations that read all users through the same connection at once, each into a unit of its own. */
  flows: number;
  /** The worker is killed once in mid run. */
  kill: boolean;
}

export interface ProofReport extends Omit<DirectoryCheck, 'changes'> {
  /** Of each flow. */
  first: RunRecord[];
  second: RunRecord[];
  secondChangedNothing: boolean;
  /** Calls for users, those of storms aside. */
  calls: number;
  /** Of these, refused for want of budget. */
  refused: number;
  /** Of the calls allowed in the windows before the last one, those with a killed worker aside. */
  usedShare: number | undefined;
  windows: string;
  stormed: number;
  impatient: number;
  tokens: number;
  unauthorized: number;
  failed: number;
  killed: number;
  /** From the kill to the next call that was let through. */
  awayMs: number;
  faults: readonly string[];
}

/** Names an organizational unit. */
interface Unit {
  name: string;
  dn: string;
}

const runTimeoutMs = 900_000;

/**
 * Has a hub of its own carry all users of a mock Okta into a real directory, twice: first through storms, an end of
 * tokens and a broken page at a rate that binds, then in peace.
 */
export async function prove(context: ProofContext, plan: ProofPlan): Promise<ProofReport> {
  const okta = await MockOkta.start(withFaults(plan));
  let directory: Directory | undefined;
  try {
    directory = await startSlapd(context.slapdRoot);
    const allow = `127.0.0.1:${directory.port}`;
    const api = await startParts({ ...context, vendorPort: okta.port, allow });
    const units = await addUnits(directory, plan.flows);
    const flows = await createUserFlows(api, okta, directory, units);
    context.say(`Reading ${plan.users} users, ${plan.limit} calls in ${plan.windowMs / 1000} s …`);
    const { runs: first, killed } = await runThrough(context, api, flows, plan, okta);
    const { budget, tokens, unauthorized, failed } = okta;
    const { changes: before, ...check } = await checkUnits(directory, units, plan.users);
    okta.relax();
    const { runs: second } = await runThrough(context, api, flows, { ...plan, kill: false }, okta);
    const { changes: after } = await checkUnits(directory, units, plan.users);
    return {
      ...check,
      first,
      second,
      secondChangedNothing: JSON.stringify(before) === JSON.stringify(after),
      calls: budget.accepted + budget.refused,
      refused: budget.refused,
      usedShare: budget.usedShare(),
      windows: budget.describe(),
      stormed: budget.stormed,
      impatient: budget.impatient,
      tokens,
      unauthorized,
      failed,
      killed,
      awayMs: budget.awayMs,
      faults: okta.faults,
    };
  } finally {
    await Promise.all([okta.stop(), directory?.stop()]);
  }
}

/** Spreads over the pages what goes wrong. */
function withFaults(plan: ProofPlan): OktaPlan {
  const pages = Math.ceil(plan.users / plan.pageMax);
  const at = (part: number): number => Math.floor(pages * plan.flows * part);
  return {
    ...plan,
    storms: [
      { afterCalls: at(0.12), refusals: 6, retryAfterS: 1 },
      { afterCalls: at(0.56), refusals: 2, retryAfterS: 4 },
      { afterCalls: at(0.8), refusals: 4, retryAfterS: 1 },
    ],
    tokensEndAfter: at(0.32),
    broken: { page: Math.floor(pages * 0.72), times: 4 },
  };
}

async function addUnits({ admin }: Directory, count: number): Promise<Unit[]> {
  const units = Array.from({ length: count }, (_, n) => ({ name: `people-${n}`, dn: `ou=people-${n},${baseDn}` }));
  for (const { name, dn } of units) await admin.add(dn, { objectClass: 'organizationalUnit', ou: name });
  return units;
}

async function checkUnits({ admin }: Directory, units: readonly Unit[], users: number): Promise<DirectoryCheck> {
  const checks: DirectoryCheck[] = [];
  for (const { dn } of units) checks.push(await checkDirectory(admin, dn, users));
  const sum = (read: (check: DirectoryCheck) => number): number => checks.reduce((all, one) => all + read(one), 0);
  return {
    lost: sum(({ lost }) => lost),
    surplus: sum(({ surplus }) => surplus),
    different: sum(({ different }) => different),
    changes: checks.flatMap(({ changes }) => changes),
  };
}

async function createUserFlows(
  api: ApiClient,
  okta: MockOkta,
  directory: Directory,
  units: readonly Unit[],
): Promise<string[]> {
  const source = await createConnection(api, {
    name: 'Okta',
    service_type: 'okta',
    config: { domain: oktaDomain },
    credentials: { ...okta.credentials },
  });
  const target = await createConnection(api, {
    name: 'Directory',
    service_type: 'ldap',
    config: { host: '127.0.0.1', port: directory.port, encryption: 'disable', base_dn: baseDn },
    credentials: { bind_dn: rootDn, password: rootPassword },
  });
  return Promise.all(
    units.map(({ name, dn }) =>
      createFlow(api, {
        name,
        source: { connection_id: source, object: 'users' },
        target: {
          connection_id: target,
          object: 'inetOrgPerson',
          operation: 'upsert',
          match_on: ['uid'],
          options: { base_dn: dn },
        },
        mapping: userMapping,
      }),
    ),
  );
}

async function runThrough(
  { fleet, say }: ProofContext,
  api: ApiClient,
  flows: readonly string[],
  { kill, users, pageMax }: ProofPlan,
  okta: MockOkta,
): Promise<{ runs: RunRecord[]; killed: number }> {
  const runIds = await Promise.all(flows.map((flow) => execute(api, flow)));
  const killAt = Math.floor((users / pageMax) * flows.length * 0.52);
  const deadline = performance.now() + runTimeoutMs;
  let killed = 0;
  while (performance.now() < deadline) {
    const { worker } = fleet.pids();
    if (kill && killed === 0 && okta.budget.accepted >= killAt && worker !== undefined) {
      process.kill(worker, 'SIGKILL');
      okta.budget.excuse();
      killed += 1;
      say(`The worker was killed after ${okta.budget.accepted} calls.`);
    }
    const runs = await Promise.all(runIds.map((runId) => readRun(api, runId)));
    if (runs.every(isOver)) return { runs, killed };
    await sleep(50);
  }
  throw new Error('The runs do not end.');
}
