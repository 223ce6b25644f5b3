import type { Pipeline } from '../drizzle/index.ts';
import type { Checkpoint, MissingRow, SegmentStore } from '../engine/ports.ts';
import type { StreamAddress } from './segment-statements.ts';

/**
 * What a segment asks and writes of records that a whole reading did not see.
 *
 * Rows without a target id are left alone: nobody could remove what they stand for.
 */
export function readMissingFrom(
  inTenant: <T>(work: (tx: Pipeline) => PromiseLike<T>) => Promise<T>,
  address: StreamAddress,
): Pick<SegmentStore, 'countMissing' | 'missingAfter'> {
  return {
    countMissing: async (fingerprint) => {
      const [counts] = await inTenant((tx) => countMissing(tx, address, fingerprint));
      return counts ?? { known: 0, missing: 0, confirmed: 0 };
    },
    missingAfter: async (fingerprint, key, limit) => [
      ...(await inTenant((tx) => selectMissing(tx, address, { fingerprint, key, limit }))),
    ],
  };
}

function seenIn({ sql }: Pipeline, { orgId, integrationId, stream }: StreamAddress) {
  return sql`
    select distinct unnest(source_keys) as source_key from seen_pages
    where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream}`;
}

function countMissing(tx: Pipeline, address: StreamAddress, fingerprint: string) {
  const { orgId, integrationId, stream } = address;
  return tx.sql<{ known: number; missing: number; confirmed: number }[]>`
    with seen as materialized (${seenIn(tx, address)})
    select count(*)::int as known, count(*) filter (where seen.source_key is null)::int as missing,
      count(*) filter (where seen.source_key is null and l.missed > 0)::int as confirmed
    from ledger l left join seen on seen.source_key = l.source_key
    where l.org_id = ${orgId} and l.integration_id = ${integrationId} and l.stream = ${stream}
      and l.fingerprint = ${fingerprint} and l.hash is not null and l.target_id is not null`.execute();
}

/** Rows that two complete readings running did not see. */
function selectMissing(
  { sql }: Pipeline,
  { orgId, integrationId, stream }: StreamAddress,
  { fingerprint, key, limit }: { fingerprint: string; key: string | null; limit: number },
) {
  return sql<MissingRow[]>`
    select source_key as "sourceKey", target_id as "targetId", effect_seq as "effectSeq" from ledger
    where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream} and missed > 1
      and fingerprint = ${fingerprint} and hash is not null and target_id is not null
      ${key === null ? sql`` : sql`and source_key > ${key}`}
    order by source_key limit ${limit}`.execute();
}

/** Writes down the keys of a page; those of an earlier reading go with the first one. */
export function storeSeen(
  { sql }: Pipeline,
  { orgId, integrationId, stream }: StreamAddress,
  pageSeq: number,
  { anew, sourceKeys }: NonNullable<Checkpoint['seen']>,
): PromiseLike<unknown> {
  return Promise.all([
    anew
      ? sql`
          delete from seen_pages
          where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream}`.execute()
      : undefined,
    sql`
      insert into seen_pages (org_id, integration_id, stream, page_seq, source_keys)
      values (${orgId}, ${integrationId}, ${stream}, ${pageSeq}, ${[...sourceKeys]}::text[])`.execute(),
  ]);
}

/** Takes the end of a whole reading down: what it missed, and what of that is left undone. */
export function judgeRows(
  tx: Pipeline,
  address: StreamAddress,
  fingerprint: string,
  { counts, withheld }: NonNullable<Checkpoint['judged']>,
): PromiseLike<unknown> {
  const { sql } = tx;
  const { orgId, integrationId, runId, stream } = address;
  return Promise.all([
    sql`
      with seen as materialized (${seenIn(tx, address)}),
      judged as (
        select l.source_key, case when seen.source_key is null then least(l.missed + ${counts ? 1 : 0}, 2) else 0 end as missed
        from ledger l left join seen on seen.source_key = l.source_key
        where l.org_id = ${orgId} and l.integration_id = ${integrationId} and l.stream = ${stream}
          and l.fingerprint = ${fingerprint} and l.hash is not null and (seen.source_key is null or l.missed > 0)
      )
      update ledger set missed = judged.missed from judged
      where ledger.org_id = ${orgId} and ledger.integration_id = ${integrationId} and ledger.stream = ${stream}
        and ledger.source_key = judged.source_key and ledger.missed <> judged.missed`.execute(),
    sql`
      delete from seen_pages
      where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream}`.execute(),
    sql`
      update streams set generation = generation + 1
      where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream}`.execute(),
    withheld === undefined
      ? undefined
      : sql`
          update runs set withheld = ${JSON.stringify(withheld)}::jsonb
          where org_id = ${orgId} and id = ${runId}`.execute(),
  ]);
}

/** Forgets what was removed, but for its sequence: an effect id is never used again. */
export function forgetRemoved(
  { sql }: Pipeline,
  { orgId, integrationId, runId, stream }: StreamAddress,
  pageSeq: number,
  removed: NonNullable<Checkpoint['removed']>,
): PromiseLike<unknown> {
  return sql`
    update ledger set hash = null, target_id = null, missed = 0, run_id = ${runId}, page_seq = ${pageSeq}
    where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream}
      and source_key = any(${[...removed]}::text[])`.execute();
}
