import { newUuid } from '../../core/ids.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { nestsDeeper, recordDepthMax } from '../../core/json/nests-deeper.ts';
import { type Scrub, scrubJson } from '../../core/telemetry/scrub.ts';
import type { Counters } from '../../core/pure/counters.ts';
import type { Pipeline } from '../../drizzle/index.ts';
import type { Acquired, Checkpoint, DeadLetter, Mark } from '../../engine/ports.ts';
import type { Sealer } from '../../vault/index.ts';
import { maskValues, toStorable } from '../../core/mask-values.ts';

/** Which stream of which run is served. Ids are UUIDs as stored. */
export interface StreamAddress {
  orgId: string;
  integrationId: string;
  runId: string;
  stream: string;
  /** The step of the integration that reads it: two may read one object. */
  step: string;
}

/** What stands for the stream in the ledger, as an expression that is computed once in a statement. */
export function streamId({ sql }: Pipeline, { orgId, integrationId, stream, step }: StreamAddress) {
  return sql`
    (select id from streams where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream} and step = ${step})`;
}

/** What stands for a system and object written to in the ledger, likewise; null where nothing was written to it. */
export function fingerprintId({ sql }: Pipeline, { orgId, integrationId }: StreamAddress, fingerprint: string) {
  return sql`
    (select id from fingerprints
      where org_id = ${orgId} and integration_id = ${integrationId} and fingerprint = ${fingerprint})`;
}

/** Gives systems and objects an id that have none; goes before what writes rows with them. */
export function nameFingerprints(
  { sql }: Pipeline,
  { orgId, integrationId }: StreamAddress,
  fingerprints: readonly string[],
) {
  return sql`
    insert into fingerprints (org_id, integration_id, fingerprint)
    select ${orgId}, ${integrationId}, wanted.fingerprint from unnest(${[...new Set(fingerprints)]}::text[]) as wanted (fingerprint)
    where not exists (
      select 1 from fingerprints as named where named.org_id = ${orgId} and named.integration_id = ${integrationId}
        and named.fingerprint = wanted.fingerprint
    )
    on conflict do nothing`.execute();
}

/** Locks the stream's row, and fails with SQLSTATE HB001 unless the epoch and page are the stored ones. */
export function fence(
  { sql }: Pipeline,
  { orgId, integrationId, stream, step }: StreamAddress,
  epoch: number,
  pageSeq: number,
) {
  return sql`select hub_fence(${orgId}, ${integrationId}, ${stream}, ${step}, ${epoch}, ${pageSeq})`.execute();
}

/**
 * Takes the lease where it is free, and reads where the run stands, in one statement.
 *
 * A run continues at its own cursor, or at that of a run which it resumes; a stream that any other run has
 * read since is read from the beginning. `run_id` identifies it, under the lock that grants the lease.
 *
 * A released lease is null; an expired one was not released, and its writes may have happened.
 *
 * @param of.revision The one that the segment works on; a revision that renames steps takes runs over.
 * @returns no row when the lease is not free, the run is over or on another revision, or the stream is new.
 */
