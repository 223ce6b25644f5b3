import { z } from 'zod';
import { deliveryStatuses, eventTypes } from '../../core/enums.ts';
import type { Page } from '../../core/pagination.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listPage } from '../shared/list-page.ts';
import { afterQuery, createdQuery, pageQuery, whereCreated } from '../shared/pages.ts';
import { requireScope, requireScopesOf } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { type DeliveryRecord, type DeliveryRow, toDeliveryRecord } from './delivery.ts';
import { scopesOfEvents } from './event-scopes.ts';
import { selectDeliveries } from './select-deliveries.ts';
import { selectWebhookEndpoint } from './select-webhook-endpoint.ts';

const eventFilters = { event_type: z.enum(eventTypes).optional(), ...createdQuery };

export const listDeliveriesInput = z.strictObject({
  ...pageQuery(),
  status: z.enum(deliveryStatuses).optional(),
  ...eventFilters,
  ...afterQuery('event', 'a delivery'),
});

/** Lists the deliveries of an endpoint, newest first. @throws {HubError} `not_found`; `insufficient_scope` */
export function listDeliveries({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listDeliveriesInput> & { id: string };
}): Promise<Page<DeliveryRecord>> {
  requireScope(ctx, 'webhooks:read');
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    const endpoint = await selectWebhookEndpoint(tx, ctx.orgId, input.id, 'read');
    requireScopesOf(ctx, scopesOfEvents(endpoint.events));
    const where = sql`
      where webhook_deliveries.org_id = ${ctx.orgId} and endpoint_id = ${endpoint.id} ${whereDelivered(tx, input)}`;
    return listPage<DeliveryRow, DeliveryRecord>(tx, input, {
      kind: 'event',
      orgId: ctx.orgId,
      table: 'webhook_deliveries',
      id: 'event_id',
      joins: sql`
        join events on events.org_id = webhook_deliveries.org_id and events.id = webhook_deliveries.event_id`,
      where,
      order: '-created_at',
      select: (page) => selectDeliveries(tx, page),
      toItem: toDeliveryRecord,
    });
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
  const { status, event_type: type, ...created } = filters;
  return sql`
    ${status === undefined ? sql`` : sql`and webhook_deliveries.status = ${status}`}
    ${type === undefined ? sql`` : sql`and type = ${type}`}
    ${whereCreated({ sql }, { time: 'events.occurred_at', id: 'webhook_deliveries.event_id' }, created)}`;
}
