import type { ServiceContext } from '../shared/context.ts';
import { requireScope, requireScopesOf } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { type DeliveryRecord, toDeliveryRecord } from './delivery.ts';
import { scopesOfEvents } from './event-scopes.ts';
import { selectDelivery } from './select-deliveries.ts';
import { selectWebhookEndpoint } from './select-webhook-endpoint.ts';

/** @throws {HubError} `not_found`; `insufficient_scope` where the caller may not read the data of the event. */
export async function getDelivery({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; eventId: string };
}): Promise<DeliveryRecord> {
  requireScope(ctx, 'webhooks:read');
  const row = await inTenant(ctx, async (tx) => {
    const endpoint = await selectWebhookEndpoint(tx, ctx.orgId, input.id, 'read');
    const delivery = await selectDelivery(tx, ctx.orgId, endpoint.id, input.eventId);
    requireScopesOf(ctx, scopesOfEvents([delivery.type]));
    return delivery;
  });
  return toDeliveryRecord(row);
}
