import { HubError } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion } from '../shared/versions.ts';
import { selectLookupTable } from './select-lookup-table.ts';
import { messages } from '../../core/messages.ts';

/** A response names at most this many of the integrations that prevent it. */
const namedUsersMax = 10;

/**
 * Deletes a lookup table that the newest or active revision of no live integration names.
 *
 * @throws {HubError} `not_found`; `resource_in_use`, naming the integrations; as `requireVersion`.
 */
export async function deleteLookupTable({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<void> {
  requireScope(ctx, 'integrations:write');
  const { orgId } = ctx;
  await inTenant(ctx, async (tx) => {
    const table = await selectLookupTable(tx, orgId, input.id, 'delete');
    requireVersion(ctx, table.row_version);
    await requireUnused(tx, orgId, table.id);
    await Promise.all([
      tx.sql`delete from lookup_tables where org_id = ${orgId} and id = ${table.id}`,
      writeAudit(tx, ctx, {
        action: 'lookup_table.deleted',
        resourceId: input.id,
        before: { name: table.name, version: table.version, entry_count: table.entry_count },
        changes: { name: table.name },
      }),
    ]);
  });
}

async function requireUnused({ sql }: Transaction, orgId: string, tableId: string): Promise<void> {
  const users = await sql<{ id: string }[]>`
    select id from integrations
    where org_id = ${orgId} and deleted_at is null and exists (
      select 1 from integration_revisions as revisions
      where revisions.org_id = integrations.org_id and revisions.integration_id = integrations.id
        and revisions.lookup_table_ids @> array[${tableId}::uuid]
        and revisions.revision in (integrations.revision, integrations.active_revision)
    )
    order by id limit ${namedUsersMax}`;
  if (users.length === 0) return;
  throw new HubError('resource_in_use', messages.lookupTableInUse, {
    details: { integrations: users.map(({ id }) => toId('integration', id)) },
  });
}
