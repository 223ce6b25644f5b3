import { newUuid } from '../../core/ids.ts';
import type { ClosingName } from '../../flow/index.ts';
import type { Pipeline } from '../../drizzle/index.ts';
import type { RunAddress } from '../load/load-run.ts';

/** The key of items that are of a run itself: no record has it. Those of its batches count below zero. */
export const runKey = '';

/** The last list of steps that a run goes through: nothing comes behind it. */
const lastClosing: ClosingName = 'finally';

/**
 * Makes the item that takes a run through its last steps, once.
 *
 * Send it under the lease of the flow's reading.
 *
 * @param sealed What its steps read of the run.
 * @returns a row where it was made; none where the run had it before, or has come further.
 */
export function insertClosing(
  { sql }: Pipeline,
  { orgId, integrationId, runId }: RunAddress,
  name: ClosingName,
  sealed: Buffer,
): PromiseLike<unknown[]> {
  return sql`
    with made as (
      insert into items (org_id, id, integration_id, run_id, key, seq, change, status, child)
      select ${orgId}, ${newUuid()}, ${integrationId}, ${runId}, ${runKey}, greatest(max(seq), 0) + 1, 'created', 'ready', ${name}
      from items where org_id = ${orgId} and integration_id = ${integrationId} and key = ${runKey} and parent_id is null
      having not exists (
        select 1 from items where org_id = ${orgId} and run_id = ${runId} and key = ${runKey} and parent_id is null
          and child in (${name}, ${lastClosing})
      )
      returning id
    )
    insert into item_steps (org_id, item_id, step, outcome, position, sealed)
    select ${orgId}, id, '', 'passed', -1, ${sealed} from made returning 1`.execute();
}

/** Cancels what runs that have ended left of their last steps. What has not ended is named as the index does that knows it. */
export function cancelClosings({ sql }: Pipeline, { orgId, integrationId, runId }: RunAddress): PromiseLike<unknown> {
  return sql`
    update items set status = 'canceled', ended_at = clock_timestamp(), updated_at = clock_timestamp()
    where org_id = ${orgId} and integration_id = ${integrationId} and key = ${runKey} and seq > 0
      and status in ('ready', 'parked', 'held')
      and run_id <> ${runId} and not exists (
        select 1 from runs where runs.org_id = ${orgId} and runs.id = items.run_id and runs.finished_at is null
      )`.execute();
}
