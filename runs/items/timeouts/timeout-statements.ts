import type { Pipeline } from '../../../drizzle/index.ts';
import { bodyChild, finallyChild } from '../../../flow/index.ts';
import type { RunAddress } from '../../load/load-run.ts';
import type { StreamAddress } from '../../store/segment-statements.ts';

/** An action that says how long items may take there. */
export interface TimedStep {
  id: string;
  order: number;
  /** Why an item fails that takes longer, sealed. */
  sealed: Buffer;
}

/**
 * Whether no part of an item `i` stands before a gate: its time goes on. As long as one does, none of the item's does.
 *
 * @param closed Steps before which a gate is closed.
 */
export function isNotGated(
  { sql }: Pick<Pipeline, 'sql'>,
  { orgId, integrationId }: RunAddress,
  closed: readonly string[],
) {
  return closed.length === 0
    ? sql`true`
    : sql`not exists (
        select 1 from items as part where part.org_id = ${orgId} and part.integration_id = ${integrationId} and part.key = i.key
          and part.seq = i.seq and part.status = 'ready' and part.settled is null and part.step = any(${[...closed]}::text[])
      )`;
}

/**
 * Fails items that stand at an action for too long, each as if the step had failed for it. One whose write is in doubt stays
 * until the system says what became of that.
 */
export function failOverdue(
  tx: Pipeline,
  address: StreamAddress,
  steps: readonly TimedStep[],
  closed: readonly string[],
): PromiseLike<unknown> {
  const { sql } = tx;
  const { orgId, integrationId, runId, stream } = address;
  return sql`
    with overdue as (
      update items set settled = 'failed', updated_at = clock_timestamp()
      from (
        select i.id, timed.id as step, timed.position, timed.sealed
        from unnest(${steps.map(({ id }) => id)}::text[], ${steps.map(({ order }) => order)}::int[],
          ${steps.map(({ sealed }) => sealed.toString('hex'))}::text[]) as timed (id, position, sealed)
        join items as i on i.org_id = ${orgId} and i.integration_id = ${integrationId} and i.run_id = ${runId} and i.step = timed.id
          and i.times_out_at <= clock_timestamp() and i.ended_at is null and i.status = 'ready' and i.settled is null
        where ${isNotGated(tx, address, closed)} and not exists (
          select 1 from streams join ledger on ledger.stream_id = streams.id
            and ledger.source_key in (coalesce(i.subject, i.key), coalesce(i.subject, i.key) || '@' || i.seq)
          where streams.org_id = ${orgId} and streams.integration_id = ${integrationId} and streams.stream = ${stream}
            and streams.step = timed.id and ledger.pending_at is not null
        )
      ) as late
      where items.org_id = ${orgId} and items.id = late.id and items.status = 'ready' and items.settled is null and items.step = late.step
      returning items.id, late.step, late.position, late.sealed
    )
    insert into item_steps (org_id, item_id, step, outcome, position, sealed)
    select ${orgId}, id, step, 'failed', position, decode(sealed, 'hex') from overdue
    on conflict (org_id, item_id, step) do update set outcome = 'failed', position = excluded.position, sealed = excluded.sealed,
      undo = null, created_at = clock_timestamp()`.execute();
}

/**
 * Notes scopes that have taken too long, once, and ends what items within them wait for: each ends before its next step. What
 * undoes, or tidies up behind their steps, goes on.
 *
 * @param scopes Steps that say how long their steps may take.
 */
export function endOverdueScopes(
  tx: Pipeline,
  address: RunAddress,
  scopes: readonly string[],
  closed: readonly string[],
): PromiseLike<unknown> {
  const { sql } = tx;
  const { orgId, integrationId, runId } = address;
  return sql`
    with recursive overdue as (
      update items as i set times_out_at = '-infinity'
      where i.org_id = ${orgId} and i.integration_id = ${integrationId} and i.run_id = ${runId} and i.times_out_at > '-infinity'
        and i.times_out_at <= clock_timestamp() and i.ended_at is null and i.status = 'ready' and i.open_children > 0
        and i.step = any(${[...scopes]}::text[]) and ${isNotGated(tx, address, closed)}
      returning i.id, i.step
    ),
    below as (
      select items.id from overdue join items on items.org_id = ${orgId} and items.parent_id = overdue.id
        and items.parent_step = overdue.step and items.child = ${bodyChild} and items.ended_at is null
      union all
      select items.id from below join items on items.org_id = ${orgId} and items.parent_id = below.id and items.ended_at is null
        and items.child <> ${finallyChild} and items.child not like 'undo %'
    )
    update waits set status = 'withdrawn', ended_at = clock_timestamp()
    from below where waits.org_id = ${orgId} and waits.item_id = below.id and waits.status = 'open'`.execute();
}

/** Of some children those that are within a scope that has taken too long, with its step: the one that is the nearest to them. */
export function selectTimedOut(
  { sql }: Pipeline,
  { orgId }: RunAddress,
  ids: readonly string[],
): PromiseLike<{ id: string; step: string }[]> {
  return sql<{ id: string; step: string }[]>`
    with recursive above as (
      select id, parent_id, parent_step, child, 1 as depth from items where org_id = ${orgId} and id = any(${[...ids]}::uuid[])
      union all
      select above.id, parent.parent_id, parent.parent_step, parent.child, depth + 1 from above
      join items as parent on parent.org_id = ${orgId} and parent.id = above.parent_id
      where above.child <> ${finallyChild} and above.child not like 'undo %'
    )
    select distinct on (above.id) above.id, above.parent_step as step from above
    join items as scope on scope.org_id = ${orgId} and scope.id = above.parent_id and scope.step = above.parent_step
      and scope.times_out_at = '-infinity'
    where above.child = ${bodyChild} order by above.id, depth desc`.execute();
}

/** When the first scope of a run takes too long, as an expression. Those of items that stand before a gate do not. */
export function firstScopeEnd(tx: Pick<Pipeline, 'sql'>, address: RunAddress, closed: readonly string[]) {
  const { sql } = tx;
  const { orgId, integrationId, runId } = address;
  return sql`(
    select min(i.times_out_at) from items as i
    where i.org_id = ${orgId} and i.integration_id = ${integrationId} and i.run_id = ${runId} and i.times_out_at > '-infinity'
      and i.ended_at is null and i.status = 'ready' and i.open_children > 0 and ${isNotGated(tx, address, closed)}
  )`;
}
