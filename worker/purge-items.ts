import type { Database } from '../drizzle/index.ts';

/**
 * Throws ended items of flows away, the oldest first, with what their steps gave.
 *
 * The last item of each record that came to a good end stays: the next one is compared with its record.
 *
 * @param options.days How many days ended items are kept, as ended runs.
 * @returns how many went, at most `limit`.
 */
export async function purgeItems(
  sql: Database['sql'],
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const { count } = await sql`
    delete from items where (org_id, id) in (
      select org_id, id from items as due
      where ended_at < now() - ${days} * interval '1 day' and (
        status = 'failed' or exists (
          select 1 from items as later
          where later.org_id = due.org_id and later.integration_id = due.integration_id and later.key = due.key
            and later.seq > due.seq and later.status in ('succeeded', 'skipped')
        )
      )
      order by ended_at limit ${limit}
    )`;
  return count;
}
