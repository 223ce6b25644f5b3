import { newUuid, toUuid } from '../../../core/ids.ts';
import type { WaitKind, WaitStatus } from '../../../core/enums.ts';
import type { WaitRequest } from '../../../flow/index.ts';
import type { Pipeline } from '../../../drizzle/index.ts';
import type { RunAddress } from '../../load/load-run.ts';
import type { StreamAddress } from '../../store/segment-statements.ts';
import { itemColumns, noTarget, type StoredItem } from '../item-rows.ts';
import { selectKnown } from '../known-statements.ts';

/** What an item that is parked waits for. */
export interface NewWait {
  itemId: string;
  step: string;
  request: WaitRequest;
}

/** Approvals of a step of a run that are asked within this time are told of in one message. */
const bundleSeconds = 30;

/**
 * Lets items wait. A wait that was answered before its item came to it is there already, with its answer.
 *
 * Times are counted by the clock of the database and rounded up, to one percent of the wait: from a second to five minutes. So
 * thousands of items go on in a few turns, and none too early.
 */
export function storeWaits(
  { sql }: Pipeline,
  { orgId, integrationId, runId }: RunAddress,
  waits: readonly NewWait[],
): PromiseLike<unknown> {
  const requests = waits.map(({ request }) => request);
  const approvals = requests.map(({ approval }) => approval);
  const events = requests.map(({ event }) => event);
  return sql`
    with entry as (
      select given.*, coalesce(to_timestamp(at_ms / 1000), clock_timestamp() + after_ms * interval '1 millisecond') as ends
      from unnest(${waits.map(() => newUuid())}::uuid[], ${waits.map(({ itemId }) => itemId)}::uuid[],
        ${waits.map(({ step }) => step)}::text[], ${requests.map(({ kind }) => kind)}::text[],
        ${requests.map(({ due }) => (due !== undefined && 'atMs' in due ? due.atMs : null))}::float8[],
        ${requests.map(({ due }) => (due !== undefined && 'afterMs' in due ? due.afterMs : null))}::float8[],
        ${requests.map(({ endsAfterMs }) => endsAfterMs ?? null)}::float8[],
        ${approvals.map((approval) => approval?.message ?? null)}::text[],
        ${approvals.map((approval) => (approval === undefined ? null : JSON.stringify(approval.approvers)))}::text[],
        ${approvals.map((approval) => approval?.quorum ?? null)}::int[],
        ${approvals.map((approval) => String(approval?.notByRequester ?? false))}::text[]::boolean[],
        ${approvals.map((approval) => (approval === undefined ? null : JSON.stringify(approval.notices)))}::text[],
        ${approvals.map((approval) => String(approval?.together ?? false))}::text[]::boolean[],
        ${events.map((event) => event && (toUuid('integration', event.integration ?? '') ?? integrationId)).map((id) => id ?? null)}::uuid[],
        ${events.map((event) => event?.key ?? null)}::text[], ${events.map((event) => event?.lookBackMs ?? null)}::float8[])
        as given (id, item_id, step, kind, at_ms, after_ms, ends_after_ms, message, approvers, quorum, not_by_requester, notices, together,
          event_integration, event_key, look_back_ms)
    ), rounded as (
      select *, least(greatest(ceil(extract(epoch from ends - clock_timestamp()) * 0.01), 1), 300) as grain from entry
    )
    insert into waits (org_id, id, integration_id, run_id, item_id, step, kind, parked_at, due_at, ends_at, message, approvers, quorum, not_by,
      together, notices, tell_at, event_integration, event_key, looks_back_to)
    select ${orgId}, id, ${integrationId}, ${runId}, item_id, step, kind, clock_timestamp(),
      case kind when 'check' then ends else to_timestamp(ceil(extract(epoch from ends) / grain) * grain) end,
      clock_timestamp() + ends_after_ms * interval '1 millisecond', message,
      case when approvers is not null then array(select jsonb_array_elements_text(approvers::jsonb)) end, quorum,
      case when not_by_requester then (select requested_by from runs where org_id = ${orgId} and id = ${runId}) end,
      together, notices::jsonb, case when notices is not null then
        to_timestamp(ceil(extract(epoch from clock_timestamp()) / ${bundleSeconds}) * ${bundleSeconds}) end,
      event_integration, event_key, clock_timestamp() - look_back_ms * interval '1 millisecond'
    from rounded
    on conflict (org_id, item_id, step) where not settled do update
      set parked_at = excluded.parked_at, due_at = excluded.due_at, ends_at = excluded.ends_at, run_id = excluded.run_id`.execute();
}

