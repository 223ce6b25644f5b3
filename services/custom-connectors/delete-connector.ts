import { z } from 'zod';
import { messages } from '../../core/messages.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion } from '../shared/versions.ts';
import { requireUnused } from './add-version.ts';
import { customId, selectCustomConnector } from './custom-connector.ts';

export const deletedConnector = z.object({ id: customId, deleted: z.literal(true) });

/**
 * Deletes a connector of the organization, with its versions.
 *
 * @throws {HubError} `not_found`, also for those of the hub; `resource_in_use` while connections use it; as `requireVersion`.
 */
export async function deleteConnector({
  ctx,
  input: { id },
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<z.infer<typeof deletedConnector>> {
  requireScope(ctx, 'connectors:write');
  const { orgId } = ctx;
  await inTenant(ctx, async (tx) => {
    const current = await selectCustomConnector(tx, orgId, id, 'delete');
    requireVersion(ctx, current.row_version);
    await requireUnused(tx, orgId, id, messages.customConnectorInUse);
    const { name, version } = current;
    await Promise.all([
      tx.sql`delete from custom_connectors where org_id = ${orgId} and id = ${current.id}`,
      writeAudit(tx, ctx, {
        action: 'connector.deleted',
        resourceId: id,
        before: { name, version },
        changes: { name, version },
      }),
    ]);
  });
  return { id, deleted: true };
}
