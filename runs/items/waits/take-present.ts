import type { Pipeline } from '../../../drizzle/index.ts';
import type { RunAddress } from '../../load/load-run.ts';

/** What formulas take for now may be so old where items go on behind a wait. */
const presentSeconds = 60;

/**
 * Lets a run that goes on with items behind their waits take the present for now, as it does when it is woken: one that always has
 * other work never is.
 *
 * @idempotency Kept with the run, so a segment that is tried again within the minute finds the same instant.
 */
export function takePresent({ sql }: Pipeline, { orgId, runId }: RunAddress): PromiseLike<unknown> {
  const mine = sql`waits.org_id = ${orgId} and waits.run_id = ${runId} and not settled and parked_at is not null`;
  return sql`
    update runs set woken_at = clock_timestamp()
    where org_id = ${orgId} and id = ${runId} and status = 'running'
      and coalesce(woken_at, started_at) < clock_timestamp() - ${presentSeconds} * interval '1 second'
      and (exists (select 1 from waits where ${mine} and status <> 'open')
        or exists (select 1 from waits where ${mine} and status = 'open' and due_at <= clock_timestamp()))`.execute();
}
