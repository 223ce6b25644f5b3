import type { Pipeline } from '../../drizzle/index.ts';
import type { Checkpoint, DiffQuery, DiffRow, Repeat } from '../../engine/ports.ts';
import { fingerprintId, type StreamAddress, streamId, toByteaList } from './segment-statements.ts';

/** What a segment asks of its stream and ledger without changing what a checkpoint fences. */

/** A lease that was let go stays so: the last checkpoint does that while a renewal may be on its way. */
export function renewLease(
  { sql }: Pipeline,
  { orgId, integrationId, runId, stream, step }: StreamAddress,
  epoch: number,
  leaseMs: number,
) {
  return sql<{ held: boolean; cancel_requested: boolean }[]>`
    with lease as (
      update streams set lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream} and step = ${step}
        and epoch = ${epoch} and lease_until is not null
      returning 1
    )
    select exists (select 1 from lease) as held, cancel_requested_at is not null as cancel_requested
    from runs where org_id = ${orgId} and id = ${runId}`.execute();
}

/** Gives a lease back. */
export function releaseLease(
  { sql }: Pipeline,
  { orgId, integrationId, stream, step }: StreamAddress,
  epoch: number,
  pageInDoubt: boolean,
) {
  return sql`
    update streams set lease_until = null, page_in_doubt = page_in_doubt or ${pageInDoubt}
    where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream} and step = ${step}
      and epoch = ${epoch}`.execute();
}

interface DiffSqlRow {
  index: number;
  stored_key: string | null;
  is_same: true | null;
  known: boolean;
  same_hash: boolean;
  target_id: string | null;
  effect_seq: number;
  settled_here: boolean;
  unresolved: boolean;
  deactivated: boolean;
  repeat: Repeat | null;
}

type Condition = ReturnType<typeof fingerprintId>;

/** Compares in the database, so that unchanged records cost no row back. */
export function compareRows(
  tx: Pipeline,
  address: StreamAddress,
  { epoch, fingerprint, pageSeq, ignoreHashes, forget, repeats, entries }: DiffQuery,
) {
  const { sql } = tx;
  const { orgId, integrationId, runId, stream, step } = address;
  const here = sql`known.fingerprint_id = ${fingerprintId(tx, address, fingerprint)}`;
  const differs = sql`
    (${ignoreHashes} or known.hash is distinct from entry.hash or (${here}) is not true or known.pending_at is not null)`;
  const onPage =
    repeats === undefined || repeats.onPage.length === 0
      ? sql`false`
      : sql`entry.asked = any(${[...repeats.onPage]}::text[])`;
  const repeat =
    repeats === undefined
      ? sql`null::jsonb`
      : selectRepeat(tx, address, { here, pageSeq, differs, isOnPage: sql`(${onPage} and not ${differs})` });
  const isListed = sql`
    (entry.hash is not null and (${differs} or (known.run_id = ${runId} and known.page_seq = ${pageSeq})
      or (${repeats !== undefined} and (known.page_seq < 0 or ${onPage}))))`;
  const compared = sql`
    select entry.position::int - 1 as index, known.place,
      coalesce(known.hash is not null and ${here}, false) as known,
      coalesce(known.hash = entry.hash and ${here}, false) as same_hash,
      case when ${here} then known.target_id end as target_id,
      coalesce(known.effect_seq, 0) as effect_seq,
      coalesce(known.run_id = ${runId} and known.page_seq = ${pageSeq} and known.hash = entry.hash and ${here}, false)
        as settled_here,
      coalesce(known.unresolved and ${here}, false) as unresolved,
      coalesce(known.deactivated and ${here}, false) as deactivated,
      ${repeat} as repeat, nullif(entry.source_key, entry.asked) as stored_key, nullif(${isListed} is not true, false) as is_same
    from ${selectEntries(tx, address, entries)} as entry
    left join lateral (
      -- One index probe a record, whatever the planner thinks of the table's size.
      select *, ctid as place from ledger
      where stream_id = ${streamId(tx, address)} and source_key = entry.source_key limit 1
    ) known on true
    where ${isListed} or entry.source_key <> entry.asked`;
  const columns = sql`
    index, stored_key, is_same, known, same_hash, target_id, effect_seq, settled_here, unresolved, deactivated, repeat`;
  if (!forget) return sql<DiffSqlRow[]>`select ${columns} from (${compared}) as compared`.execute();
  return sql<DiffSqlRow[]>`
    with compared as materialized (${compared}),
    forgotten as (
      update ledger set hash = '' from compared
      where ledger.ctid = compared.place and compared.known and not compared.same_hash and compared.repeat is null
        and compared.is_same is null and exists (
        select 1 from streams where streams.org_id = ${orgId} and streams.integration_id = ${integrationId}
          and streams.stream = ${stream} and streams.step = ${step} and streams.epoch = ${epoch}
      )
    )
    select ${columns} from compared`.execute();
}

