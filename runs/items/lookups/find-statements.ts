import type { Pipeline } from '../../../drizzle/index.ts';
import { type StreamAddress, toSealedList } from '../../store/segment-statements.ts';
import { answered } from '../item-statements.ts';

/** What a look-up gave an item. */
export interface FoundRow {
  itemId: string;
  outcome: 'passed' | 'failed';
  /** Its output, or why it failed. */
  sealed: Buffer;
}

/**
 * Stores what a look-up gave items, and notes in the same statement that they are through with it: the first answer counts,
 * and all that comes later goes by it.
 */
export function storeFound(
  { sql }: Pipeline,
  { orgId, integrationId, step }: StreamAddress,
  position: number,
  rows: readonly FoundRow[],
): PromiseLike<unknown> {
  return sql`
    with through as (
      update items set settled = case when entry.outcome = 'failed' then 'failed' else ${answered} end, updated_at = clock_timestamp()
      from unnest(${rows.map(({ itemId }) => itemId)}::uuid[], ${rows.map(({ outcome }) => outcome)}::text[],
        ${toSealedList(rows.map(({ sealed }) => sealed))}::text::bytea[]) as entry (id, outcome, sealed)
      where items.org_id = ${orgId} and items.integration_id = ${integrationId} and items.id = entry.id
        and items.status = 'ready' and items.step = ${step} and items.settled is null
      returning items.id, entry.outcome, entry.sealed
    )
    insert into item_steps (org_id, item_id, step, outcome, position, sealed)
    select ${orgId}, id, ${step}, outcome, ${position}, sealed from through
    on conflict (org_id, item_id, step) do update set outcome = excluded.outcome, position = excluded.position,
      sealed = excluded.sealed, undo = null, created_at = clock_timestamp()`.execute();
}