/** Ends waits whose time is up. An answer that comes in the same moment is either first, or too late. */
export function expireWaits({ sql }: Pipeline, { orgId }: RunAddress, ids: readonly string[]): PromiseLike<unknown> {
  return sql`
    update waits set status = 'expired', ended_at = clock_timestamp()
    where org_id = ${orgId} and id = any(${[...ids]}::uuid[]) and status = 'open'`.execute();
}

/** What approvers said, in the order in which they did. */
export interface DecisionRow {
  actor: string;
  decision: 'approve' | 'reject';
  comment: string | null;
  sealed: string | null;
}

/** An item whose wait is over, or is still open though its time is up. */
export type ResumedItem = StoredItem & {
  step: string;
  wait_id: string;
  wait_kind: WaitKind;
  wait_status: Exclude<WaitStatus, 'open' | 'canceled'>;
  answer: string | null;
  decisions: DecisionRow[];
  released: boolean;
};

/** Items of a run whose waits are over. One that let newer items of its record pass goes on when these have ended. */
export function selectResumed(
  tx: Pipeline,
  address: StreamAddress,
  { limit, known }: { limit: number; known: readonly string[] },
) {
  return selectWithWaits(tx, address, known, tx.sql`${overOf(tx, address)} order by over.id limit ${limit}`);
}

/** SQLSTATE of `hub_settle_waits`. */
export const settledMeanwhile = 'HB002';

/**
 * Whether the wait of an item ends when the item goes on. One that may be answered, or is behind items that it let pass, ends
 * before: then an answer is too late, and the oldest of those that are over goes first.
 */
export function endsAsItGoesOn({ wait_kind: kind, released }: ResumedItem): boolean {
  return (kind === 'time' || kind === 'retry') && !released;
}

/**
 * Items of a run whose time is up, those first that are due the longest. Checks are asked first, and batches are closed.
 *
 * As of the beginning of the statement: an instant that stays the same is looked up in the index, and those to come are not read.
 */
export function selectDue(
  tx: Pipeline,
  address: StreamAddress,
  { limit, known }: { limit: number; known: readonly string[] },
) {
  const { orgId, runId } = address;
  return selectWithWaits(
    tx,
    address,
    known,
    tx.sql`
    select due.* from waits as due
    cross join lateral (select status from items where org_id = due.org_id and id = due.item_id offset 0) as held
    where held.status = 'parked' and due.org_id = ${orgId} and due.run_id = ${runId} and due.status = 'open' and due.due_at <= statement_timestamp()
      and due.kind not in ('check', 'batch')
    order by due.due_at limit ${limit}`,
  );
}

/** @param waits Rows of waits, as a statement. One that is still open counts as expired. */
function selectWithWaits(
  tx: Pipeline,
  address: StreamAddress,
  known: readonly string[],
  waits: ReturnType<Pipeline['sql']>,
) {
  const { sql } = tx;
  return sql<ResumedItem[]>`
    with w as materialized (${waits})
    select ${itemColumns(sql, selectKnown(tx, address, known))}, ${noTarget(sql)}, i.released, w.id as wait_id, w.kind as wait_kind,
      case w.status when 'open' then 'expired' else w.status end as wait_status, encode(w.sealed, 'base64') as answer, (
        select coalesce(json_agg(json_build_object('actor', d.actor, 'decision', d.decision, 'comment', d.comment,
          'sealed', encode(d.sealed, 'base64')) order by d.created_at, d.actor), '[]')
        from approval_decisions as d where d.org_id = w.org_id and d.wait_id = w.id
      ) as decisions
    from w cross join lateral (select * from items where org_id = w.org_id and id = w.item_id offset 0) as i
    order by i.id`.execute();
}

