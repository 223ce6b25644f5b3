import type { Pipeline } from '../../drizzle/index.ts';
import type { Checkpoint, Mark } from '../../engine/ports.ts';
import type { PendingSqlRow } from './segment-queries.ts';
import { type StreamAddress, streamId } from './segment-statements.ts';

/** Keeps the marks of a page in one row: a row of the ledger for each would be written twice, and with a body. */
export function markPage(
  { sql }: Pipeline,
  { orgId, integrationId, runId, stream, step }: StreamAddress,
  marks: readonly Mark[],
): PromiseLike<unknown> | undefined {
  const [first] = marks;
  if (first === undefined) return undefined;
  return sql`
    insert into page_marks (org_id, integration_id, stream, step, run_id, fingerprint, operation, source_keys, target_ids, hashes,
      effect_seqs, marked_at)
    values (${orgId}, ${integrationId}, ${stream}, ${step}, ${runId}, ${first.fingerprint}, ${first.operation},
      ${marks.map((mark) => mark.sourceKey)}::text[], ${marks.map((mark) => mark.targetId ?? null)}::text[],
      ${marks.map((mark) => mark.hash)}::text[], ${marks.map((mark) => mark.effectSeq)}::bigint[], clock_timestamp())
    on conflict (org_id, integration_id, stream, step) do update set run_id = excluded.run_id,
      fingerprint = excluded.fingerprint, operation = excluded.operation, source_keys = excluded.source_keys,
      target_ids = excluded.target_ids, hashes = excluded.hashes, effect_seqs = excluded.effect_seqs,
      marked_at = excluded.marked_at`.execute();
}

/** The marks that a page has left, but for those of records that were settled since. */
export function selectPageMarks(tx: Pipeline, address: StreamAddress) {
  const { orgId, integrationId, runId, stream, step } = address;
  return tx.sql<PageMarkSqlRow[]>`
    select mark.source_key, page.fingerprint, mark.target_id, mark.effect_seq, false as known,
      '' as effect_id, page.operation, mark.hash, page.run_id = ${runId} as own_run,
      (extract(epoch from clock_timestamp() - page.marked_at) * 1000)::float8 as age_ms
    from page_marks as page
    cross join unnest(page.source_keys, page.target_ids, page.hashes, page.effect_seqs)
      as mark (source_key, target_id, hash, effect_seq)
    left join fingerprints as named on named.org_id = page.org_id and named.integration_id = page.integration_id
      and named.fingerprint = page.fingerprint
    left join lateral (
      select hash, fingerprint_id, effect_seq from ledger
      where ledger.stream_id = ${streamId(tx, address)} and ledger.source_key = mark.source_key limit 1
    ) as known on true
    where page.org_id = ${orgId} and page.integration_id = ${integrationId} and page.stream = ${stream} and page.step = ${step}
      and not coalesce(known.hash is not null and known.fingerprint_id = named.id
        and known.effect_seq >= mark.effect_seq, false)`.execute();
}

export type PageMarkSqlRow = Omit<PendingSqlRow, 'body'>;

/** Takes the marks of a page away: all of them behind it, else those of records that are known to be written, or not. */
export function unmarkPage(
  { sql }: Pipeline,
  { orgId, integrationId, stream, step }: StreamAddress,
  { advance, settled, unmarked }: Checkpoint,
): PromiseLike<unknown> {
  if (advance !== undefined) {
    return sql`
      delete from page_marks
      where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream} and step = ${step}`.execute();
  }
  const decided = [...settled.map(({ sourceKey }) => sourceKey), ...unmarked];
  return sql`
    with page as (
      select source_keys, target_ids, hashes, effect_seqs from page_marks
      where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream} and step = ${step}
    ),
    open as (
      select mark.* from page cross join unnest(source_keys, target_ids, hashes, effect_seqs)
        as mark (source_key, target_id, hash, effect_seq)
      where source_key <> all(${decided}::text[])
    )
    update page_marks set source_keys = left_over.source_keys, target_ids = left_over.target_ids,
      hashes = left_over.hashes, effect_seqs = left_over.effect_seqs
    from (
      select coalesce(array_agg(source_key), '{}') as source_keys, coalesce(array_agg(target_id), '{}') as target_ids,
        coalesce(array_agg(hash), '{}') as hashes, coalesce(array_agg(effect_seq), '{}') as effect_seqs
      from open
    ) as left_over
    where org_id = ${orgId} and integration_id = ${integrationId} and stream = ${stream} and step = ${step}`.execute();
}
