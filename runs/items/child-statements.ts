import { newUuid } from '../../core/ids.ts';
import type { Pipeline } from '../../drizzle/index.ts';
import { bodyChild, finallyChild, undoFailed } from '../../flow/index.ts';
import { hashRecord } from '../../engine/hash.ts';
import { keyLengthMax } from '../../engine/key-text.ts';
import type { RunAddress } from '../load/load-run.ts';
import { toSealedList } from '../store/segment-statements.ts';
import { itemColumns, noTarget, type StoredItem } from './item-rows.ts';

/** A child of an item, as it is stored. */
export interface ChildRow {
  parentId: string;
  /** The step of the parent that makes it. */
  step: string;
  name: string;
  /** Where it stands among the children of the step. */
  position: number;
  subject: string | undefined;
  /** Its element. */
  sealed: Buffer | undefined;
}

/** Position of what a child leaves for the list of its parent's step, behind all steps. */
const collectedPosition = 2_000_000_000;
/** Stands for what a child leaves among the steps that it went through: no step has this id. */
export const collectedStep = '=';

/** What a child leaves, as the row of a step. */
export function toCollectedRow(itemId: string, sealed: Buffer) {
  return { itemId, step: collectedStep, outcome: 'passed' as const, position: collectedPosition, sealed };
}

/** Names the effects on the record of an item, in a loop, by the element that they are for. */
export function toSubject({ subject, key }: Pick<StoredItem, 'subject' | 'key'>, element: string): string {
  const text = JSON.stringify([subject ?? key, element]);
  return text.length <= keyLengthMax ? text : hashRecord({ of: text });
}

/** Children of one statement: what a statement takes is bounded, however many children there are. */
const insertedMax = 1000;

/** Makes the children of items, in the transaction that moves these to the step; each is made once. */
export function insertChildren(tx: Pipeline, address: RunAddress, children: readonly ChildRow[]): PromiseLike<unknown> {
  const parts = Array.from({ length: Math.ceil(children.length / insertedMax) }, (_, part) =>
    children.slice(part * insertedMax, (part + 1) * insertedMax),
  );
  return Promise.all(parts.map((part) => insertPart(tx, address, part)));
}

function insertPart(
  { sql }: Pipeline,
  { orgId, integrationId, runId }: RunAddress,
  children: readonly ChildRow[],
): PromiseLike<unknown> {
  return sql`
    with entry as materialized (
      select * from unnest(${children.map(() => newUuid())}::uuid[], ${children.map(({ parentId }) => parentId)}::uuid[],
        ${children.map(({ step }) => step)}::text[], ${children.map(({ name }) => name)}::text[],
        ${children.map(({ position }) => position)}::int[], ${children.map(({ subject }) => subject ?? null)}::text[],
        ${toSealedList(children.map(({ sealed }) => sealed))}::text::bytea[])
        as given (id, parent_id, step, child, position, subject, sealed)
    ),
    made as (
      insert into items (org_id, id, integration_id, run_id, key, seq, change, status, parent_id, parent_step, child, position, subject)
      select ${orgId}, entry.id, ${integrationId}, ${runId}, parent.key, parent.seq, parent.change, 'ready',
        parent.id, entry.step, entry.child, entry.position, entry.subject
      from entry join items as parent on parent.org_id = ${orgId} and parent.id = entry.parent_id
      on conflict (org_id, parent_id, parent_step, child) where parent_id is not null do nothing
      returning id
    )
    insert into item_steps (org_id, item_id, step, outcome, position, sealed)
    select ${orgId}, entry.id, '', 'passed', -1, entry.sealed from entry join made on made.id = entry.id
    where entry.sealed is not null`.execute();
}

/**
 * Ends a statement whose `ended` returns `parent_id` and `status` of items: the parents of those that ended have fewer open
 * children, and go on where none is left. A parent is counted down once in a transaction.
 *
 * @param anySteps Steps behind which an item goes on as soon as one child has come to a good end.
 */
export function countDownParents({ sql }: Pick<Pipeline, 'sql'>, orgId: string, anySteps: readonly string[] = []) {
  return sql`
    update items set open_children = open_children - gone.count,
      settled = case when open_children = gone.count or gone.well and items.step = any(${[...anySteps]}::text[]) then 'joined' end, updated_at = clock_timestamp()
    from (
      select parent_id, count(*)::int as count, bool_or(status in ('succeeded', 'skipped')) as well from ended
      where parent_id is not null and status in ('succeeded', 'skipped', 'failed') group by parent_id
    ) as gone
    where items.org_id = ${orgId} and items.id = gone.parent_id and items.status = 'ready' and items.settled is null`;
}

