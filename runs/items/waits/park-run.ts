import type { ParkedItems } from '../../../core/pure/run-messages.ts';
import { type Database, withTenantPipelined } from '../../../drizzle/index.ts';
import { promoteNext } from '../../../services/runs/queue/promote-next.ts';
import { lockQueue } from '../../../services/runs/queue/run-queue.ts';
import { wakeEveryMs } from '../../../services/runs/queue/wake-run.ts';
import { lockConnections, openedOf } from '../../gates/connection-statements.ts';
import { changedOf, lockCalendars } from '../../gates/gate-statements.ts';
import type { ClosedGate } from '../../gates/open-windows.ts';
import type { RunAddress } from '../../load/load-run.ts';
import { handOver } from '../carry-statements.ts';
import { firstScopeEnd } from '../timeouts/timeout-statements.ts';
import { overOf } from './wait-statements.ts';

/** How often it is looked whether an item may go on that let newer ones of its record pass. */
const releasedAgainSeconds = 60;
/** Steps that are shown. */
const shownMax = 20;

/** `rested`: the run waits, and its turn is over. `busy`: something of it can go on, or has a lease. `done`: nothing waits. */
export type Rest = 'rested' | 'busy' | 'done';

/**
 * Lets a run wait whose items all wait, and gives its turn to the next run.
 *
 * Answers are looked for under the lock of the run's row: `callUp` takes the same behind each answer, so that none is missed.
 *
 * @param gates What is closed and written down: items that stand before it wait, too.
 * @idempotency A run that waits already is `busy`: the caller learns of it when it begins again.
 */
export async function parkRun(
  database: Database,
  { orgId, integrationId, runId }: RunAddress,
  gates: readonly ClosedGate[],
): Promise<Rest> {
  const closed = gates.flatMap(({ steps }) => steps);
  const connectionIds = gates.flatMap(({ connection }) => connection?.id ?? []);
  const [, , , , , [parked], [left]] = await withTenantPipelined(database, orgId, (tx) => {
    const { sql } = tx;
    const open = sql`org_id = ${orgId} and run_id = ${runId} and status = 'open'`;
    const mine = sql`org_id = ${orgId} and integration_id = ${integrationId} and run_id = ${runId}`;
    const isGated = sql`settled is null and step is not null and step = any(${closed}::text[])`;
    const gated = sql`${mine} and status = 'ready' and ${isGated}`;
    return Promise.all([
      lockQueue(tx, orgId, integrationId),
      sql`select 1 from runs where org_id = ${orgId} and id = ${runId} for update`.execute(),
      gates.length === 0 ? undefined : lockCalendars(tx, orgId, gates),
      connectionIds.length === 0 ? undefined : lockConnections(tx, { orgId }, connectionIds),
      handOver(tx, { orgId, integrationId, runId }),
      sql`
        update runs set status = 'waiting', updated_at = clock_timestamp(), wake_at = case when due.at is not null then
          greatest(due.at, clock_timestamp() + ${wakeEveryMs} * interval '1 millisecond') end
        from (
          select least(
            (select min(due_at) from waits where ${open}),
            (select clock_timestamp() + ${releasedAgainSeconds} * interval '1 second' from waits
              where org_id = ${orgId} and run_id = ${runId} and status <> 'open' and not settled and parked_at is not null limit 1),
            ${firstScopeEnd(tx, { orgId, integrationId, runId }, closed)},
            (select min(opens_at) from run_gates where org_id = ${orgId} and run_id = ${runId})
          ) as at
        ) as due
        where runs.org_id = ${orgId} and runs.id = ${runId} and runs.status = 'running'
          and (exists (select 1 from items where ${mine} and status = 'parked') or exists (select 1 from items where ${gated}))
          and not exists (
            select 1 from items where ${mine} and status = 'ready' and coalesce(open_children, 0) = 0 and not (${isGated})
          )
          and not exists (${overOf({ sql }, { orgId, runId })})
          and not exists (${changedOf({ sql }, orgId, gates)})
          and not exists (${openedOf({ sql }, { orgId }, connectionIds)})
          and not exists (
            select 1 from streams
            where streams.org_id = ${orgId} and streams.integration_id = ${integrationId} and streams.run_id = ${runId}
              and streams.lease_until > clock_timestamp()
          )
        returning 1`.execute(),
      sql`select 1 from items where ${mine} and status = 'parked' or ${gated} limit 1`.execute(),
      promoteNext(tx, orgId, integrationId),
    ]);
  });
  if (parked !== undefined) return 'rested';
  return left === undefined ? 'done' : 'busy';
}

/** Tells at which steps how many items of a run wait, and until when. */
export async function describeWaits(database: Database, { orgId, runId }: RunAddress): Promise<ParkedItems[]> {
  const rows = await withTenantPipelined(database, orgId, ({ sql }) =>
    sql<{ step: string; items: number; until: string | null }[]>`
      select step, count(*)::int as items, min(due_at) as until from waits
      where org_id = ${orgId} and run_id = ${runId} and status = 'open' and parked_at is not null and item_id is not null
      group by step order by step limit ${shownMax}`.execute(),
  );
  return rows.map(({ step, items, until }) => ({ step, items, ...(until === null ? {} : { until }) }));
}
