import type { Database } from '../drizzle/index.ts';

/**
 * Throws ended items of flows away, the oldest first, with what their steps gave.
 *
 * The last item of each record stays, and the last one that came to a good end: the next one is compared with its record, or
 * tells that it is gone. Behind a deletion that came to a good end nothing is to be told any more. Children go
 * when their parent has ended as long ago.
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
      where ended_at < now() - ${days} * interval '1 day' and case
        when parent_id is not null then exists (
          select 1 from items as parent
          where parent.org_id = due.org_id and parent.id = due.parent_id
            and parent.ended_at < now() - ${days} * interval '1 day'
        )
        else exists (
          select 1 from items as later
          where later.org_id = due.org_id and later.integration_id = due.integration_id and later.key = due.key
            and later.seq > due.seq and later.parent_id is null
            and (due.status = 'failed' or later.status in ('succeeded', 'skipped'))
        ) or due.change = 'deleted' and due.status in ('succeeded', 'skipped') and not exists (
          select 1 from items as other
          where other.org_id = due.org_id and other.integration_id = due.integration_id and other.key = due.key
            and other.id <> due.id and other.parent_id is null
        )
      end
      order by ended_at limit ${limit}
    )`;
  return count;
}