/**
 * The entries of a query as rows, by the keys that the ledger has: that of a row that is there comes first, then what was switched
 * off, then what a run settled last.
 */
function selectEntries(tx: Pipeline, address: StreamAddress, entries: DiffQuery['entries']) {
  const { sql } = tx;
  const keys = sql`${entries.map((entry) => entry.sourceKey)}::text[]`;
  const hashes = sql`${toByteaList(entries.map((entry) => entry.hash))}::text::bytea[]`;
  if (entries.every(({ forms }) => forms === undefined)) {
    return sql`
      (select source_key, source_key as asked, hash, position
        from unnest(${keys}, ${hashes}) with ordinality as given (source_key, hash, position))`;
  }
  const forms = entries.map((entry) => (entry.forms === undefined ? null : JSON.stringify(entry.forms)));
  return sql`
    (select case when given.forms is null then given.source_key else coalesce(
        (select source_key from ledger
          where stream_id = ${streamId(tx, address)} and source_key = given.source_key and hash is not null limit 1),
        (select stored.source_key from jsonb_array_elements_text(given.forms::jsonb) as form (source_key)
          cross join lateral (
            select source_key, hash, deactivated, run_id from ledger
            where stream_id = ${streamId(tx, address)} and source_key = form.source_key limit 1
          ) as stored
          order by stored.hash is null, not stored.deactivated, stored.run_id desc nulls last limit 1),
        given.source_key
      ) end as source_key, given.source_key as asked, given.hash, given.position
      from unnest(${keys}, ${hashes}, ${forms}::text[]) with ordinality as given (source_key, hash, forms, position)
      -- Each is looked for once.
      offset 0)`;
}

/**
 * What a row tells of other pages of the reading that show its record, null where it tells of none: what an earlier page of this run, or a
 * later one of the run before, settled otherwise, and what a checkpoint wrote down as repeated; or as the page itself tells.
 */
function selectRepeat(
  tx: Pipeline,
  { orgId, integrationId, runId, stream, step }: StreamAddress,
  { here, pageSeq, differs, isOnPage }: { here: Condition; pageSeq: number; differs: Condition; isOnPage: Condition },
) {
  const { sql } = tx;
  const isNoted = sql`known.page_seq < 0`;
  const again = sql`
    (known.run_id = ${runId} and case when ${isNoted} then -1 - known.page_seq else known.page_seq end <> ${pageSeq})`;
  const before = sql`
    (select id from runs where org_id = ${orgId} and integration_id = ${integrationId} and id < ${runId} order by id desc limit 1)`;
  return sql`
    case when known.hash is not null and ${here} and (
      ${isNoted} or ${isOnPage}
      or (known.hash <> entry.hash and (${again} or (known.page_seq > ${pageSeq} and known.run_id = ${before})))
    ) then jsonb_build_object(
      'noted', coalesce(${isNoted}, false),
      'again', coalesce(${again}, false),
      'waits', coalesce(${isNoted} and known.run_id = ${runId} and exists (
        select 1 from record_groups
        where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream} and step = ${step}
          and group_key = entry.source_key
      ), false),
      'differs', ${differs}
    ) end`;
}

