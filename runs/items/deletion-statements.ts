import { newUuid } from '../../core/ids.ts';
import type { Pipeline } from '../../drizzle/index.ts';
import type { ItemGuard } from '../../flow/index.ts';
import { askAgain, askedAboutMax, standingQuestion } from '../store/guard-statements.ts';
import { rowsOf, type StreamAddress, streamId } from '../store/segment-statements.ts';
import { lastOf } from './making/new-item-statements.ts';

/**
 * Makes items of records that are gone, each with the record as it was last made an item of, and the next number of the
 * record. Send it behind the statement that forgets these rows of the ledger.
 *
 * @param judges A formula is to tell whether they end the items before them; without one, they do.
 */
export function insertDeletions(
  tx: Pipeline,
  address: StreamAddress,
  keys: readonly string[],
  { proposes, judges }: { proposes: boolean; judges: boolean },
): PromiseLike<unknown> {
  const { sql } = tx;
  const { orgId, integrationId, runId } = address;
  return sql`
    with numbered as (
      update ledger set effect_seq = effect_seq + 1 from ${rowsOf(tx, address, keys)}
      where ledger.ctid = row.place
      returning ledger.source_key as key, ledger.effect_seq as seq
    ),
    entry as materialized (
      select given.id, given.key, numbered.seq, known.sealed, last.id as before_id, exists (
          select 1 from items as other where other.org_id = ${orgId} and other.integration_id = ${integrationId}
            and other.key = given.key and other.parent_id is null
            and (other.status in ('ready', 'parked', 'held') and not other.released or other.status = 'failed' and other.settled = 'undo_failed')
        ) as behind
      from unnest(${keys.map(() => newUuid())}::uuid[], ${[...keys]}::text[]) as given (id, key)
      join numbered on numbered.key = given.key
      join lateral (
        select made.sealed from items as newest
        join item_steps as made on made.org_id = newest.org_id and made.item_id = newest.id and made.step = ''
        where newest.org_id = ${orgId} and newest.integration_id = ${integrationId} and newest.key = given.key
          and newest.parent_id is null
        order by newest.seq desc limit 1
      ) as known on true
      left join lateral (${lastOf(tx, { orgId, integrationId }, sql`given.key`)}) as last on true
    ),
    made as (
      insert into items (org_id, id, integration_id, run_id, key, seq, change, status, before_id, interrupts)
      select ${orgId}, id, ${integrationId}, ${runId}, key, seq, 'deleted',
        case when ${proposes} then 'proposed' when behind then 'held' else 'ready' end, before_id, ${judges ? sql`null::boolean` : sql`true`}
      from entry
      on conflict (org_id, integration_id, key, seq) where parent_id is null do nothing
      returning id
    )
    insert into item_steps (org_id, item_id, step, outcome, position, sealed)
    select ${orgId}, entry.id, '', 'passed', -1, entry.sealed from entry join made on made.id = entry.id`.execute();
}

/** What people are asked about items. */
const guarded = { about: 'items', fingerprint: 'items' } as const;

/**
 * Lets the items of a whole reading go, or takes them back where they are more than the guard allows: the records are then
 * read again by the next run, as if this one had not seen that they changed.
 *
 * Send it with the checkpoint that ends the reading. `isWhole`: it was one of the whole source.
 */
export function judgeProposed(
  tx: Pipeline,
  address: StreamAddress,
  {
    itemsMax,
    changesPercentMax,
    question,
    approved,
    isWhole,
  }: ItemGuard & { approved: number | undefined; isWhole: boolean },
): PromiseLike<unknown> {
  const { sql } = tx;
  const { orgId, integrationId, runId, stream, step } = address;
  const mine = sql`org_id = ${orgId} and integration_id = ${integrationId}`;
  const known = sql`(select count(*) from ledger where stream_id = ${streamId(tx, address)} and hash is not null)`;
  const reason =
    approved !== undefined
      ? sql`case when counts.items > ${approved} then 'too_many_items' end`
      : sql`case when counts.items > ${itemsMax ?? null}::bigint then 'too_many_items'
          when counts.updated * 100 > ${changesPercentMax ?? null}::numeric * ${changesPercentMax === undefined ? sql`0` : known}
          then 'too_many_changes' end`;
  return sql`
    with proposed as materialized (
      select id, key, change from items where ${mine} and status = 'proposed'
    ),
    found as materialized (select distinct change || ' ' || key as record from proposed limit ${askedAboutMax + 1}),
    ${standingQuestion(tx, address, guarded)},
    judged as materialized (
      select case when exists (select 1 from standing where status = 'approved') and not exists (
          select 1 from found where record not in (select unnest(records) from standing)
        ) then null else ${reason} end as reason, counts.items
      from (select count(*) as items, count(*) filter (where change = 'updated') as updated from proposed) as counts
    ),
    ${askAgain(tx, address, guarded, question, isWhole)},
    released as (
      update items set status = 'held', updated_at = clock_timestamp()
      from judged where ${mine} and items.id in (select id from proposed) and judged.reason is null
    ),
    withdrawn as (
      delete from items using judged
      where ${mine} and items.id in (select id from proposed) and judged.reason is not null
    ),
    unknown as (
      update ledger set hash = '', missed = case when gone.last = 'deleted' then 2 else 0 end
      from (
        select proposed.key, (array_agg(proposed.change order by proposed.id desc))[1] as last
        from proposed, judged where judged.reason is not null group by proposed.key
      ) as gone
      where ledger.stream_id = ${streamId(tx, address)} and ledger.source_key = gone.key
    ),
    unread as (
      update streams set watermark = null from judged
      where ${mine} and stream = ${stream} and step = ${step} and judged.reason is not null
    )
    update runs set withheld = jsonb_strip_nulls(
        jsonb_build_object('reason', judged.reason, 'records', judged.items, 'approval', (select wait_id from kept)))
    from judged
    where org_id = ${orgId} and runs.id = ${runId} and judged.reason is not null`.execute();
}