/**
 * Waits of a run that are over and whose items may go on. An item that let others of its record pass goes on when none of these
 * is on its way, whichever is the newer one; of several that could go on at once, the oldest does.
 *
 * Each item is looked up by its id, whatever is known of the tables: where nobody has analyzed them, a join of them looks at all
 * items for each wait.
 */
export function overOf({ sql }: Pick<Pipeline, 'sql'>, { orgId, runId }: Pick<RunAddress, 'orgId' | 'runId'>) {
  const isOver = (wait: 'over' | 'theirs') => sql`
    ${sql(wait)}.org_id = ${orgId} and ${sql(wait)}.run_id = ${runId} and ${sql(wait)}.status <> 'open' and not ${sql(wait)}.settled
      and ${sql(wait)}.parked_at is not null`;
  return sql`
    select over.* from waits as over
    cross join lateral (select * from items where org_id = over.org_id and id = over.item_id offset 0) as held
    where ${isOver('over')} and held.status = 'parked'
      and not (held.released and exists (
        select 1 from items as other
        where other.org_id = held.org_id and other.integration_id = held.integration_id and other.key = held.key
          and other.seq <> held.seq and other.parent_id is null
          and (other.status in ('ready', 'parked') and not other.released
            or other.status = 'failed' and other.settled = 'undo_failed'
            or other.status = 'parked' and other.seq < held.seq and exists (
              select 1 from waits as theirs where theirs.item_id = other.id and ${isOver('theirs')}
            ))
      ))`;
}

/**
 * Notes that the items of waits have gone on, and ends those whose time is up.
 *
 * @throws with SQLSTATE HB002 where one was settled meanwhile by somebody who moved or canceled its item.
 */
export function settleWaits({ sql }: Pipeline, { orgId }: RunAddress, ids: readonly string[]): PromiseLike<unknown> {
  return sql`select hub_settle_waits(${orgId}, ${[...ids]}::uuid[])`.execute();
}

/** How many callbacks items have taken at their steps. */
export function selectTaken({ sql }: Pipeline, { orgId }: RunAddress, itemIds: readonly string[]) {
  return sql<{ item_id: string; step: string; taken: number }[]>`
    select item_id, step, count(*)::int as taken from waits
    where org_id = ${orgId} and item_id = any(${[...itemIds]}::uuid[]) and kind = 'callback' and status = 'answered' and settled
    group by item_id, step`.execute();
}

/** How often items have paused before the steps at which they stand, how long ago they did so first, and how long they may still take. */
export function selectPauses({ sql }: Pipeline, { orgId }: RunAddress, items: readonly { id: string; step: string }[]) {
  return sql<{ item_id: string; pauses: number; since_ms: number; rest_ms: number | null }[]>`
    select failed.id as item_id, paused.pauses, coalesce(paused.since_ms, 0) as since_ms,
      (select extract(epoch from times_out_at - clock_timestamp())::float8 * 1000 from items
        where org_id = ${orgId} and id = failed.id and times_out_at > '-infinity') as rest_ms
    from unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ step }) => step)}::text[]) as failed (id, step)
    cross join lateral (
      select count(*)::int as pauses, extract(epoch from clock_timestamp() - min(parked_at))::float8 * 1000 as since_ms from waits
      where org_id = ${orgId} and item_id = failed.id and step = failed.step and kind = 'retry'
    ) as paused`.execute();
}
