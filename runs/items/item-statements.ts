import type { Pipeline } from '../../drizzle/index.ts';
import type { RunAddress } from '../load/load-run.ts';
import { countDownParents } from './child-statements.ts';
import { bareColumns, carriedColumns, itemColumns, noTarget, type StoredItem } from './item-rows.ts';
import { type ItemAddress, selectKnown } from './known-statements.ts';
import { type StreamAddress, streamId, toSealedList } from '../store/segment-statements.ts';

/**
 * Items that wait for the effect of a step, in the order of their ids.
 *
 * @param of.isBare Without what they carry.
 */
export function selectWaiting(
  tx: Pipeline,
  address: ItemAddress,
  step: string,
  {
    after,
    limit,
    known,
    key,
    isBare = false,
  }: { after: string; limit: number; known: readonly string[]; key: string | undefined; isBare?: boolean },
) {
  const { orgId, integrationId } = address;
  const columns = isBare ? bareColumns(tx.sql) : itemColumns(tx.sql, selectKnown(tx, address, known));
  return tx.sql<StoredItem[]>`
    select ${columns}, ${noTarget(tx.sql)} from items as i
    where i.org_id = ${orgId} and i.integration_id = ${integrationId} and i.status = 'ready' and i.step = ${step}
      and i.settled is null and i.id > ${after} ${whereKey(tx, key)}
    order by i.id limit ${limit}`.execute();
}

/** What items carry. */
export function selectCarried({ sql }: Pipeline, orgId: string, ids: readonly string[]) {
  return sql<Pick<StoredItem, 'id' | 'steps' | 'before'>[]>`
    select i.id, ${carriedColumns(sql)} from items as i where i.org_id = ${orgId} and i.id = any(${[...ids]}::uuid[])`.execute();
}

/**
 * Items that go on: new ones, and those whose step is settled.
 *
 * @param of.perItem Steps whose effects are the item's own.
 * @param of.key Only of this key.
 */
export function selectMoving(
  tx: Pipeline,
  address: ItemAddress,
  {
    perItem,
    limit,
    known,
    key,
  }: { perItem: readonly string[]; limit: number; known: readonly string[]; key: string | undefined },
) {
  const { orgId, integrationId, stream } = address;
  return tx.sql<StoredItem[]>`
    select ${itemColumns(tx.sql, selectKnown(tx, address, known))}, effect.target_id, effect.target_fingerprint
    from (
      select * from items where org_id = ${orgId} and integration_id = ${integrationId} and status = 'ready'
        and (settled is not null or step is null) ${whereKey(tx, key)}
      order by id limit ${limit}
    ) as i
    left join streams on streams.org_id = i.org_id and streams.integration_id = i.integration_id
      and streams.stream = ${stream} and streams.step = i.step
    left join lateral (
      select target_id, named.fingerprint as target_fingerprint
      from ledger left join fingerprints as named on named.id = ledger.fingerprint_id where stream_id = streams.id
        and source_key = case when i.step = any(${[...perItem]}::text[]) then coalesce(i.subject, i.key) || '@' || i.seq else coalesce(i.subject, i.key) end
    ) as effect on true`.execute();
}

/** @param key Only items of this key; `undefined` for all. */
export function whereKey({ sql }: Pick<Pipeline, 'sql'>, key: string | undefined) {
  return key === undefined ? sql`` : sql`and key = ${key} and seq > 0`;
}

/** What became of items at a step with an effect. */
export interface SettledItem {
  id: string;
  effectKey: string;
  /** As the target said it; absent where it was not asked. */
  outcome: string | undefined;
}

/** Notes that the effects of items are carried out. What was settled by an earlier attempt at the page counts as written. */
export function settleItems(
  tx: Pipeline,
  address: StreamAddress,
  pageSeq: number,
  settled: readonly SettledItem[],
): PromiseLike<unknown> {
  const { orgId, runId, step } = address;
  return tx.sql`
    update items set updated_at = clock_timestamp(), settled = coalesce(entry.outcome,
      case when effect.run_id = ${runId} and effect.page_seq = ${pageSeq} then 'written' else 'unchanged' end)
    from unnest(${settled.map(({ id }) => id)}::uuid[], ${settled.map(({ effectKey }) => effectKey)}::text[],
      ${settled.map(({ outcome }) => outcome ?? null)}::text[]) as entry (id, effect_key, outcome)
    left join lateral (
      select run_id, page_seq from ledger where stream_id = ${streamId(tx, address)} and source_key = entry.effect_key
    ) as effect on true
    where items.org_id = ${orgId} and items.id = entry.id and items.status = 'ready' and items.step = ${step}`.execute();
}