export function takeLease(
  { sql }: Pipeline,
  { orgId, integrationId, runId, stream, step }: StreamAddress,
  {
    leaseMs,
    holder,
    revision = null,
  }: { leaseMs: number; holder: string | undefined; revision?: number | null | undefined },
) {
  return sql<TakenRow[]>`
    with current as (
      select s.lease_until,
        coalesce(s.run_id = r.id or r.options -> 'resumes' ? s.run_id::text, false) as goes_on, r.cancel_requested_at is not null as cancel_requested,
        r.read, r.created, r.updated, r.deleted, r.skipped, r.failed, r.deduplicated, r.filtered
      from streams s join runs r on r.org_id = s.org_id and r.id = ${runId} and r.status in ('running', 'canceling')
        and r.revision = coalesce(${revision}, r.revision)
      where s.org_id = ${orgId} and s.integration_id = ${integrationId} and s.stream = ${stream} and s.step = ${step}
        and (s.lease_until is null or s.lease_until < clock_timestamp())
      for update of s
    )
    update streams set epoch = epoch + 1, run_id = ${runId}, holder = ${holder ?? null},
      lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond',
      page_seq = case when current.goes_on then page_seq else 0 end,
      page_cursor = case when current.goes_on then page_cursor end,
      finished = current.goes_on and finished, page_in_doubt = page_in_doubt or current.lease_until is not null
    from current
    where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream} and step = ${step}
    returning epoch, page_seq, page_cursor, watermark, finished, page_in_doubt, current.cancel_requested,
      greatest(coalesce(extract(epoch from quiet_until - clock_timestamp()) * 1000, 0), 0)::float8 as quiet_ms,
      current.read, current.created, current.updated, current.deleted, current.skipped, current.failed,
      current.deduplicated, current.filtered,
      exists (
        select 1 from ledger where ledger.stream_id = streams.id and pending_at is not null
      ) or exists (
        select 1 from page_marks where page_marks.org_id = ${orgId} and page_marks.integration_id = ${integrationId}
          and page_marks.stream = ${stream} and page_marks.step = ${step}
      ) as has_pending,
      exists (
        select 1 from record_groups where record_groups.org_id = ${orgId} and record_groups.integration_id = ${integrationId}
          and record_groups.stream = ${stream} and record_groups.step = ${step}
      ) as has_waiting`.execute();
}

/** Fails with SQLSTATE HB001 unless the lease was taken in this transaction, for a run that is to go on and of which nothing has failed. */
export function requireTaken(
  { sql }: Pipeline,
  { orgId, integrationId, runId, stream, step }: StreamAddress,
): PromiseLike<unknown> {
  return sql`
    select hub_fence(${orgId}, ${integrationId}, ${stream}, ${step}, -1, -1) where not exists (
      select 1 from streams s join runs r on r.org_id = s.org_id and r.id = ${runId}
      where s.org_id = ${orgId} and s.integration_id = ${integrationId} and s.stream = ${stream} and s.step = ${step}
        and s.xmin = pg_current_xact_id()::xid and r.failed = 0 and r.cancel_requested_at is null
    )`.execute();
}

interface TakenRow extends Counters {
  epoch: number;
  page_seq: number;
  page_cursor: Json;
  watermark: Json;
  finished: boolean;
  page_in_doubt: boolean;
  quiet_ms: number;
  cancel_requested: boolean;
  has_pending: boolean;
  has_waiting: boolean;
}

export function toAcquired(taken: TakenRow): Acquired {
  const { read, created, updated, deleted, skipped, failed, deduplicated, filtered } = taken;
  return {
    status: 'acquired',
    epoch: taken.epoch,
    pageSeq: taken.page_seq,
    cursor: taken.page_cursor,
    watermark: taken.watermark,
    finished: taken.finished,
    pageInDoubt: taken.page_in_doubt,
    quietMs: taken.quiet_ms,
    counters: { read, created, updated, deleted, skipped, failed, deduplicated, filtered },
    cancelRequested: taken.cancel_requested,
    hasPending: taken.has_pending,
    hasWaiting: taken.has_waiting,
  };
}

/** Why a lease was not to be had; makes the stream's row where it is missing. */
export async function explainNoLease(
  { sql }: Pipeline,
  { orgId, integrationId, runId, stream, step }: StreamAddress,
  revision: number | null = null,
) {
  const [made, [found]] = await Promise.all([
    sql`
      insert into streams (org_id, integration_id, stream, step) values (${orgId}, ${integrationId}, ${stream}, ${step})
      on conflict do nothing returning 1`.execute(),
    sql<{ at_work: boolean; rest_ms: number }[]>`
      select r.status in ('running', 'canceling') and r.revision = coalesce(${revision}, r.revision) as at_work,
        coalesce(greatest(extract(epoch from s.lease_until - clock_timestamp()) * 1000, 0), 0)::float8 as rest_ms
      from runs r left join streams s
        on s.org_id = r.org_id and s.integration_id = ${integrationId} and s.stream = ${stream} and s.step = ${step}
      where r.org_id = ${orgId} and r.id = ${runId}`.execute(),
  ]);
  return { made: made.length > 0, atWork: found?.at_work === true, restMs: found?.rest_ms ?? 0 };
}

