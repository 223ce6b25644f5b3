import type { Pipeline } from '../../drizzle/index.ts';
import { finallyChild, type StepBase } from '../../flow/index.ts';
import { unretryableCodes } from '../../services/runs/dead-letter.ts';
import type { DeadLetterSelection } from '../../services/runs/run-options.ts';
import { whereFailure } from '../../services/runs/where-failure.ts';
import type { RunAddress } from '../load/load-run.ts';
import type { StreamAddress } from '../store/segment-statements.ts';
import { assumedWritten, inDoubt, skipped } from './item-statements.ts';

/**
 * Takes up items that failed, at the step that failed; where a record has a newer item, that one stands for it. Where
 * children failed them, these are taken up instead, each at its own step, and so are the batches that failed them; what is in
 * doubt is not tried again, until a person says what became of it. What a person settled stays so.
 *
 * @param of.scopes Steps whose last steps are gone through again.
 * @param of.timed Steps that say how long items may take there: their time begins again.
 */
export function adoptFailed(
  { sql }: Pipeline,
  { orgId, integrationId, runId }: RunAddress,
  { run, ids, code, field, step, newest = false, assume }: DeadLetterSelection,
  { scopes, timed }: { scopes: readonly string[]; timed: readonly Pick<StepBase, 'id' | 'timeoutMs'>[] },
): PromiseLike<unknown> {
  return sql`
    with recursive chosen as (
      select id, step, null::uuid as parent_id, settled from items
      where org_id = ${orgId} and integration_id = ${integrationId} and status = 'failed' and id in (
          select item_id from dead_letters
          where org_id = ${orgId} and run_id = ${run} and resolved_by is null
            and (${assume !== undefined} or code <> all(${[...unretryableCodes]}::text[]))
            ${whereFailure({ sql }, 'dead_letters', { code, target_field: field, step })}
            ${ids === undefined ? sql`` : sql`and id = any(${ids}::uuid[])`}
        )
        and (settled = 'undo_failed' or not exists (
          select 1 from items as newer where newer.org_id = items.org_id and newer.integration_id = items.integration_id
            and newer.key = items.key and newer.seq > items.seq and newer.parent_id is null
            and newer.child is not distinct from items.child and (not ${newest} or newer.ended_at is null)
        ))
    ),
    family as (
      (
        select * from chosen
        union
        select batch.id, batch.step, null::uuid, batch.settled from chosen
        join waits on waits.org_id = ${orgId} and waits.item_id = chosen.id and waits.step = chosen.step
        join items as batch on batch.org_id = ${orgId} and batch.id = waits.batch_item and batch.status = 'failed'
          and batch.settled is distinct from ${inDoubt}
      )
      union all
      select items.id, items.step, items.parent_id, items.settled from family join items
        on items.org_id = ${orgId} and items.parent_id = family.id and items.parent_step = family.step
        and items.status = 'failed' and items.settled is distinct from ${inDoubt}
        and (family.settled is null or family.settled not in ('undone', ${skipped}))
        and (family.settled is distinct from 'undo_failed' or items.child like 'undo %' or items.settled = 'undo_failed')
    ),
    undone as (
      select family.id, family.parent_id, items.parent_step from family
      join items on items.org_id = ${orgId} and items.id = family.id where family.settled = 'undone'
    ),
    unmade as (
      delete from items using undone where items.org_id = ${orgId} and (items.parent_id = undone.id
        or items.parent_id = undone.parent_id and items.parent_step = undone.parent_step and items.id <> undone.id)
    ),
    forgotten as (
      delete from item_steps using undone
      where item_steps.org_id = ${orgId} and item_steps.item_id = undone.id and item_steps.step <> ''
    ),
    repeated as (
      delete from items using family
      where items.org_id = ${orgId} and items.parent_id = family.id and items.parent_step = family.step
        and family.step = any(${[...scopes]}::text[]) and items.child = ${finallyChild} and items.status <> 'failed'
        and not exists (select 1 from undone where undone.parent_id = family.id)
    ),
    failed as (select parent_id, count(*)::int as count from family where parent_id is not null group by parent_id)
    update items set status = 'ready', settled = case when family.settled = ${skipped} then family.settled when ${assume === 'done'} then ${assumedWritten}
        when failed.count is null and family.settled is distinct from 'undone' then 'again' end,
      step = case when family.settled is distinct from 'undone' then items.step end,
      open_children = failed.count, run_id = ${runId}, ended_at = null, times_out_at = (
        select clock_timestamp() + timed.ms * interval '1 millisecond'
        from unnest(${timed.map(({ id }) => id)}::text[], ${timed.map(({ timeoutMs }) => timeoutMs ?? null)}::float8[]) as timed (step, ms)
        where timed.step = items.step and failed.count is not null
      )
    from family left join failed on failed.parent_id = family.id
    where items.org_id = ${orgId} and items.id = family.id`.execute();
}

/**
 * Takes down what a person found out about writes in doubt: an item goes on behind its step, or writes again.
 *
 * What the target had before is uncertain in both cases, so that the next change is written whatever it is.
 */
export function assumeEffects(
  { sql }: Pipeline,
  { orgId, integrationId, stream }: StreamAddress,
  { run, ids = [], assume }: DeadLetterSelection,
): PromiseLike<unknown> {
  return sql`
    update ledger set unresolved = false, hash = case when ${assume === 'done'} or ledger.target_id is not null then ''::bytea end
    from dead_letters as d
    join items as i on i.org_id = d.org_id and i.id = d.item_id and i.status = 'failed'
    join streams on streams.org_id = i.org_id and streams.integration_id = i.integration_id and streams.stream = ${stream}
      and streams.step = i.step
    where d.org_id = ${orgId} and d.run_id = ${run} and d.id = any(${ids}::uuid[]) and i.integration_id = ${integrationId}
      and ledger.stream_id = streams.id and ledger.pending_at is null and (ledger.unresolved or ledger.hash is null)
      and ledger.source_key in (coalesce(i.subject, i.key), coalesce(i.subject, i.key) || '@' || i.seq)`.execute();
}