/** Ends items at a step that failed for good; of a child, why it did is kept with it. */
export function failItems(
  tx: Pipeline,
  { orgId, step }: StreamAddress,
  failed: readonly { id: string; sealed: Buffer | undefined }[],
  position: number,
): PromiseLike<unknown> {
  const { sql } = tx;
  return sql`
    with ended as (
      update items set status = 'failed', ended_at = clock_timestamp(), updated_at = clock_timestamp()
      from unnest(${failed.map(({ id }) => id)}::uuid[], ${toSealedList(failed.map(({ sealed }) => sealed))}::text::bytea[])
        as entry (id, sealed)
      where items.org_id = ${orgId} and items.id = entry.id and items.status = 'ready' and items.step = ${step}
      returning items.org_id, items.id, items.parent_id, items.status, entry.sealed
    ),
    kept as (
      insert into item_steps (org_id, item_id, step, outcome, position, sealed)
      select org_id, id, ${step}, 'failed', ${position}, sealed from ended
      on conflict (org_id, item_id, step) do update set outcome = 'failed', sealed = excluded.sealed, created_at = now()
    )
    ${countDownParents(tx, orgId)}`.execute();
}

/** Ends items whose effects were given up as in doubt: they are known by these alone. */
export function failInDoubt(
  tx: Pipeline,
  { orgId, integrationId, step }: StreamAddress,
  effectKeys: readonly string[],
): PromiseLike<unknown> {
  const { sql } = tx;
  const keys = [...effectKeys];
  return sql`
    with ended as (
      update items set status = 'failed', ended_at = clock_timestamp(), updated_at = clock_timestamp(),
        settled = case when parent_step is not null then ${inDoubt} end
      where org_id = ${orgId} and integration_id = ${integrationId} and status = 'ready' and step = ${step}
        and settled is null
        and (coalesce(subject, key) = any(${keys}::text[]) or coalesce(subject, key) || '@' || seq = any(${keys}::text[]))
      returning parent_id, status
    )
    ${countDownParents(tx, orgId)}`.execute();
}

/** What settled a child that a person has to look after: it is not tried again. */
export const inDoubt = 'in_doubt';

/** What settled an item of which a person says that its step is left out, or that its write was carried out. */
export const skipped = 'skipped';
export const assumedWritten = 'written';

/** What settled an item at a look-up, whether something was found or not. */
export const answered = 'answered';

/** Where an item goes on, or how it ended. */
export interface Move {
  id: string;
  status: 'ready' | 'parked' | 'succeeded' | 'skipped' | 'failed' | 'interrupted' | 'canceled';
  step: string | undefined;
  /** How many children the step makes. */
  children: number;
  /** How it ended, where its parent or those behind it have to know: a step ended it, or left something behind. */
  settled?: 'stopped' | 'undo_failed' | undefined;
  /** Parked, and letting newer items pass. */
  released?: boolean | undefined;
  /** What it is named for people, as it begins. */
  label?: string | undefined;
  /** What its step is settled as: an item that is canceled stays there with it. */
  unlessCanceled?: string | undefined;
  /** How long it may take at the step, in milliseconds, or until when it might before. Absent: without end. */
  timeout?: number | 'kept' | undefined;
}

/** Who moves an item carries it: another run may have left it before a gate. */
export function moveItems(
  tx: Pipeline,
  { orgId, integrationId, runId }: RunAddress,
  moves: readonly Move[],
  anySteps: readonly string[],
): PromiseLike<unknown> {
  const { sql } = tx;
  return sql`
    with ended as (
      update items set updated_at = clock_timestamp(), status = case when stays then items.status else entry.status end,
        step = case when stays then items.step else entry.step end,
        settled = case when stays then entry.unless_canceled else entry.settled end,
        released = entry.released and not stays, run_id = ${runId}, open_children = nullif(entry.children, 0),
        ended_at = case when not stays and entry.status not in ('ready', 'parked') then clock_timestamp() end,
        label = coalesce(entry.label, items.label), times_out_at = case when stays or entry.keeps then items.times_out_at
          else clock_timestamp() + entry.timeout_ms * interval '1 millisecond' end
      from (
        select given.*, given.unless_canceled is not null and exists (
          select 1 from items as i where i.org_id = ${orgId} and i.id = given.id
            and case when i.parent_id is null then i.cancel_requested_at is not null else exists (
              select 1 from items as root where root.org_id = i.org_id and root.integration_id = i.integration_id
                and root.key = i.key and root.seq = i.seq and root.parent_id is null
                and root.cancel_requested_at is not null and root.ended_at is null
            ) end
        ) as stays
        from unnest(${moves.map(({ id }) => id)}::uuid[], ${moves.map(({ status }) => status)}::text[],
          ${moves.map(({ step }) => step ?? null)}::text[], ${moves.map(({ children }) => children)}::int[],
          ${moves.map(({ settled }) => settled ?? null)}::text[],
          ${moves.map(({ released }) => String(released === true))}::text[]::boolean[],
          ${moves.map(({ unlessCanceled }) => unlessCanceled ?? null)}::text[],
          ${moves.map(({ label }) => label ?? null)}::text[],
          ${moves.map(({ timeout }) => (typeof timeout === 'number' ? timeout : null))}::float8[],
          ${moves.map(({ timeout }) => String(timeout === 'kept'))}::text[]::boolean[])
          as given (id, status, step, children, settled, released, unless_canceled, label, timeout_ms, keeps)
      ) as entry
      where items.org_id = ${orgId} and items.id = entry.id and items.integration_id = ${integrationId}
        and items.status in ('ready', 'parked')
      returning items.parent_id, items.status
    )
    ${countDownParents(tx, orgId, anySteps)}`.execute();
}