/**
 * Prolongs the lease and, with `advance`, moves cursor and watermark; fails with SQLSTATE HB001 where the fence would.
 *
 * Send it first: when it fails, nothing of the transaction is carried out.
 */
export function moveStream(
  { sql }: Pipeline,
  { orgId, integrationId, stream, step }: StreamAddress,
  held: { epoch: number; pageSeq: number; leaseMs: number },
  advance: Checkpoint['advance'],
) {
  const cursor = advance === undefined ? null : JSON.stringify(advance.cursor);
  const watermark = advance?.watermark === undefined ? null : JSON.stringify(advance.watermark);
  return sql`
    select hub_advance(${orgId}, ${integrationId}, ${stream}, ${step}, ${held.epoch}, ${held.pageSeq}, ${held.leaseMs},
      ${advance !== undefined}, ${cursor}::jsonb, ${advance?.finished === true}, ${watermark}::jsonb)`.execute();
}

export function countInRun(
  { sql }: Pipeline,
  { orgId, runId }: StreamAddress,
  { counters, advance }: Pick<Checkpoint, 'counters' | 'advance'>,
): PromiseLike<{ cancel_requested: boolean }[]> {
  return sql<{ cancel_requested: boolean }[]>`
    update runs set read = read + ${counters.read}, created = created + ${counters.created},
      updated = updated + ${counters.updated}, deleted = deleted + ${counters.deleted},
      skipped = skipped + ${counters.skipped}, failed = failed + ${counters.failed},
      deduplicated = deduplicated + ${counters.deduplicated}, filtered = filtered + ${counters.filtered},
      pages = pages + ${advance === undefined ? 0 : 1}, updated_at = clock_timestamp()
    where org_id = ${orgId} and id = ${runId}
    returning cancel_requested_at is not null as cancel_requested`.execute();
}

export function settleRows(
  tx: Pipeline,
  address: StreamAddress,
  pageSeq: number,
  { fingerprint, settled }: Checkpoint,
) {
  const { orgId, runId } = address;
  return tx.sql`
    insert into ledger (org_id, stream_id, source_key, fingerprint_id, target_id, hash, effect_seq, unresolved,
      deactivated, run_id, page_seq)
    select ${orgId}, ${streamId(tx, address)}, row.source_key, ${fingerprintId(tx, address, fingerprint)}, row.target_id,
      row.hash, row.effect_seq, row.unresolved, row.deactivated, ${runId}, ${pageSeq}
    from unnest(${settled.map((row) => row.sourceKey)}::text[], ${settled.map((row) => row.targetId ?? null)}::text[],
      ${toByteaList(settled.map((row) => row.hash))}::text::bytea[], ${settled.map((row) => row.effectSeq)}::int[],
      ${settled.map((row) => String(row.unresolved))}::text[]::boolean[],
      ${settled.map((row) => String(row.deactivated === true))}::text[]::boolean[])
      as row (source_key, target_id, hash, effect_seq, unresolved, deactivated)
    on conflict (stream_id, source_key) do update set
      fingerprint_id = excluded.fingerprint_id, target_id = excluded.target_id, hash = excluded.hash,
      effect_seq = excluded.effect_seq, unresolved = excluded.unresolved, missed = 0,
      -- Whether it was written, and with what, is not known: it has to be switched on still.
      deactivated = (ledger.deactivated or excluded.deactivated) and excluded.hash = '',
      run_id = excluded.run_id, page_seq = excluded.page_seq,
      pending_run_id = null, pending_effect_id = null, pending_operation = null, pending_hash = null,
      pending_body = null, pending_at = null`.execute();
}

