import { z } from 'zod';
import { deliveryStatuses, eventTypes } from '../../core/enums.ts';
import { type Page, toOffset } from '../../core/pagination.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { ServiceContext } from '../context.ts';
import { createdQuery, pageQuery, toPage } from '../pages.ts';
import { requireScope, requireScopesOf } from '../scopes.ts';
import { inTenant } from '../transaction.ts';
import { type DeliveryRecord, toDeliveryRecord } from './delivery.ts';
import { scopesOfEvents } from './event-scopes.ts';
import { selectDeliveries } from './select-deliveries.ts';
import { selectWebhookEndpoint } from './select-webhook-endpoint.ts';

const eventFilters = { event_type: z.enum(eventTypes).optional(), ...createdQuery };

export const listDeliveriesInput = z.strictObject({
  ...pageQuery(),
  status: z.enum(deliveryStatuses).optional(),
  ...eventFilters,
});

/** Lists what an endpoint was told of, newest first. @throws {HubError} `not_found`; `insufficient_scope` */
export function listDeliveries({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listDeliveriesInput> & { id: string };
}): Promise<Page<DeliveryRecord>> {
  requireScope(ctx, 'webhooks:read');
  const { limit, offset } = toOffset(input);
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    const endpoint = await selectWebhookEndpoint(tx, ctx.orgId, input.id, 'read');
    requireScopesOf(ctx, scopesOfEvents(endpoint.events));
    const where = sql`
      where webhook_deliveries.org_id = ${ctx.orgId} and endpoint_id = ${endpoint.id} ${whereDelivered(tx, input)}`;
    return toPage(
      input,
      [
        selectDeliveries(tx, sql`${where} order by webhook_deliveries.seq desc limit ${limit} offset ${offset}`),
        sql<{ total: number }[]>`
          select count(*) as total from webhook_deliveries join events
            on events.org_id = webhook_deliveries.org_id and events.id = webhook_deliveries.event_id ${where}`,
      ],
      toDeliveryRecord,
    );
  });
}

/** The conditions of filters for deliveries, each behind an `and`. */
export function whereDelivered(
  { sql }: Transaction,
  filters: {
    status?: string | undefined;
    event_type?: string | undefined;
    created_after?: string | undefined;
    created_before?: string | undefined;
  },
) {
  const { status, event_type: type, created_after: after, created_before: before } = filters;
  return sql`
    ${status === undefined ? sql`` : sql`and webhook_deliveries.status = ${status}`}
    ${type === undefined ? sql`` : sql`and type = ${type}`}
    ${after === undefined ? sql`` : sql`and occurred_at >= ${after}`}
    ${before === undefined ? sql`` : sql`and occurred_at < ${before}`}`;
}
