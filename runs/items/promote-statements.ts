import type { Flow } from '../../flow/index.ts';
import type { Pipeline } from '../../drizzle/index.ts';
import type { RunAddress } from '../load/load-run.ts';
import { lastOf } from './making/new-item-statements.ts';

/**
 * Lets the next item of each record go whose item before it has ended; what changed is judged then.
 *
 * A deletion comes to nothing where the record was never known: those before it were held as well, or are gone.
 *
 * @param sameKey With `latest` the newest goes, in place of those before it.
 */
export function promoteHeld(
  tx: Pipeline,
  { orgId, integrationId }: RunAddress,
  sameKey: Flow['sameKey'],
): PromiseLike<unknown> {
  const { sql } = tx;
  const isLatest = sameKey === 'latest';
  return sql`
    with line as materialized (
      select held.id, held.key, held.seq, held.change,
        row_number() over (partition by held.key order by held.seq ${isLatest ? sql`desc` : sql``}) as place
      from items as held
      where held.org_id = ${orgId} and held.integration_id = ${integrationId} and held.status = 'held'
        and not exists (
          select 1 from items as ahead where ahead.org_id = held.org_id and ahead.integration_id = held.integration_id
            and ahead.key = held.key and ahead.parent_id is null
            and (ahead.status in ('ready', 'parked') and not ahead.released or ahead.status = 'failed' and ahead.settled = 'undo_failed')
        )
    ),
    chosen as materialized (
      select line.id, last.id as before_id, line.change = 'deleted' and last.id is null and not exists (
          select 1 from items as begun
          where begun.org_id = ${orgId} and begun.integration_id = ${integrationId} and begun.key = line.key
            and begun.parent_id is null and begun.seq < line.seq and begun.status in ('failed', 'canceled', 'interrupted')
            and (begun.step is not null or exists (
              select 1 from item_steps where item_steps.org_id = ${orgId} and item_steps.item_id = begun.id and item_steps.step <> ''
            ))
        ) as is_nothing
      from line left join lateral (${lastOf(tx, { orgId, integrationId }, sql`line.key`)}) as last on true
      where line.place = 1
    ),
    replaced as (
      update items set status = 'interrupted', ended_at = clock_timestamp(), updated_at = clock_timestamp()
      from line where ${isLatest} and line.place > 1 and items.org_id = ${orgId} and items.id = line.id
    )
    update items set status = case when is_nothing then 'skipped' else 'ready' end, before_id = chosen.before_id,
      ended_at = case when is_nothing then clock_timestamp() end, updated_at = clock_timestamp(),
      change = case when items.change = 'deleted' then 'deleted' when chosen.before_id is null then 'created' else 'updated' end
    from chosen where items.org_id = ${orgId} and items.id = chosen.id`.execute();
}
