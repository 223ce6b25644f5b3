import type { Database } from '../drizzle/index.ts';

/**
 * Throws ended runs away, the oldest first, with their failed records and their logs.
 *
 * A run whose failed records another one is trying again stays until that has ended.
 *
 * @param options.days How many days ended runs are kept.
 * @returns how many rows of a table went, at most `limit`.
 */
export async function purgeRuns(
  sql: Database['sql'],
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const due = sql`
    select org_id, id from runs
    where finished_at < now() - ${days} * interval '1 day' and not exists (
      select 1 from runs retry
      where retry.org_id = runs.org_id and retry.retry_of = runs.id and retry.finished_at is null
    )
    order by finished_at limit ${limit}`;
  // Failed records first, for a run may have more of them than one statement should take away.
  const deadLetters = await sql`
    delete from dead_letters where (org_id, id) in (
      select org_id, id from dead_letters where (org_id, run_id) in (${due}) limit ${limit}
    )`;
  const runs = await sql`
    delete from runs where (org_id, id) in (${due}) and not exists (
      select 1 from dead_letters l where l.org_id = runs.org_id and l.run_id = runs.id
    )`;
  return Math.max(deadLetters.count, runs.count);
}
