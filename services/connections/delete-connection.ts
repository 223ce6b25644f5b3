import { toTimestamp } from '../../core/clock.ts';
import { HubError, notFound } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import { writeAudit } from '../audit.ts';
import type { ServiceContext } from '../context.ts';
import { requireScope } from '../scopes.ts';
import { toLookup } from '../shapes.ts';
import { inTenant } from '../transaction.ts';

/** An answer names at most so many of the integrations that stand in the way. */
const namedUsersMax = 10;

/**
 * Deletes a connection that no live integration uses.
 *
 * Leaves a tombstone: the row and its sealed credentials go when no segment can hold a lease on them any more.
 *
 * @throws {HubError} `not_found`; `resource_in_use`, naming the integrations.
 */
export async function deleteConnection({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<void> {
  requireScope(ctx, 'connections:write');
  const id = toLookup('connection', input.id);
  await inTenant(ctx, async (tx) => {
    // Saving an integration locks its connections, so neither overlooks the other.
    const [[connection], users] = await Promise.all([
      tx.sql<{ name: string }[]>`
        select name from connections
        where org_id = ${ctx.orgId} and id = ${id} and deleted_at is null for update`,
      tx.sql<{ id: string }[]>`
        select distinct integrations.id from integration_revisions as revisions
        join integrations on integrations.org_id = revisions.org_id and integrations.id = revisions.integration_id
        where revisions.org_id = ${ctx.orgId} and revisions.connection_ids @> array[${id}::uuid]
          and revisions.revision in (integrations.revision, integrations.active_revision)
          and integrations.deleted_at is null
        limit ${namedUsersMax}`,
    ]);
    if (connection === undefined) throw notFound();
    if (users.length > 0) {
      throw new HubError('resource_in_use', 'Integrations use this connection. Change or delete them first.', {
        details: { integrations: users.map((user) => toId('integration', user.id)) },
      });
    }
    const now = toTimestamp(ctx.clock.now());
    await Promise.all([
      tx.sql`
        update connections set deleted_at = ${now}, updated_at = ${now}, row_version = row_version + 1
        where org_id = ${ctx.orgId} and id = ${id}`,
      writeAudit(tx, ctx, { action: 'connection.deleted', resourceId: input.id, changes: { name: connection.name } }),
    ]);
  });
}
