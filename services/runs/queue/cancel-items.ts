import type postgres from 'postgres';
import type { Transaction } from '../../../drizzle/client.ts';
import { callUp } from './wake-run.ts';

/**
 * Lets items end as canceled: those that are held at once, those that are on their way or wait before their next step, in
 * their run. Runs that only wait are woken for it.
 *
 * @param where Speaks of `items`; of children it changes nothing.
 * @param now When somebody asked for it.
 * @returns how many of them had not ended, without those that were canceled before.
 */
export async function cancelItems(
  tx: Transaction,
  orgId: string,
  where: postgres.PendingQuery<postgres.Row[]>,
  now: string,
): Promise<number> {
  const { sql } = tx;
  const rows = await sql<{ run_id: string; items: number; held: boolean }[]>`
    with chosen as (
      select id from items
      where org_id = ${orgId} and parent_id is null and ended_at is null and cancel_requested_at is null and ${where}
      order by id for update
    ),
    canceled as (
      update items set cancel_requested_at = ${now}, updated_at = ${now},
        status = case when status in ('held', 'proposed') then 'canceled' else status end,
        ended_at = case when status in ('held', 'proposed') then ${now}::text::timestamptz end
      from chosen where items.org_id = ${orgId} and items.id = chosen.id
      returning run_id, ended_at
    )
    select run_id, count(*)::int as items, bool_and(ended_at is not null) as held from canceled group by run_id order by run_id`;
  for (const { run_id: runId, held } of rows) if (!held) await callUp(tx, { orgId, runId });
  return rows.reduce((sum, { items }) => sum + items, 0);
}