/**
 * Makes what other steps know of target records uncertain that a step wrote: what one of them wrote before is there no
 * longer, and is written again. What the step deleted is none of theirs any more.
 *
 * @param system The target, as the names of all steps that write to it begin.
 * @param siblings Steps that write to the object of the same connection, in requests of their own.
 */
export function forgetElsewhere(
  tx: Pipeline,
  address: StreamAddress,
  { system, siblings, deletes }: { system: string; siblings: readonly string[]; deletes: boolean },
  targetIds: readonly string[],
): PromiseLike<unknown> {
  const { orgId, integrationId } = address;
  const changed = deletes ? tx.sql`hash = null, target_id = null` : tx.sql`hash = ''`;
  return tx.sql`
    update ledger set ${changed} from fingerprints as named, unnest(${[...targetIds]}::text[]) as written (target_id)
    where named.org_id = ${orgId} and named.integration_id = ${integrationId} 
      and (starts_with(named.fingerprint, ${system}) or split_part(named.fingerprint, ${stepMark}, -1) = any(${[...siblings]}::text[]))
      and ledger.fingerprint_id = named.id and ledger.target_id = written.target_id and (${deletes} or ledger.hash <> '')
      and ledger.stream_id <> ${streamId(tx, address)}`.execute();
}

/** Between what a target is known by and the step that writes to it. */
export const stepMark = '#';

/** What became of an item at one step. */
export interface StepRow {
  itemId: string;
  step: string;
  outcome: 'passed' | 'skipped' | 'failed' | 'interrupted';
  /** Where the step stands in the flow. */
  position: number;
  sealed: Buffer | undefined;
  /** What undoes what the step created. */
  undo?: Buffer | undefined;
}

/**
 * A step that is gone through again, since the item was tried again, counts as it went last. Send it behind what changes the
 * items: nothing else keeps these from being deleted meanwhile, or two from storing the same.
 *
 * Nearly all rows are new. Looking for the others first costs less than `on conflict`, which writes each row twice to the WAL: as
 * an attempt, and that this succeeded.
 *
 * @param of.unlessStayed Not of items that `moveItems` left at their step.
 */
export function storeSteps(
  { sql }: Pipeline,
  { orgId }: RunAddress,
  rows: readonly StepRow[],
  { unlessStayed = false }: { unlessStayed?: boolean } = {},
): PromiseLike<unknown> {
  return sql`
    with entered as materialized (
      select entry.*, stored.is_there from unnest(${rows.map(({ itemId }) => itemId)}::uuid[], ${rows.map(({ step }) => step)}::text[],
        ${rows.map(({ outcome }) => outcome)}::text[], ${rows.map(({ position }) => position)}::int[],
        ${toSealedList(rows.map(({ sealed }) => sealed))}::text::bytea[],
        ${toSealedList(rows.map(({ undo }) => undo))}::text::bytea[])
        as entry (item_id, step, outcome, position, sealed, undo)
      join items on items.org_id = ${orgId} and items.id = entry.item_id
      left join lateral (
        select true as is_there from item_steps as s
        where s.org_id = ${orgId} and s.item_id = entry.item_id and s.step = entry.step limit 1
      ) as stored on true
      where not (${unlessStayed} and items.status = 'ready' and items.settled is not null)
    ),
    again as (
      update item_steps set outcome = entered.outcome, position = entered.position, sealed = entered.sealed, undo = entered.undo,
        created_at = clock_timestamp()
      from entered
      where entered.is_there and item_steps.org_id = ${orgId} and item_steps.item_id = entered.item_id and item_steps.step = entered.step
    )
    insert into item_steps (org_id, item_id, step, outcome, position, sealed, undo)
    select ${orgId}, item_id, step, outcome, position, sealed, undo from entered where is_there is null`.execute();
}
