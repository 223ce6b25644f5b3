import type { Pipeline } from '../../../../drizzle/index.ts';
import type { RunAddress } from '../../../load/load-run.ts';

/** What was delivered that ended waits: as its item has it, or the inbox where no run has taken it yet. */
export function selectEvents({ sql }: Pipeline, { orgId }: RunAddress, waitIds: readonly string[]) {
  return sql<{ item_id: string; integration_id: string; sealed: string | null }[]>`
    select waits.item_id, waits.event_integration as integration_id, encode(coalesce(
      (select sealed from item_steps where org_id = ${orgId} and item_id = waits.event_item and step = ''),
      (select sealed from inbox where org_id = ${orgId} and id = waits.event_item)
    ), 'base64') as sealed
    from waits where org_id = ${orgId} and id = any(${[...waitIds]}::uuid[])`.execute();
}

/** Integrations to which something may have been delivered that waits of a run still look back for. */
export function selectLookingBack({ sql }: Pipeline, { orgId, runId }: RunAddress): PromiseLike<{ id: string }[]> {
  return sql<{ id: string }[]>`
    select distinct event_integration as id from waits
    where org_id = ${orgId} and run_id = ${runId} and looks_back_to is not null and status = 'open' order by 1`.execute();
}

/**
 * Lets waits look back: the newest delivery with their key ends them. Each looks back once; what comes later ends it when it
 * comes (`hub_answer_events`).
 *
 * Send it under `lockEvents`, in the same transaction: what is being delivered meanwhile is seen by one of the two.
 *
 * @returns how many ended.
 */
export function lookBack({ sql }: Pipeline, { orgId, runId }: RunAddress, limit: number) {
  return sql<{ looked: number; answered: number }[]>`
    with looking as (
      select w.id, w.item_id, w.event_integration as integration_id, w.event_key as key, w.looks_back_to as since from waits as w
      where w.org_id = ${orgId} and w.run_id = ${runId} and w.looks_back_to is not null and w.status = 'open'
      order by w.id limit ${limit}
    ),
    found as materialized (
      select looking.id, delivered.id as event from looking left join lateral (
        select id, at from (
          select id, created_at as at from items where org_id = ${orgId} and integration_id = looking.integration_id
            and key = looking.key and parent_id is null and created_at >= looking.since and id <> looking.item_id
          union all
          select id, received_at from inbox where org_id = ${orgId} and integration_id = looking.integration_id
            and key = looking.key and received_at >= looking.since
        ) as either order by at desc limit 1
      ) as delivered on true
    ),
    looked as (
      update waits set looks_back_to = null, event_item = found.event,
        status = case when found.event is null then waits.status else 'answered' end,
        ended_at = case when found.event is not null then clock_timestamp() end
      from found where waits.org_id = ${orgId} and waits.id = found.id and waits.status = 'open'
      returning waits.status
    )
    select count(*)::int as looked, (count(*) filter (where status = 'answered'))::int as answered from looked`.execute();
}

/** Waits for deliveries to integrations that are under way, and keeps others off for the rest of the transaction. */
export function lockEvents({ sql }: Pipeline, ids: readonly string[]): PromiseLike<unknown> {
  return sql`
    select pg_advisory_xact_lock(hashtextextended('events|' || id, 0))
    from unnest(${[...ids]}::text[]) as given (id)`.execute();
}