/** Cancels what has not ended of the children whose parents go on behind one that has. @param ids Children that ended. */
export function cancelOthers({ sql }: Pipeline, { orgId }: RunAddress, ids: readonly string[]): PromiseLike<unknown> {
  return sql`
    with recursive others as (
      select open.id from items as ended
      join items as parent on parent.org_id = ${orgId} and parent.id = ended.parent_id and parent.settled = 'joined'
        and parent.open_children > 0
      join items as open on open.org_id = ${orgId} and open.parent_id = parent.id and open.parent_step = parent.step
        and open.ended_at is null
      where ended.org_id = ${orgId} and ended.id = any(${[...ids]}::uuid[])
      union
      select items.id from others join items on items.org_id = ${orgId} and items.parent_id = others.id
        and items.ended_at is null
    ),
    unasked as (
      update waits set status = 'canceled', ended_at = clock_timestamp(), settled = true
      from others where waits.org_id = ${orgId} and waits.item_id = others.id and not settled
    )
    update items set status = 'canceled', settled = null, ended_at = clock_timestamp(), updated_at = clock_timestamp()
    from others where items.org_id = ${orgId} and items.id = others.id`.execute();
}

/** The items that some are children of, those of which they are children included. */
export function selectAncestors({ sql }: Pipeline, { orgId }: RunAddress, parentIds: readonly string[]) {
  return sql<StoredItem[]>`
    with recursive above as (
      select id, parent_id from items where org_id = ${orgId} and id = any(${[...parentIds]}::uuid[])
      union
      select items.id, items.parent_id from above join items on items.org_id = ${orgId} and items.id = above.parent_id
    )
    select ${itemColumns(sql)}, ${noTarget(sql)} from above join items as i on i.org_id = ${orgId} and i.id = above.id`.execute();
}

/** What became of the children of an item at its step. */
export interface JoinedRow {
  id: string;
  total: number;
  succeeded: number;
  failed: number;
  has_finally: boolean;
  undo_failed: boolean;
  /** How a step ended the first child of a scope. */
  stopped: 'succeeded' | 'skipped' | null;
  /** Of a step that shares what its children gave: their outputs. */
  outputs: { step: string; sealed: string }[];
  /** Of the first that failed. */
  child: string | null;
  step: string | null;
  sealed: string | null;
  /** What those left that came to a good end; null where that is more than an item can carry. */
  collected: string[] | null;
}

/** More than what an item can carry, with what sealing adds to each of ten thousand values. */
const collectedBytesMax = 4 * 1024 * 1024;

/**
 * Reads what became of the children of items at the steps where these stand. What each of them left is one probe of the index,
 * whatever the planner thinks of tables that were never analyzed: joined, ten thousand children may be compared with each other.
 *
 * @returns items with children only.
 */
export function selectJoined(
  { sql }: Pipeline,
  { orgId }: RunAddress,
  { ids, sharing }: { ids: readonly string[]; sharing: readonly string[] },
) {
  return sql<JoinedRow[]>`
    select parent.id, tally.total, tally.succeeded, tally.failed, tally.has_finally, tally.undo_failed, tally.stopped, first.child, first.step, first.sealed,
      case when coalesce(gathered.bytes, 0) <= ${collectedBytesMax} then coalesce(gathered.sealed, '{}') end as collected,
      case when parent.step = any(${[...sharing]}::text[]) then (
        select coalesce(json_agg(json_build_object('step', gave.step, 'sealed', encode(gave.sealed, 'base64'))), '[]')
        from items join item_steps as gave on gave.org_id = ${orgId} and gave.item_id = items.id
        where items.org_id = ${orgId} and items.parent_id = parent.id and items.parent_step = parent.step
          and items.status <> 'canceled' and gave.outcome = 'passed' and gave.sealed is not null
          and gave.step not in ('', ${collectedStep}) and position('.' in gave.step) = 0
      ) else '[]' end as outputs
    from items as parent
    cross join lateral (
      select count(*)::int as total, (count(*) filter (where status = 'failed'))::int as failed,
        (count(*) filter (where status in ('succeeded', 'skipped')))::int as succeeded,
        coalesce(bool_or(child = ${finallyChild}), false) as has_finally,
        coalesce(bool_or(child like 'undo %' and status = 'failed'), false) as undo_failed,
        min(status) filter (where settled = 'stopped' and child = ${bodyChild}) as stopped
      from items
      where org_id = ${orgId} and parent_id = parent.id and parent_step = parent.step
    ) as tally
    left join lateral (
      select items.child, items.step, encode(why.sealed, 'base64') as sealed from items
      left join lateral (
        select sealed from item_steps as step
        where step.org_id = ${orgId} and step.item_id = items.id and step.step = items.step and step.outcome in ('failed', 'interrupted') limit 1
      ) as why on true
      where items.org_id = ${orgId} and items.parent_id = parent.id and items.parent_step = parent.step
        and items.status = 'failed'
      order by (items.settled = ${undoFailed}) desc nulls last, (items.child like 'undo %') desc, items.position, items.id limit 1
    ) as first on true
    left join lateral (
      select sum(length(left_by.sealed)) as bytes,
        array_agg(encode(left_by.sealed, 'base64') order by items.position) as sealed
      from items cross join lateral (
        select sealed from item_steps as step
        where step.org_id = ${orgId} and step.item_id = items.id and step.step = ${collectedStep} limit 1
      ) as left_by
      where items.org_id = ${orgId} and items.parent_id = parent.id and items.parent_step = parent.step
        and items.status = 'succeeded'
    ) as gathered on true
    where parent.org_id = ${orgId} and parent.id = any(${[...ids]}::uuid[]) and tally.total > 0`.execute();
}
