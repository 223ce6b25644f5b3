import type { Pipeline } from '../../drizzle/index.ts';
import type { StreamAddress } from '../store/segment-statements.ts';

export type ItemAddress = Pick<StreamAddress, 'orgId' | 'integrationId' | 'stream'>;

/**
 * Of each step the id of the record that it has written for the element or the key of an item `i`, as an expression; of steps
 * that write a record for each item, the last one. With the fingerprint of what was written to.
 */
export function selectKnown({ sql }: Pipeline, address: ItemAddress, steps: readonly string[]) {
  if (steps.length === 0) return sql`null::jsonb`;
  const { orgId, integrationId, stream } = address;
  return sql`(
    select jsonb_object_agg(
      listed.step, jsonb_build_object('id', written.target_id, 'fingerprint', (
        select named.fingerprint from fingerprints as named where named.id = written.fingerprint_id
      ))
    )
    from unnest(${[...steps]}::text[]) as listed (step)
    left join streams on streams.org_id = ${orgId} and streams.integration_id = ${integrationId}
      and streams.stream = ${stream} and streams.step = listed.step
    left join ledger as of_element on of_element.stream_id = streams.id and of_element.source_key = i.subject
    left join ledger as of_key on of_key.stream_id = streams.id and of_key.source_key = i.key
    left join lateral (
      select made.target_id, made.fingerprint_id from items as earlier
      join ledger as made on made.stream_id = streams.id
        and made.source_key in (i.subject || '@' || earlier.seq, i.key || '@' || earlier.seq)
      where earlier.org_id = ${orgId} and earlier.integration_id = ${integrationId} and earlier.key = i.key
        and earlier.parent_id is null and made.target_id is not null
      order by earlier.seq desc limit 1
    ) as of_item on of_element.stream_id is null and of_key.stream_id is null
    cross join lateral (
      select coalesce(of_element.target_id, of_key.target_id, of_item.target_id) as target_id,
        case when of_element.target_id is not null then of_element.fingerprint_id
          when of_key.target_id is not null then of_key.fingerprint_id else of_item.fingerprint_id end as fingerprint_id
    ) as written
  )`;
}
