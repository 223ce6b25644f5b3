import type { Pipeline } from '../../drizzle/index.ts';
import type { RunAddress } from '../load/load-run.ts';
import type { StreamAddress } from '../store/segment-statements.ts';
import { whereKey } from './item-statements.ts';

/**
 * Finds the first of some steps that items wait at for its effect, and lets its stream be read again from its beginning: more
 * items wait there than when it ended.
 *
 * @param key Only of items of this key.
 */
export function restartBusyStep(
  { sql }: Pipeline,
  { orgId, integrationId, runId, stream }: StreamAddress,
  steps: readonly string[],
  key: string | undefined,
): PromiseLike<{ step: string }[]> {
  return sql<{ step: string }[]>`
    with busy as materialized (
      select listed.step from unnest(${[...steps]}::text[]) with ordinality as listed (step, position)
      where exists (
        select 1 from items
        where org_id = ${orgId} and integration_id = ${integrationId} and status = 'ready' and settled is null
          and items.step = listed.step ${whereKey({ sql }, key)}
      )
      order by position limit 1
    ),
    restarted as (
      update streams set finished = false, page_cursor = null
      where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream} and step = (select step from busy)
        and run_id = ${runId} and finished and lease_until is null
    )
    select step from busy`.execute();
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
