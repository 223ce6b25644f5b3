import type { Pipeline } from '../../drizzle/index.ts';
import type { Checkpoint, Judged, MissingRow, SegmentStore } from '../../engine/ports.ts';
import type { GuardQuestion } from '../../engine/approvals/guard-question.ts';
import type { MissingCounts, Withheld } from '../../engine/removal.ts';
import { askAgain, askedAboutMax, type Guarded, standingQuestion } from './guard-statements.ts';
import { fingerprintId, rowsOf, type StreamAddress, streamId } from './segment-statements.ts';

/** Rows that are judged at once, and keys that may be told of them: what a statement and a process surely have room for. */
const rowsMax = 500_000;
const keysMax = 50_000;

/**
 * What a segment asks and writes of records that a whole reading did not see.
 *
 * Rows without a target id are left alone: nobody could remove what they stand for.
 *
 * @param byKey They stand for what their source key names.
 */
export function readMissingFrom(
  inTenant: <T>(work: (tx: Pipeline) => PromiseLike<T>) => Promise<T>,
  address: StreamAddress,
  byKey: boolean,
): Pick<SegmentStore, 'judgeAfter' | 'missingAfter'> {
  return {
    judgeAfter: async (fingerprint, key) => {
      const [, [judged]] = await inTenant((tx) =>
        Promise.all([giveRoom(tx), compareSeen(tx, address, { fingerprint, key, byKey })]),
      );
      if (judged === undefined) throw new Error('A statement that counts gave no row.');
      const { known, missing, confirmed, approved, ...rows } = judged;
      return { counts: { known, missing, confirmed, approved }, ...rows };
    },
    missingAfter: async (fingerprint, key, limit) => [
      ...(await inTenant((tx) => selectMissing(tx, address, { fingerprint, key, limit, byKey }))),
    ],
  };
}

/** For the rest of the transaction: what is sorted and counted here is of other sizes than what a page takes. */
function giveRoom({ sql }: Pipeline): PromiseLike<unknown> {
  return sql`
    select set_config('work_mem', '32MB', true), set_config('statement_timeout', '120s', true)`.execute();
}

/**
 * Compares some rows of the ledger with the pages that show keys between the first and the last of them.
 *
 * It groups and does not join: whatever the planner thinks of tables that were never analyzed, each row and key is looked
 * at once.
 */
function compareSeen(
  tx: Pipeline,
  address: StreamAddress,
  { fingerprint, key, byKey }: { fingerprint: string; key: string | null; byKey: boolean },
) {
  const { sql } = tx;
  const { orgId, integrationId, stream, step } = address;
  const behind = key === null ? sql`` : sql`and source_key > ${key}`;
  const pageBehind = key === null ? sql`` : sql`and coalesce(page.last_key > ${key}, true)`;
  const shownBehind = key === null ? sql`` : sql`and shown.source_key > ${key}`;
  return sql<JudgedSqlRow[]>`
    with mine as materialized (
      select source_key, missed, (target_id is not null or ${byKey}) as removable from ledger
      where stream_id = ${streamId(tx, address)} and ${isOf(tx, address, fingerprint)}
        and hash is not null ${behind}
      order by source_key limit ${rowsMax}
    ),
    bound as materialized (select max(source_key) as key, count(*) as rows from mine),
    judged as materialized (
      select source_key, max(missed) as missed, bool_or(removable) as removable, bool_or(seen) as seen,
        bool_or(claimed) and not bool_or(seen) as claimed
      from (
        select source_key, missed, removable, false as seen, false as claimed from mine
        union all
        select shown.source_key, null, null, page.page_seq >= 0, page.page_seq < 0
        from seen_pages as page cross join unnest(page.source_keys) as shown (source_key)
        where page.org_id = ${orgId} and page.integration_id = ${integrationId} and page.stream = ${stream} and page.step = ${step}
          and coalesce(page.first_key <= (select key from bound), true) ${pageBehind}
          and shown.source_key <= (select key from bound) ${shownBehind}
      ) as both_sides
      group by source_key having max(missed) is not null
    ),
    cut as materialized (
      select source_key as key from judged where case when seen then missed > 0 else missed < 2 or claimed end
      order by source_key limit 1 offset ${keysMax - 1}
    ),
    ${standingQuestion(tx, address, removalsFrom(fingerprint))},
    approved as materialized (select unnest(records) as record from standing where status = 'approved')
    select count(*) filter (where removable)::int as known,
      count(*) filter (where removable and not seen and not claimed)::int as missing,
      count(*) filter (where removable and not seen and not claimed and missed > 0)::int as confirmed,
      count(*) filter (
        where removable and not seen and not claimed and missed > 0 and ${nameGone(tx)} in (select record from approved)
      )::int as approved,
      coalesce(array_agg(source_key) filter (where not seen and missed < 2 and not (claimed and missed > 0)), '{}') as missed,
      coalesce(array_agg(source_key) filter (where seen and missed > 0), '{}') as found,
      coalesce(array_agg(source_key) filter (where claimed and missed > 0), '{}') as claimed,
      coalesce((select key from cut), (select key from bound where rows = ${rowsMax})) as last
    from judged
    where source_key <= coalesce((select key from cut), (select key from bound))`.execute();
}

function removalsFrom(fingerprint: string): Guarded {
  return { about: 'removals', fingerprint };
}

/** What people are shown of a record that is gone. */
function nameGone({ sql }: Pipeline) {
  return sql`'deleted ' || source_key`;
}

interface JudgedSqlRow extends MissingCounts {
  missed: string[];
  found: string[];
  claimed: string[];
  last: string | null;
}

