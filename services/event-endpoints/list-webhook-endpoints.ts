import { z } from 'zod';
import type { Page } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listPage } from '../shared/list-page.ts';
import { afterQuery, createdQuery, nameQuery, pageQuery, sortQuery, whereListed } from '../shared/pages.ts';
import { requireScope } from '../shared/scopes.ts';
import { readTenant } from '../shared/transaction.ts';
import { selectWebhookEndpoints } from './select-webhook-endpoint.ts';
import { toWebhookEndpointRecord, type WebhookEndpointRecord, type WebhookEndpointRow } from './webhook-endpoint.ts';

export const listWebhookEndpointsInput = z.strictObject({
  ...pageQuery(),
  ...createdQuery,
  ...nameQuery,
  ...sortQuery,
  ...afterQuery('webhookEndpoint', 'an endpoint'),
});

/** Lists the webhook endpoints of the organization. */
export function listWebhookEndpoints({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listWebhookEndpointsInput>;
}): Promise<Page<WebhookEndpointRecord>> {
  requireScope(ctx, 'webhooks:read');
  return readTenant(ctx, (tx) => {
    const { sql } = tx;
    const where = sql`
      where webhook_endpoints.org_id = ${ctx.orgId} ${whereListed(tx, 'webhook_endpoints', input)}`;
    return listPage<WebhookEndpointRow, WebhookEndpointRecord>(tx, input, {
      kind: 'webhookEndpoint',
      orgId: ctx.orgId,
      table: 'webhook_endpoints',
      where,
      order: input.sort,
      select: (page) => selectWebhookEndpoints(tx, page),
      toItem: toWebhookEndpointRecord,
    });
  });
}
