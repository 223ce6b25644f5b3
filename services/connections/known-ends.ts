import type { ReadableEnd } from '../../core/connection-requests.ts';
import { toId } from '../../core/ids.ts';
import type { ServiceContext } from '../shared/context.ts';
import { fromJsonb } from '../shared/rows.ts';
import { inTenant } from '../shared/transaction.ts';

const endsMax = 20;

/** What integrations read through a connection: where objects are named, not listed, these are the known ones. */
export async function listKnownEnds(ctx: ServiceContext, connectionId: string): Promise<ReadableEnd[]> {
  const named = toId('connection', connectionId);
  const rows = await inTenant(
    ctx,
    async ({ sql }) =>
      await sql<{ object: string; options: Record<string, unknown> }[]>`
      select distinct on (object) definition -> 'source' ->> 'object' as object,
        coalesce(definition -> 'source' -> 'options', '{}') as options
      from integration_revisions as revisions
      join integrations on integrations.org_id = revisions.org_id and integrations.id = revisions.integration_id
       and integrations.revision = revisions.revision and integrations.deleted_at is null
      where revisions.org_id = ${ctx.orgId} and revisions.connection_ids @> array[${connectionId}::uuid]
        and definition -> 'source' ->> 'connection_id' = ${named}
      order by object, integrations.id desc limit ${endsMax}`,
  );
  return rows.map(({ object, options }) => ({ object, options: fromJsonb(options) }));
}