/** Rows of a target, looked for in those of the stream: the index of targets has as many as the integration has records. */
function isOf(tx: Pipeline, address: StreamAddress, fingerprint: string) {
  return tx.sql`(fingerprint_id = ${fingerprintId(tx, address, fingerprint)}) is true`;
}

/** Rows that two complete readings running did not see. */
function selectMissing(
  tx: Pipeline,
  address: StreamAddress,
  { fingerprint, key, limit, byKey }: { fingerprint: string; key: string | null; limit: number; byKey: boolean },
) {
  const { sql } = tx;
  return sql<MissingRow[]>`
    select source_key as "sourceKey", coalesce(target_id, source_key) as "targetId", effect_seq as "effectSeq" from ledger
    where ${isMissing(tx, address, { fingerprint, byKey })} ${key === null ? sql`` : sql`and source_key > ${key}`}
    order by source_key limit ${limit}`.execute();
}

function isMissing(tx: Pipeline, address: StreamAddress, { fingerprint, byKey }: Removable) {
  return tx.sql`
    stream_id = ${streamId(tx, address)} and missed > 1
      and ${isOf(tx, address, fingerprint)} and hash is not null and (target_id is not null or ${byKey})`;
}

/** Of which target rows are looked at, and whether they stand for what their source key names. */
interface Removable {
  fingerprint: string;
  byKey: boolean;
}

/**
 * Writes down the keys of a page, and those whose target records it claims under a number of their own; those of an earlier
 * reading go with the first one.
 */
export function storeSeen(
  { sql }: Pipeline,
  { orgId, integrationId, stream, step }: StreamAddress,
  pageSeq: number,
  { reset, sourceKeys, claimed = [] }: NonNullable<Checkpoint['seen']>,
): PromiseLike<unknown> {
  const store = (seq: number, keys: readonly string[]) =>
    sql`
      insert into seen_pages (org_id, integration_id, stream, step, page_seq, source_keys, first_key, last_key)
      select ${orgId}, ${integrationId}, ${stream}, ${step}, ${seq}, coalesce(array_agg(key), '{}'), min(key), max(key)
      from unnest(${[...keys]}::text[]) as key`.execute();
  return Promise.all([
    reset
      ? sql`
          delete from seen_pages
          where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream} and step = ${step}`.execute()
      : undefined,
    store(pageSeq, sourceKeys),
    claimed.length === 0 ? undefined : store(-1 - pageSeq, claimed),
  ]);
}

/** Takes down what a whole reading missed, and with the last rows what of that is left undone. */
export function judgeRows(
  tx: Pipeline,
  address: StreamAddress,
  { missed, found, claimed, ends, withheld, question }: Judged,
  removable: Removable,
): PromiseLike<unknown> {
  const { sql } = tx;
  const { orgId, integrationId, runId, stream, step } = address;
  return Promise.all([
    missed.length === 0
      ? undefined
      : sql`
          update ledger set missed = least(missed + 1, 2) from ${rowsOf(tx, address, missed)}
          where ledger.ctid = row.place`.execute(),
    found.length === 0
      ? undefined
      : sql`update ledger set missed = 0 from ${rowsOf(tx, address, found)} where ledger.ctid = row.place`.execute(),
    claimed.length === 0
      ? undefined
      : sql`
          update ledger set target_id = null, hash = null, missed = 0 from ${rowsOf(tx, address, claimed)}
          where ledger.ctid = row.place`.execute(),
    ...(ends
      ? [
          sql`
            delete from seen_pages
            where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream} and step = ${step}`.execute(),
          sql`
            update streams set generation = generation + 1
            where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream} and step = ${step}`.execute(),
        ]
      : []),
    withheld === undefined
      ? undefined
      : sql`
          update runs set withheld = ${JSON.stringify(withheld)}::jsonb
          where org_id = ${orgId} and id = ${runId}`.execute(),
    // A reading with records that nobody knows the key of says nothing of those that are gone.
    ends && question !== undefined && withheld?.reason !== 'unidentified_records'
      ? ask(tx, address, { withheld, question }, removable)
      : undefined,
  ]);
}

/** Asks people about what is held back, where they were not asked before. Send it behind what takes down the rows. */
function ask(
  tx: Pipeline,
  address: StreamAddress,
  { withheld, question }: { withheld: Withheld | undefined; question: GuardQuestion },
  removable: Removable,
): PromiseLike<unknown> {
  const { sql } = tx;
  const guarded = removalsFrom(removable.fingerprint);
  const none = withheld === undefined ? sql`and false` : sql``;
  return sql`
    with found as materialized (
      select ${nameGone(tx)} as record from ledger
      where ${isMissing(tx, address, removable)} ${none} order by source_key limit ${askedAboutMax + 1}
    ),
    ${standingQuestion(tx, address, guarded)},
    judged as (select ${withheld?.reason ?? null}::text as reason),
    ${askAgain(tx, address, guarded, question)}
    update runs set withheld = withheld || jsonb_build_object('approval', kept.wait_id) from kept
    where org_id = ${address.orgId} and id = ${address.runId}`.execute();
}

/**
 * Forgets what was removed, but for its sequence: an effect id is never used again. What was switched off is there still, and is
 * known by its id when its record returns.
 */
export function forgetRemoved(
  tx: Pipeline,
  address: StreamAddress,
  pageSeq: number,
  { removed = [], deactivates = false }: Pick<Checkpoint, 'removed' | 'deactivates'>,
): PromiseLike<unknown> {
  return tx.sql`
    update ledger set hash = null, target_id = case when ${deactivates} then target_id end, missed = 0, deactivated = ${deactivates},
      run_id = ${address.runId}, page_seq = ${pageSeq}
    from ${rowsOf(tx, address, removed)}
    where ledger.ctid = row.place`.execute();
}