/**
 * Takes target records away from other rows than those that are settled with them. These rows are of a definition before:
 * with another key, or of another object, the same record of the target goes by another source key. Or their records vanished, and what
 * was switched off for them has a record again.
 */
export function disownRows(tx: Pipeline, address: StreamAddress, { fingerprint, settled }: Checkpoint) {
  return tx.sql`
    update ledger set target_id = null, hash = null, missed = 0
    from unnest(${settled.map((row) => row.sourceKey)}::text[], ${settled.map((row) => row.targetId ?? null)}::text[])
      as mine (source_key, target_id)
    cross join lateral (
      select ctid as place from ledger as other
      where other.fingerprint_id = ${fingerprintId(tx, address, fingerprint)} and other.target_id = mine.target_id
        and (other.source_key <> mine.source_key or other.stream_id <> ${streamId(tx, address)})
      limit 1
    ) as owner
    where ledger.ctid = owner.place`.execute();
}

/**
 * The rows of some source keys, as `row.place`: one probe of the index for each, whatever the planner thinks of a table
 * that was never analyzed. Asked for by `= any(…)` it may read the whole stream instead.
 */
export function rowsOf(tx: Pipeline, address: StreamAddress, sourceKeys: readonly string[]) {
  return tx.sql`
    unnest(${[...sourceKeys]}::text[]) as wanted (source_key) cross join lateral (
      select ctid as place from ledger as known
      where known.stream_id = ${streamId(tx, address)} and known.source_key = wanted.source_key limit 1
    ) as row`;
}

/** A known row without a hash that any record could have. */
export function invalidateRows(tx: Pipeline, address: StreamAddress, sourceKeys: readonly string[]) {
  return tx.sql`
    update ledger set hash = '' from ${rowsOf(tx, address, sourceKeys)}
    where ledger.ctid = row.place and ledger.hash is not null`.execute();
}

/** Writes down which rows the page shows, of those that several pages of a reading show: their page is less than zero. */
export function noteRepeats(
  tx: Pipeline,
  address: StreamAddress,
  pageSeq: number,
  { again, once }: NonNullable<Checkpoint['repeats']>,
): PromiseLike<unknown> {
  const note = (sourceKeys: readonly string[], seq: number) =>
    sourceKeys.length === 0
      ? undefined
      : tx.sql`
          update ledger set run_id = ${address.runId}, page_seq = ${seq} from ${rowsOf(tx, address, sourceKeys)}
          where ledger.ctid = row.place`.execute();
  return Promise.all([note(again, -1 - pageSeq), note(once, pageSeq)]);
}

export function unmarkRows(tx: Pipeline, address: StreamAddress, sourceKeys: readonly string[]) {
  return tx.sql`
    update ledger set pending_run_id = null, pending_effect_id = null, pending_operation = null, pending_hash = null,
      pending_body = null, pending_at = null
    from ${rowsOf(tx, address, sourceKeys)}
    where ledger.ctid = row.place`.execute();
}

