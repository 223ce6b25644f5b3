import type { Pipeline } from '../../../drizzle/index.ts';
import { wakeEveryMs, wakesChannel } from '../../../services/runs/queue/wake-run.ts';
import type { RunAddress } from '../../load/load-run.ts';
import { toSealedList } from '../../store/segment-statements.ts';
import { runKey } from '../closing-statements.ts';

/** What an item adds to the batch that it waits for. */
export interface NewBatched {
  itemId: string;
  step: string;
  group: string;
  /** Its element. */
  sealed: Buffer;
}

/**
 * Writes down what items add to batches, behind the waits that park them. One that is tried again comes back to the batch that it
 * was in: what that has done is not done again.
 */
export function storeBatched(
  { sql }: Pipeline,
  { orgId }: RunAddress,
  added: readonly NewBatched[],
): PromiseLike<unknown> {
  return sql`
    update waits set batch_group = given.batch_group, sealed = given.sealed, batch_item = earlier.batch_item,
      due_at = case when earlier.batch_item is null then waits.due_at end
    from unnest(${added.map(({ itemId }) => itemId)}::uuid[], ${added.map(({ step }) => step)}::text[],
      ${added.map(({ group }) => group)}::text[], ${toSealedList(added.map(({ sealed }) => sealed))}::text::bytea[])
      as given (item_id, step, batch_group, sealed)
    left join lateral (
      select old.batch_item from waits as old
      join items as batch on batch.org_id = old.org_id and batch.id = old.batch_item and batch.status <> 'canceled'
      where old.org_id = ${orgId} and old.item_id = given.item_id and old.step = given.step and old.settled
      order by old.created_at desc, old.id desc limit 1
    ) as earlier on true
    where waits.org_id = ${orgId} and waits.item_id = given.item_id and waits.step = given.step and not waits.settled
      and waits.batch_item is null`.execute();
}

/** A step that collects items. */
export interface Collecting {
  step: string;
  max: number;
  /** Steps from which items may come to it still. */
  before: readonly string[];
}

/**
 * A list of so many bytes is full. Steps of the batch may make a text of the whole list and still stay within what an item carries,
 * also where its last element is as large as one may be.
 */
const listBytesMax = 96 * 1024;

/**
 * Closes the batches of a step that are full, whose time is up, or that nothing can come to any more: of each, makes the item that
 * goes through its steps. Send it under the lease of the flow's reading.
 *
 * A wait is in one batch at most, also where its item leaves in the same moment: its row is locked, and looked at again, before it
 * counts. What is held behind an item that waits here comes to no end before the batch does, and is not waited for.
 *
 * @param isRead The source is read to its end.
 */
export function closeBatches(
  { sql }: Pipeline,
  { orgId, integrationId, runId }: RunAddress,
  { step, max, before }: Collecting,
  isRead: boolean,
): PromiseLike<unknown> {
  const mine = sql`org_id = ${orgId} and integration_id = ${integrationId} and run_id = ${runId}`;
  return sql`
    with waiting as materialized (
      select id, batch_group, parked_at, due_at, octet_length(sealed) as bytes from waits
      where org_id = ${orgId} and run_id = ${runId} and step = ${step} and kind = 'batch' and status = 'open'
        and parked_at is not null and batch_item is null
      for update
    ),
    numbered as (
      select *, (row_number() over (partition by batch_group order by parked_at, id) - 1) / ${max}::int as lot from waiting
    ),
    placed as (
      select *, (sum(bytes) over (partition by batch_group, lot order by parked_at, id) - bytes)::int / ${listBytesMax}::int as part
      from numbered
    ),
    counted as (
      select id, first_value(id) over same as batch_id, min(due_at) over whole as due,
        count(*) over lots >= ${max} or part < max(part) over lots as is_full
      from placed
      window lots as (partition by batch_group, lot), whole as (partition by batch_group, lot, part),
        same as (partition by batch_group, lot, part order by parked_at, id)
    ),
    closing as materialized (
      select id, batch_id from counted
      where is_full or due <= clock_timestamp() or ${isRead} and not exists (
        select 1 from items where ${mine} and key <> ${runKey} and (
          status in ('proposed', 'ready') and coalesce(open_children, 0) = 0 and (step is null or step = ${step} or step = any(${[...before]}::text[]))
          or status = 'parked' and step = any(${[...before]}::text[])
        )
      )
    ),
    made as (
      insert into items (org_id, id, integration_id, run_id, key, seq, change, status, parent_step, child, subject)
      select ${orgId}, batch_id, ${integrationId}, ${runId}, ${runKey}, (
          select coalesce(min(seq), 0) from items
          where org_id = ${orgId} and integration_id = ${integrationId} and key = ${runKey} and parent_id is null and seq < 0
        ) - row_number() over (order by batch_id), 'created', 'ready', ${step}, ${batchChild}, batch_id::text
      from (select distinct batch_id from closing) as batches
    )
    update waits set batch_item = closing.batch_id, due_at = null from closing
    where waits.org_id = ${orgId} and waits.id = closing.id`.execute();
}

