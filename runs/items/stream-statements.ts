import type { Pipeline } from '../../drizzle/index.ts';
import { hasSource, isGood } from '../../services/integrations/validation/check-start.ts';
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

/** What is known of the readings before, by the definitions that these had. */
export interface PastReadings {
  /** No run that reads this source by this key has come to a good end so far, or to where its items only wait. */
  isFirst: boolean;
  /** A run before compared other fields of the records. */
  isRewatched: boolean;
}

export async function findPastReadings(
  { sql }: Pipeline,
  { orgId, integrationId, runId }: RunAddress,
): Promise<PastReadings> {
  const [row] = await sql<PastReadings[]>`
    with known as materialized (
      select revision, definition -> 'source' as source from integration_revisions
      where org_id = ${orgId} and integration_id = ${integrationId}
    ),
    present as materialized (
      select source from known where revision = (select revision from runs where org_id = ${orgId} and id = ${runId})
    )
    select not exists (
        select 1 from runs where org_id = ${orgId} and integration_id = ${integrationId} and ${isGood({ sql })}
          and revision in (select known.revision from known, present where ${hasSource({ sql }, sql`known.source`)} = ${hasSource({ sql }, sql`present.source`)})
      ) as "isFirst",
      exists (
        select 1 from runs where org_id = ${orgId} and integration_id = ${integrationId} and id <> ${runId} and revision in (
          select known.revision from known, present where known.source -> 'watch' is distinct from present.source -> 'watch'
        )
      ) as "isRewatched"`.execute();
  return row ?? { isFirst: false, isRewatched: false };
}
