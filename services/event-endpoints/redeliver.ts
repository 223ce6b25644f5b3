import type postgres from 'postgres';
import { z } from 'zod';
import { type deliveryStatuses, eventTypes } from '../../core/enums.ts';
import { HubError } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import { createdQuery } from '../shared/pages.ts';
import { requireScope, requireScopesOf } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { type DeliveryRecord, toDeliveryRecord } from './delivery.ts';
import { scopesOfEvents } from './event-scopes.ts';
import { whereDelivered } from './list-deliveries.ts';
import { selectDelivery } from './select-deliveries.ts';
import { selectWebhookEndpoint } from './select-webhook-endpoint.ts';
import type { WebhookEndpointRow } from './webhook-endpoint.ts';
import { messages } from '../../core/messages.ts';

/** What one call sends again at most. */
const redeliveredMax = 10_000;

export const redeliverRangeInput = z
  .strictObject({
    status: z.enum(['failed', 'delivered']).default('failed'),
    event_type: z.enum(eventTypes).optional(),
    ...createdQuery,
  })
  .meta({ id: 'RedeliverInput' });

export const redeliveredRecord = z
  .object({
    redelivered: z.number().int().min(0),
    more: z.boolean().meta({ description: `There may be more: one call takes ${redeliveredMax}, the oldest.` }),
  })
  .meta({ id: 'Redelivered' });

/**
 * Sends an event to an endpoint again, under the id that it had, with the whole schedule before it. One that is pending
 * is sent at once.
 *
 * @throws {HubError} `not_found`; `invalid_state` where the endpoint is disabled; `insufficient_scope`.
 */
export async function redeliver({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; eventId: string };
}): Promise<DeliveryRecord> {
  requireScope(ctx, 'webhooks:write');
  const row = await inTenant(ctx, async (tx) => {
    const endpoint = await selectWebhookEndpoint(tx, ctx.orgId, input.id, 'read');
    const { event_id: eventId, type } = await selectDelivery(tx, ctx.orgId, endpoint.id, input.eventId);
    requireScopesOf(ctx, scopesOfEvents([type]));
    requireEnabled(endpoint);
    await enqueueAgain(tx, ctx, endpoint, tx.sql`event_id = ${eventId}`, { event_id: input.eventId });
    return selectDelivery(tx, ctx.orgId, endpoint.id, input.eventId);
  });
  return toDeliveryRecord(row);
}

/** Sends the deliveries of a period again: the failed or the delivered ones. @throws {HubError} as `redeliver`. */
export async function redeliverRange({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; range: z.output<typeof redeliverRangeInput> };
}): Promise<z.infer<typeof redeliveredRecord>> {
  requireScope(ctx, 'webhooks:write');
  const redelivered = await inTenant(ctx, async (tx) => {
    const { sql } = tx;
    const endpoint = await selectWebhookEndpoint(tx, ctx.orgId, input.id, 'read');
    requireScopesOf(ctx, scopesOfEvents(endpoint.events));
    requireEnabled(endpoint);
    const chosen = sql`
      event_id in (
        select event_id from webhook_deliveries join events
          on events.org_id = webhook_deliveries.org_id and events.id = webhook_deliveries.event_id
        where webhook_deliveries.org_id = ${ctx.orgId} and endpoint_id = ${endpoint.id}
          ${whereDelivered(tx, input.range)}
        order by webhook_deliveries.seq limit ${redeliveredMax}
      )`;
    const named = Object.entries(input.range).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    );
    return enqueueAgain(tx, ctx, endpoint, chosen, Object.fromEntries(named));
  });
  return { redelivered, more: redelivered === redeliveredMax };
}

function requireEnabled({ disabled_at: disabledAt }: WebhookEndpointRow): void {
  if (disabledAt !== null) throw new HubError('invalid_state', messages.endpointDisabled);
}

/** @returns how many are sent again. */
async function enqueueAgain(
  tx: Transaction,
  ctx: ServiceContext,
  endpoint: WebhookEndpointRow,
  chosen: postgres.PendingQuery<postgres.Row[]>,
  changes: Record<string, string>,
): Promise<number> {
  const { sql } = tx;
  const [ordered] = await Promise.all([
    sql<{ status: (typeof deliveryStatuses)[number] }[]>`
      update webhook_deliveries set status = 'pending', tries = 0, due_at = now(), delivered_at = null
      where org_id = ${ctx.orgId} and endpoint_id = ${endpoint.id} and ${chosen}
      returning old.status`,
    sql`select pg_notify('hub_deliveries', '')`,
  ]);
  const before = Map.groupBy(ordered, ({ status }) => status);
  await writeAudit(tx, ctx, {
    action: 'webhook_endpoint.redelivered',
    resourceId: toId('webhookEndpoint', endpoint.id),
    before: { deliveries: Object.fromEntries([...before].map(([status, { length }]) => [status, length])) },
    after: { deliveries: { pending: ordered.length } },
    changes,
  });
  return ordered.length;
}
