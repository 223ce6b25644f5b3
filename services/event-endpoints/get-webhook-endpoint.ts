import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import type { Versioned } from '../shared/versions.ts';
import { selectWebhookEndpoint } from './select-webhook-endpoint.ts';
import { toWebhookEndpointRecord, type WebhookEndpointRecord } from './webhook-endpoint.ts';

/** @throws {HubError} `not_found` */
export async function getWebhookEndpoint({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Versioned<WebhookEndpointRecord>> {
  requireScope(ctx, 'webhooks:read');
  const row = await inTenant(ctx, (tx) => selectWebhookEndpoint(tx, ctx.orgId, input.id, 'read'));
  return { data: toWebhookEndpointRecord(row), version: row.row_version };
}
