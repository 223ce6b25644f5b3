import type { Clock } from '../core/clock.ts';
import { type Loop, startLoop } from '../core/loop.ts';
import { type Database, withTenant } from '../drizzle/index.ts';
import { tellApprovals } from '../services/approvals/notices/tell-approvals.ts';
import type { EventAuthor } from '../services/audit-events/authenticate-event.ts';

const everyMs = 10_000;
/** Steps of runs that are told of before others are looked for. */
const stepsMax = 100;

export interface ApprovalNoticeDeps {
  /** As `hub_app`: notifications are written within the run's tenant. */
  database: Database;
  /** As `hub_relay`: sees what is due of every tenant. */
  relayDatabase: Database;
  clock: Clock;
  /** Shows that it was a worker that asked others. */
  signer: Extract<EventAuthor, { signer: unknown }>['signer'];
  log: { warn(fields: object, message: string): void };
}

/** Tells people of approvals that wait for them, reminds them, and asks others where nobody decides. */
export function startApprovalNotifier(deps: ApprovalNoticeDeps): Loop {
  return startLoop(() => notifyApprovals(deps), {
    everyMs,
    onError: (error) => deps.log.warn({ error }, 'approvals could not be told of; will retry'),
  });
}

/** Tells of what is due by the clock of the database. Safe beside another one. */
export async function notifyApprovals({
  database,
  relayDatabase,
  clock,
  signer,
}: Omit<ApprovalNoticeDeps, 'log'>): Promise<'more' | 'idle'> {
  const due = await relayDatabase.sql<{ org_id: string; run_id: string; step: string }[]>`
    select distinct org_id, run_id, step from waits
    where status = 'open' and tell_at <= clock_timestamp() limit ${stepsMax}`;
  for (const { org_id: orgId, run_id: runId, step } of due) {
    const by = { orgId, actor: 'system', requestId: null, clock, signer };
    await withTenant(database, orgId, (tx) => tellApprovals(tx, by, { runId, step }));
  }
  return due.length === stepsMax ? 'more' : 'idle';
}
