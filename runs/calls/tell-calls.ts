import type { Transaction } from '../../drizzle/index.ts';
import { callUp } from '../../services/runs/queue/wake-run.ts';
import { type CallPlace, callsMax, dueAt } from './call-place.ts';

/**
 * Lets the items go on whose calls have ended.
 *
 * A wait counts once, as it ended first: one that was withdrawn meanwhile stays so.
 *
 * @idempotency Calls that were told of are not due any more.
 */
export async function tellCalls(tx: Transaction, place: CallPlace): Promise<void> {
  const { sql } = tx;
  const { orgId } = place;
  const ended = await sql<{ id: string; item_id: string }[]>`
    select id, item_id from calls where ${dueAt(tx, place)} and status = 'ended' order by id limit ${callsMax}`;
  if (ended.length === 0) return;
  const carrying = await sql<{ run_id: string }[]>`
    with answered as (
      update waits set status = 'answered', ended_at = clock_timestamp()
      where org_id = ${orgId} and item_id = any(${ended.map(({ item_id: id }) => id)}::uuid[]) and step = ${place.step}
        and kind in ('call', 'sync') and status = 'open'
      returning run_id
    )
    select distinct run_id from answered order by run_id`;
  for (const { run_id: runId } of carrying) await callUp(tx, { orgId, runId });
  await sql`
    update calls set due_at = null
    where org_id = ${orgId} and id = any(${ended.map(({ id }) => id)}::uuid[]) and status = 'ended'`;
}
