import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion } from '../shared/versions.ts';
import { toWebhookEndpointRecord } from './webhook-endpoint.ts';
import { selectWebhookEndpoint } from './select-webhook-endpoint.ts';

/** Deletes an endpoint with its deliveries; what waits for it is not sent. @throws {HubError} `not_found`; as `requireVersion` */
export async function deleteWebhookEndpoint({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<void> {
  requireScope(ctx, 'webhooks:write');
  await inTenant(ctx, async (tx) => {
    const row = await selectWebhookEndpoint(tx, ctx.orgId, input.id, 'delete');
    requireVersion(ctx, row.row_version);
    await Promise.all([
      tx.sql`delete from webhook_endpoints where org_id = ${ctx.orgId} and id = ${row.id}`,
      writeAudit(tx, ctx, {
        action: 'webhook_endpoint.deleted',
        resourceId: input.id,
        before: toWebhookEndpointRecord(row),
        changes: { name: row.name },
      }),
    ]);
  });
}
