import type { ServiceContext } from '../context.ts';
import { requireScope } from '../scopes.ts';
import { inTenant } from '../transaction.ts';
import type { Versioned } from '../versions.ts';
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
