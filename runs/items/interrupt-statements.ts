import type { Pipeline } from '../../drizzle/index.ts';
import { type endings, finallyChild } from '../../flow/index.ts';
import { wakeEveryMs, wakesChannel } from '../../services/runs/queue/wake-run.ts';
import type { RunAddress } from '../load/load-run.ts';
import type { StreamAddress } from '../store/segment-statements.ts';
import { itemColumns, noTarget, type StoredItem } from './item-rows.ts';

/** Items of which a formula is still to tell whether they end the one before them, in the order of their ids. */
export function selectUnjudged({ sql }: Pipeline, { orgId, integrationId }: RunAddress, limit: number) {
  return sql<StoredItem[]>`
    select ${itemColumns(sql)}, ${noTarget(sql)} from items as i
    where i.org_id = ${orgId} and i.integration_id = ${integrationId} and i.interrupts is null and i.ended_at is null
      and i.status in ('held', 'ready')
    order by i.id limit ${limit}`.execute();
}

/** Writes down which items end the ones before them. */
export function storeJudged(
  { sql }: Pipeline,
  { orgId }: RunAddress,
  judged: readonly { id: string; interrupts: boolean }[],
): PromiseLike<unknown> {
  return sql`
    update items set interrupts = given.interrupts
    from unnest(${judged.map(({ id }) => id)}::uuid[], ${judged.map(({ interrupts }) => String(interrupts))}::text[]::boolean[])
      as given (id, interrupts)
    where items.org_id = ${orgId} and items.id = given.id`.execute();
}

/**
 * Of some items, and children of items, those that are to end: a newer item of their record ends them, or somebody does. One that
 * was canceled before it began ends none.
 */
export function selectEnding(
  { sql }: Pipeline,
  { orgId, integrationId }: RunAddress,
  ids: readonly string[],
): PromiseLike<{ id: string; by: keyof typeof endings }[]> {
  return sql<{ id: string; by: keyof typeof endings }[]>`
    select i.id, case when ending.canceled then 'canceled' else 'interrupted' end as by
    from items as i cross join lateral (
      select bool_or(other.seq = i.seq) as canceled from items as other
      where other.org_id = ${orgId} and other.integration_id = ${integrationId} and other.key = i.key
        and other.parent_id is null and (other.seq = i.seq and other.cancel_requested_at is not null
          or other.seq > i.seq and other.interrupts and other.status <> 'proposed'
            and not (other.status = 'canceled' and other.step is null))
    ) as ending
    where i.org_id = ${orgId} and i.id = any(${[...ids]}::uuid[]) and ending.canceled is not null
      and not ${tidiesUp({ sql }, orgId)}`.execute();
}

/**
 * Ends what items wait for that are to end, and wakes the runs that carry them: an approval is withdrawn, also while somebody
 * is about to decide on it.
 *
 * The few that end others come first, whatever the planner thinks of tables that were never analyzed: behind all that are parked,
 * each look would read these.
 */
export function withdrawWaits({ sql }: Pipeline, { orgId, integrationId }: RunAddress): PromiseLike<unknown> {
  return sql`
    with ending as materialized (
      select key, 0 as first, seq - 1 as last from items
      where org_id = ${orgId} and integration_id = ${integrationId} and parent_id is null and interrupts
        and ended_at is null and step is null and status in ('held', 'ready')
      union all
      select key, seq, seq from items
      where org_id = ${orgId} and integration_id = ${integrationId} and cancel_requested_at is not null and ended_at is null
    ),
    withdrawn as (
      update waits set status = 'withdrawn', ended_at = clock_timestamp()
      from ending cross join lateral (
        select id, parent_id, child from items where org_id = ${orgId} and integration_id = ${integrationId}
          and key = ending.key and seq between ending.first and ending.last and status = 'parked' offset 0
      ) as i
      where waits.org_id = ${orgId} and waits.item_id = i.id and waits.status = 'open' and not ${tidiesUp({ sql }, orgId)}
      returning waits.run_id
    ),
    carrying as (
      select id from runs where org_id = ${orgId} and id in (select run_id from withdrawn) order by id for update
    )
    update runs set wake_at = least(wake_at, greatest(clock_timestamp(), updated_at + ${wakeEveryMs} * interval '1 millisecond'))
    from carrying where runs.org_id = ${orgId} and runs.id = carrying.id and runs.status = 'waiting'
      and (wake_at is null or wake_at > greatest(clock_timestamp(), updated_at + ${wakeEveryMs} * interval '1 millisecond'))
    returning pg_notify(${wakesChannel}, '')`.execute();
}

/**
 * Lets items that are to end go on to their end that stand before a closed gate: their effects have not begun, and would only
 * begin after it opens. One whose effect may have been carried out stays: what it created has to be known first.
 */
export function releaseEnding(
  { sql }: Pipeline,
  { orgId, integrationId, stream }: StreamAddress,
  closed: readonly string[],
): PromiseLike<unknown> {
  return sql`
    update items set settled = 'again', updated_at = clock_timestamp()
    from (
      select i.id, i.run_id, i.step, coalesce(i.subject, i.key) as record, i.seq from items as i
      join items as other on other.org_id = ${orgId} and other.integration_id = ${integrationId} and other.key = i.key
        and other.parent_id is null and other.ended_at is null
        and (other.seq = i.seq and other.cancel_requested_at is not null or other.seq > i.seq and other.interrupts)
      where i.org_id = ${orgId} and i.integration_id = ${integrationId} and i.status = 'ready' and i.settled is null
        and i.step = any(${[...closed]}::text[]) and not ${tidiesUp({ sql }, orgId)}
    ) as ending
    where items.org_id = ${orgId} and items.id = ending.id and not exists (
      select 1 from streams join ledger on ledger.stream_id = streams.id
        and ledger.source_key in (ending.record, ending.record || '@' || ending.seq)
      where streams.org_id = ${orgId} and streams.integration_id = ${integrationId} and streams.stream = ${stream}
        and streams.step = ending.step and (ledger.pending_at is not null or ledger.run_id = ending.run_id)
    )`.execute();
}

/** Whether an item `i` is there to put something in order: it undoes a step, or goes through a `finally`, or is below one that does. */
function tidiesUp({ sql }: Pick<Pipeline, 'sql'>, orgId: string) {
  return sql`exists (
    with recursive above as (
      select i.parent_id, i.child
      union all
      select parent.parent_id, parent.child from above
      join items as parent on parent.org_id = ${orgId} and parent.id = above.parent_id
    )
    select 1 from above where child = ${finallyChild} or child like 'undo %'
  )`;
}

/** Tells of items that newer ones ended, in one event. */
export function emitInterrupted(
  { sql }: Pipeline,
  { orgId, integrationId, runId }: RunAddress,
  ids: readonly string[],
): PromiseLike<unknown> {
  return sql`
    select hub_emit(${orgId}, 'item.interrupted', jsonb_build_object(
      'id', ${ids[0] ?? null}::text, 'integration_id', ${integrationId}::text, 'run_id', ${runId}::text, 'count', ${ids.length}::int
    ))`.execute();
}
