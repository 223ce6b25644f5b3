import type { Pipeline } from '../../drizzle/index.ts';
import type { StreamAddress } from '../store/segment-statements.ts';

/** Items that stand at a step of which nothing is in doubt. */
export function selectGivenUp(
  { sql }: Pipeline,
  { orgId, integrationId, stream }: StreamAddress,
  step: string,
  limit: number,
): PromiseLike<{ id: string }[]> {
  return sql<{ id: string }[]>`
    select i.id from items as i
    where i.org_id = ${orgId} and i.integration_id = ${integrationId} and i.status = 'ready' and i.step = ${step}
      and i.settled is null and not exists (
        select 1 from streams join ledger on ledger.stream_id = streams.id
          and ledger.source_key in (coalesce(i.subject, i.key), coalesce(i.subject, i.key) || '@' || i.seq)
        where streams.org_id = ${orgId} and streams.integration_id = ${integrationId} and streams.stream = ${stream}
          and streams.step = ${step} and ledger.pending_at is not null
      )
    order by i.id limit ${limit}`.execute();
}

export function settleFailed(
  { sql }: Pipeline,
  { orgId }: StreamAddress,
  step: string,
  ids: readonly string[],
): PromiseLike<unknown> {
  return sql`
    update items set settled = 'failed', updated_at = clock_timestamp()
    where org_id = ${orgId} and id = any(${[...ids]}::uuid[]) and status = 'ready' and step = ${step} and settled is null`.execute();
}
