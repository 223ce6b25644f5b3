import type { Pipeline } from '../../drizzle/index.ts';
import type { RunAddress } from '../load/load-run.ts';

/** Payloads that one transaction takes. */
export const takenMax = 500;

/**
 * Makes items of payloads, in the order in which they came, and takes them out of the inbox in the same statement: each is
 * in one place, whatever is lost. They begin when the items before them of the same key have ended; the only one of a key that
 * never had an item begins at once.
 *
 * What is debounced is not taken before it is due.
 *
 * Send it under the lease of the flow's reading, which numbers the items of a key.
 *
 * @param judges A formula is to tell whether they end the items before them.
 * @returns how many were taken, at most `takenMax`.
 */
export async function takeInbox(
  { sql }: Pipeline,
  { orgId, integrationId, runId }: RunAddress,
  { judges }: { judges: boolean },
): Promise<number> {
  const [row] = await sql<{ taken: number }[]>`
    with taken as (
      delete from inbox where org_id = ${orgId} and id in (
        select id from inbox where org_id = ${orgId} and integration_id = ${integrationId} and due_at is null
        order by position limit ${takenMax}
      )
      returning id, key, sealed, position
    ),
    numbered as materialized (
      select taken.*, row_number() over (partition by taken.key order by taken.position) + coalesce(last.seq, 0) as seq,
        last.seq is null and count(*) over (partition by taken.key) = 1 as alone
      from taken cross join lateral (
        select max(seq) as seq from items where items.org_id = ${orgId} and items.integration_id = ${integrationId}
          and items.key = taken.key and items.parent_id is null
      ) as last
    ),
    made as (
      insert into items (org_id, id, integration_id, run_id, key, seq, change, status, interrupts, called)
      select ${orgId}, id, ${integrationId}, ${runId}, key, seq, 'created', case when alone then 'ready' else 'held' end,
        ${judges ? sql`null::boolean` : sql`false`},
        exists (select 1 from calls where calls.org_id = ${orgId} and calls.child_item_id = numbered.id)
      from numbered
      returning id
    ),
    stored as (
      insert into item_steps (org_id, item_id, step, outcome, position, sealed)
      select ${orgId}, numbered.id, '', 'passed', -1, numbered.sealed from numbered join made on made.id = numbered.id
    ),
    counted as (
      update runs set read = read + (select count(*) from taken), updated_at = clock_timestamp()
      where org_id = ${orgId} and id = ${runId} and exists (select 1 from taken)
    )
    select count(*)::int as taken from taken`.execute();
  return row?.taken ?? 0;
}
