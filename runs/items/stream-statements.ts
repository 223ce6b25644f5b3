import type { Pipeline } from '../../drizzle/index.ts';
import type { RunAddress } from '../load/load-run.ts';
import type { StreamAddress } from '../store/segment-statements.ts';

/** Lets the stream of a step be read again from its beginning: more items wait at the step than when it ended. */
export function restartStream(
  { sql }: Pipeline,
  { orgId, integrationId, runId, stream, step }: StreamAddress,
): PromiseLike<unknown> {
  return sql`
    update streams set finished = false, page_cursor = null
    where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream} and step = ${step}
      and run_id = ${runId} and finished and lease_until is null`.execute();
}

/** No run of the integration has come to a good end so far, or to where its items only wait. */
export async function isFirstRun({ sql }: Pipeline, { orgId, integrationId }: RunAddress): Promise<boolean> {
  const [row] = await sql<{ first: boolean }[]>`
    select not exists (
      select 1 from runs where org_id = ${orgId} and integration_id = ${integrationId}
        and (status in ('succeeded', 'partially_succeeded', 'waiting') or wakes > 0)
    ) as first`.execute();
  return row?.first === true;
}
