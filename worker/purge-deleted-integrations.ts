import type { Database } from '../drizzle/index.ts';

/** Integrations that one pass looks at. */
const integrationsMax = 100;

/** What an integration knows of its records, each table with the column that ends its key. */
const known = [
  ['record_groups', 'group_key'],
  ['seen_pages', 'page_seq'],
  ['page_marks', 'stream'],
] as const;

/** Rows that the ledger refers to are deleted after it: no segment continues without its stream. */
const named = ['fingerprints', 'streams'] as const;

/**
 * Throws away what deleted integrations knew of their records: an hour after the deletion, which no lease outlives, and
 * once all their runs have ended. Their tombstones stay.
 *
 * @returns how many rows of a table went, at most `limit`.
 * @see docs/operating.md#retention
 */
export async function purgeDeletedIntegrations(sql: Database['sql'], limit: number): Promise<number> {
  const due = await sql<{ orgId: string; id: string }[]>`
    select org_id as "orgId", id from integrations
    where deleted_at < now() - interval '1 hour' and emptied_at is null and not exists (
      select 1 from runs
      where runs.org_id = integrations.org_id and runs.integration_id = integrations.id
        and runs.status in ('queued', 'running', 'canceling')
    )
    order by deleted_at limit ${integrationsMax}`;
  if (due.length === 0) return 0;
  const ids = sql`select * from unnest(${due.map(({ orgId }) => orgId)}::uuid[], ${due.map(({ id }) => id)}::uuid[])`;
  const rows = await sql`
    delete from ledger where (stream_id, source_key) in (
      select stream_id, source_key from ledger
      where stream_id in (select id from streams where (org_id, integration_id) in (${ids})) limit ${limit}
    )`;
  let most = rows.count;
  for (const [table, key] of known) {
    const { count } = await sql`
      delete from ${sql(table)} where (org_id, integration_id, stream, step, ${sql(key)}) in (
        select org_id, integration_id, stream, step, ${sql(key)} from ${sql(table)}
        where (org_id, integration_id) in (${ids}) limit ${limit}
      )`;
    most = Math.max(most, count);
  }
  for (const table of ['items', 'inbox']) {
    const { count } = await sql`
      delete from ${sql(table)} where (org_id, id) in (
        select org_id, id from ${sql(table)} where (org_id, integration_id) in (${ids}) limit ${limit}
      )`;
    most = Math.max(most, count);
  }
  // Less than the limit went of each, so nothing is left.
  if (most < limit) {
    for (const table of named) await sql`delete from ${sql(table)} where (org_id, integration_id) in (${ids})`;
    await sql`update integrations set emptied_at = now() where (org_id, id) in (${ids})`;
  }
  return most;
}
