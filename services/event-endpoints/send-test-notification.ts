import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { HubError } from '../../core/errors.ts';
import { newUuid, toId } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toJsonb } from '../shared/rows.ts';
import { idOf } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { goesToApprovers } from './check-url.ts';
import { selectWebhookEndpoint } from './select-webhook-endpoint.ts';

export const testNotificationRecord = z
  .object({ id: idOf('event').meta({ description: 'The event, whose delivery shows what became of it.' }) })
  .meta({ id: 'TestNotification' });

/**
 * Sends `notification.test` to an endpoint, whatever it is told of, so that its address can be tried.
 *
 * @throws {HubError} `not_found`; `invalid_state` where the endpoint is disabled.
 */
export async function sendTestNotification({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<z.infer<typeof testNotificationRecord>> {
  requireScope(ctx, 'webhooks:write');
  const { orgId } = ctx;
  const id = newUuid();
  await inTenant(ctx, async (tx) => {
    const { sql } = tx;
    const endpoint = await selectWebhookEndpoint(tx, orgId, input.id, 'read');
    if (endpoint.disabled_at !== null) throw new HubError('invalid_state', messages.endpointDisabled);
    const now = toTimestamp(ctx.clock.now());
    // Who tries the address of approvers is the one who gets the message.
    const approvers = goesToApprovers(endpoint.url) ? { approvers: [`member:${ctx.actor}`] } : {};
    const snapshot = toJsonb({ cause: 'test', name: endpoint.name, since: now, count: 1, ...approvers });
    await Promise.all([
      sql`
        with event as (
          insert into events (org_id, id, type, snapshot, occurred_at)
          values (${orgId}, ${id}, 'notification.test', ${snapshot}, ${now}) returning seq
        )
        insert into webhook_deliveries (org_id, endpoint_id, event_id, seq)
        select ${orgId}, ${endpoint.id}, ${id}, seq from event`,
      sql`select pg_notify('hub_deliveries', '')`,
      writeAudit(tx, ctx, {
        action: 'webhook_endpoint.tested',
        resourceId: input.id,
        changes: { event_id: toId('event', id) },
      }),
    ]);
  });
  return { id: toId('event', id) };
}