/** Stores intended writes; a row of another target starts again, its sequence goes on. */
export function markRows(tx: Pipeline, address: StreamAddress, marks: readonly Mark[], bodies: readonly Buffer[]) {
  const { orgId, integrationId, runId } = address;
  return tx.sql`
    insert into ledger (org_id, stream_id, source_key, fingerprint_id, effect_seq,
      pending_run_id, pending_effect_id, pending_operation, pending_hash, pending_body, pending_at)
    select ${orgId}, ${streamId(tx, address)}, mark.source_key, named.id, mark.effect_seq,
      ${runId}, mark.effect_id, mark.operation, mark.hash, mark.body, clock_timestamp()
    from unnest(${marks.map((mark) => mark.sourceKey)}::text[], ${marks.map((mark) => mark.fingerprint)}::text[],
      ${marks.map((mark) => mark.effectSeq)}::int[], ${marks.map((mark) => mark.effectId)}::text[],
      ${marks.map((mark) => mark.operation)}::text[], ${toByteaList(marks.map((mark) => mark.hash))}::text::bytea[],
      ${toSealedList(bodies)}::text::bytea[])
      as mark (source_key, fingerprint, effect_seq, effect_id, operation, hash, body)
    join fingerprints as named on named.org_id = ${orgId} and named.integration_id = ${integrationId}
      and named.fingerprint = mark.fingerprint
    on conflict (stream_id, source_key) do update set
      hash = case when ledger.fingerprint_id = excluded.fingerprint_id then ledger.hash end,
      target_id = case when ledger.fingerprint_id = excluded.fingerprint_id then ledger.target_id end,
      unresolved = ledger.unresolved and ledger.fingerprint_id = excluded.fingerprint_id,
      fingerprint_id = excluded.fingerprint_id, effect_seq = excluded.effect_seq,
      pending_run_id = excluded.pending_run_id, pending_effect_id = excluded.pending_effect_id,
      pending_operation = excluded.pending_operation, pending_hash = excluded.pending_hash,
      pending_body = excluded.pending_body, pending_at = excluded.pending_at`.execute();
}

export function insertDeadLetters(
  { sql }: Pipeline,
  { orgId, integrationId, runId, stream }: StreamAddress,
  deadLetters: readonly DeadLetter[],
  { sealer, scrub }: { sealer: Sealer; scrub: Scrub },
) {
  const records = deadLetters.map(({ record }) => withoutDeep(record));
  return sql`
    insert into dead_letters (org_id, id, integration_id, run_id, stream, source_key, step, item_id, code, field, message, masked, sealed)
    select ${orgId}, dead_letter.id, ${integrationId}, ${runId}, ${stream}, dead_letter.source_key, dead_letter.step, dead_letter.item_id, dead_letter.code, dead_letter.field,
      dead_letter.message, dead_letter.masked, dead_letter.sealed
    from unnest(${deadLetters.map(() => newUuid())}::uuid[], ${deadLetters.map((deadLetter) => deadLetter.sourceKey ?? null)}::text[],
      ${deadLetters.map((deadLetter) => deadLetter.step ?? null)}::text[], ${deadLetters.map((deadLetter) => deadLetter.itemId ?? null)}::uuid[],
      ${deadLetters.map((deadLetter) => deadLetter.code)}::text[], ${deadLetters.map((deadLetter) => (deadLetter.field === undefined ? null : toStorable(deadLetter.field)))}::text[],
      ${deadLetters.map((deadLetter) => toStorable(scrub(deadLetter.message)))}::text[],
      ${records.map((record) => JSON.stringify(scrubJson(maskValues(record), scrub)))}::text[]::jsonb[],
      ${toSealedList(records.map((record) => sealer.seal(record)))}::text::bytea[])
      as dead_letter (id, source_key, step, item_id, code, field, message, masked, sealed)`.execute();
}

/** A record without the members that would keep it from being kept at all. */
function withoutDeep(record: JsonObject): JsonObject {
  if (!nestsDeeper(record, recordDepthMax)) return record;
  return Object.fromEntries(Object.entries(record).filter(([, member]) => !nestsDeeper(member, recordDepthMax - 1)));
}

/**
 * A list of bytes, each in hexadecimal digits, as PostgreSQL reads it from one text (`::text::bytea[]`); null where there are
 * none. The client would take the elements for texts, and look in each for what has to be escaped.
 */
export function toByteaList(digits: readonly (string | undefined)[]): string {
  return `{${digits.map((one) => (one === undefined ? 'null' : `"\\\\x${one}"`)).join(',')}}`;
}

/** The same of bytes that are at hand. */
export function toSealedList(sealed: readonly (Buffer | undefined)[]): string {
  return toByteaList(sealed.map((bytes) => bytes?.toString('hex')));
}
