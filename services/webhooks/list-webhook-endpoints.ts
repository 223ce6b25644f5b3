import { z } from 'zod';
import { type Page, toOffset } from '../../core/pagination.ts';
import type { ServiceContext } from '../context.ts';
import { createdQuery, nameQuery, orderListed, pageQuery, sortQuery, toPage, whereListed } from '../pages.ts';
import { requireScope } from '../scopes.ts';
import { readTenant } from '../transaction.ts';
import { selectWebhookEndpoints } from './select-webhook-endpoint.ts';
import { toWebhookEndpointRecord, type WebhookEndpointRecord } from './webhook-endpoint.ts';

export const listWebhookEndpointsInput = z.strictObject({
  ...pageQuery(),
  ...createdQuery,
  ...nameQuery,
  ...sortQuery,
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
  const { limit, offset } = toOffset(input);
  return readTenant(ctx, (tx) => {
    const { sql } = tx;
    const where = sql`
      where webhook_endpoints.org_id = ${ctx.orgId} ${whereListed(tx, 'webhook_endpoints', input)}`;
    const order = orderListed(tx, 'webhook_endpoints', input.sort);
    return toPage(
      input,
      [
        selectWebhookEndpoints(tx, sql`${where} ${order} limit ${limit} offset ${offset}`),
        sql<{ total: number }[]>`select count(*) as total from webhook_endpoints ${where}`,
      ],
      toWebhookEndpointRecord,
    );
  });
}