export function toDiffRow(row: DiffSqlRow): DiffRow {
  return {
    index: row.index,
    ...(row.stored_key === null ? {} : { storedKey: row.stored_key }),
    ...(row.is_same === null ? {} : { isSame: true }),
    known: row.known,
    sameHash: row.same_hash,
    targetId: row.target_id ?? undefined,
    effectSeq: row.effect_seq,
    settledHere: row.settled_here,
    unresolved: row.unresolved,
    deactivated: row.deactivated,
    ...(row.repeat === null ? {} : { repeat: row.repeat }),
  };
}

/**
 * Rows of another object, and those that were settled last before the definition named another key, own nothing: the
 * same record of the target may go by another source key since. Ids of runs are ordered by time. Nor do rows whose records vanished,
 * and were switched off in the target.
 */
export function findOwners(
  tx: Pipeline,
  address: StreamAddress,
  fingerprint: string,
  targets: readonly { sourceKey: string; targetId: string }[],
) {
  const { orgId, integrationId, runId } = address;
  return tx.sql<{ source_key: string; owner: string }[]>`
    with other_key as materialized (
      select id from runs where org_id = ${orgId} and integration_id = ${integrationId} and revision = any(array(
        select other.revision
        from runs
        join integration_revisions present on present.org_id = runs.org_id
          and present.integration_id = runs.integration_id and present.revision = runs.revision
        join integration_revisions other on other.org_id = runs.org_id and other.integration_id = runs.integration_id
        where runs.org_id = ${orgId} and runs.id = ${runId}
          and other.definition #> '{source,key}' is distinct from present.definition #> '{source,key}'
      ))
      order by id desc limit 1
    )
    select mine.source_key, owner.source_key as owner
    from unnest(${targets.map((target) => target.sourceKey)}::text[], ${targets.map((target) => target.targetId)}::text[])
      as mine (source_key, target_id)
    cross join lateral (
      select source_key, stream_id, run_id, deactivated and hash is null as is_off from ledger
      where fingerprint_id = ${fingerprintId(tx, address, fingerprint)} and target_id = mine.target_id limit 1
    ) owner
    where owner.source_key <> mine.source_key and owner.stream_id = ${streamId(tx, address)} and not owner.is_off
      and not coalesce(owner.run_id <= (select id from other_key), false)`.execute();
}

/** Records that are settled with what other rows of theirs switched off in the target: it is to be switched on with the next write. */
export function findSwitchedOff(tx: Pipeline, address: StreamAddress, { fingerprint, settled }: Checkpoint) {
  return tx.sql<{ source_key: string }[]>`
    select mine.source_key
    from unnest(${settled.map((row) => row.sourceKey)}::text[], ${settled.map((row) => row.targetId ?? null)}::text[])
      as mine (source_key, target_id)
    cross join lateral (
      select source_key, stream_id, deactivated and hash is null as is_off from ledger
      where fingerprint_id = ${fingerprintId(tx, address, fingerprint)} and target_id = mine.target_id limit 1
    ) owner
    where owner.source_key <> mine.source_key and owner.stream_id = ${streamId(tx, address)} and owner.is_off`.execute();
}

export interface PendingSqlRow {
  source_key: string;
  fingerprint: string;
  target_id: string | null;
  effect_seq: number;
  known: boolean;
  effect_id: string;
  operation: 'create' | 'update' | 'upsert' | 'delete';
  hash: string;
  body: Buffer;
  own_run: boolean;
  age_ms: number;
}

export function selectPending(tx: Pipeline, address: StreamAddress, limit: number) {
  const { orgId, integrationId, runId } = address;
  return tx.sql<PendingSqlRow[]>`
    select source_key, (
        select fingerprint from fingerprints as named
        where named.org_id = ${orgId} and named.integration_id = ${integrationId} and named.id = fingerprint_id
      ) as fingerprint, target_id, effect_seq, hash is not null as known, pending_effect_id as effect_id,
      pending_operation as operation, encode(pending_hash, 'hex') as hash, pending_body as body,
      pending_run_id = ${runId} as own_run,
      (extract(epoch from clock_timestamp() - pending_at) * 1000)::float8 as age_ms
    from ledger
    where stream_id = ${streamId(tx, address)} and pending_at is not null
    order by pending_at, source_key limit ${limit}`.execute();
}