/** The name of items that go through the steps of batches: they have the key of the run, and count below zero. */
const batchChild = 'batch';

/**
 * Ends the waits of items whose batches have ended, and wakes the runs that carry them: another run may have carried the batch. A
 * wait whose item is to end is withdrawn already, and stays so.
 */
export function answerBatched({ sql }: Pipeline, { orgId, integrationId }: RunAddress): PromiseLike<unknown> {
  return sql`
    with answered as (
      update waits set status = 'answered', ended_at = clock_timestamp() from items as batch
      where waits.org_id = ${orgId} and waits.integration_id = ${integrationId} and waits.kind = 'batch' and waits.status = 'open'
        and waits.parked_at is not null and batch.org_id = waits.org_id and batch.id = waits.batch_item
        and batch.ended_at is not null
      returning waits.run_id
    ),
    carrying as (
      select id from runs where org_id = ${orgId} and id in (select run_id from answered) order by id for update
    )
    update runs set wake_at = least(wake_at, greatest(clock_timestamp(), updated_at + ${wakeEveryMs} * interval '1 millisecond'))
    from carrying where runs.org_id = ${orgId} and runs.id = carrying.id and runs.status = 'waiting'
    returning pg_notify(${wakesChannel}, '')`.execute();
}

/** What the items of batches added, in the order in which they came. */
export function selectElements({ sql }: Pipeline, { orgId }: RunAddress, batchIds: readonly string[]) {
  return sql<{ batch_item: string; sealed: string[] }[]>`
    select batch_item, array_agg(encode(sealed, 'base64') order by parked_at, id) as sealed
    from (
      select distinct on (batch_item, item_id) batch_item, id, parked_at, sealed from waits
      where org_id = ${orgId} and batch_item = any(${[...batchIds]}::uuid[]) and sealed is not null
      order by batch_item, item_id, created_at, id
    ) as added
    group by batch_item`.execute();
}

/** What became of a batch. */
export interface BatchEnd {
  id: string;
  status: string;
  size: number;
  /** Where it failed, and why. */
  step: string | null;
  sealed: string | null;
  in_doubt: boolean;
  outputs: { step: string; sealed: string }[];
}

/** What became of the batches that items were in. */
export function selectBatchEnds({ sql }: Pipeline, { orgId }: RunAddress, waitIds: readonly string[]) {
  return sql<(BatchEnd & { wait_ids: string[] })[]>`
    select batch.id, batch.status, batch.step, ended.wait_ids,
      (select count(distinct item_id)::int from waits where org_id = ${orgId} and batch_item = batch.id) as size,
      coalesce(batch.settled = 'in_doubt', false) as in_doubt,
      (
        select encode(why.sealed, 'base64') from item_steps as why
        where why.org_id = ${orgId} and why.item_id = batch.id and why.step = batch.step and why.outcome = 'failed' limit 1
      ) as sealed,
      (
        select coalesce(json_agg(json_build_object('step', gave.step, 'sealed', encode(gave.sealed, 'base64'))), '[]')
        from item_steps as gave
        where gave.org_id = ${orgId} and gave.item_id = batch.id and gave.outcome = 'passed' and gave.sealed is not null
          and gave.step <> '' and position('.' in gave.step) = 0
      ) as outputs
    from (
      select batch_item, array_agg(id) as wait_ids from waits
      where org_id = ${orgId} and id = any(${[...waitIds]}::uuid[]) and batch_item is not null group by batch_item
    ) as ended
    join items as batch on batch.org_id = ${orgId} and batch.id = ended.batch_item`.execute();
}
