import type postgres from 'postgres';
import type { Transaction } from '../../drizzle/client.ts';
import type { RunRow } from './run.ts';

/** Reads runs with the stream that each of them stands in. `where` and what follows it speak of `runs`. */
export function selectRuns({ sql }: Transaction, where: postgres.PendingQuery<postgres.Row[]>) {
  return sql<RunRow[]>`
    select runs.id, runs.integration_id, runs.workflow_id, runs.revision, runs.trigger, runs.status,
           runs.read, runs.created, runs.updated, runs.deleted, runs.skipped, runs.failed, runs.deduplicated,
           runs.filtered, runs.pages, runs.error, runs.withheld, runs.unresolved_references, runs.empty_fields, runs.retry_of,
           runs.started_by,
           runs.wakes, runs.wake_at,
           runs.admitted_at, runs.queued_at, runs.started_at, runs.finished_at, runs.created_at, runs.updated_at,
           position.stream, owner.name as integration_name, owner.account_id
    from runs
    left join lateral (
      select name, account_id from integrations
      where integrations.org_id = runs.org_id and integrations.id = runs.integration_id
      limit 1
    ) as owner on true
    left join lateral (
      select stream from streams
      where streams.org_id = runs.org_id and streams.integration_id = runs.integration_id and streams.run_id = runs.id
      limit 1
    ) as position on true
    ${where}`;
}
