import type postgres from 'postgres';
import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { toLookup } from '../shared/schemas.ts';
import type { WebhookEndpointRow } from './webhook-endpoint.ts';

/** Endpoints with how their sending stands; `tail` begins with `where`. */
export function selectWebhookEndpoints({ sql }: Transaction, tail: postgres.PendingQuery<postgres.Row[]>) {
  return sql<WebhookEndpointRow[]>`
    select webhook_endpoints.id, name, url, format, integration_ids, events, ordering, secret_version, previous_expires_at, disabled_at,
           disabled_reason, failing_since, row_version, created_at, updated_at
    from webhook_endpoints join webhook_queues
      on webhook_queues.org_id = webhook_endpoints.org_id and webhook_queues.endpoint_id = webhook_endpoints.id
    ${tail}`;
}

/**
 * Finds an endpoint of the organization by the id that a caller sent.
 *
 * @param mode The lock for a change lets events be delivered meanwhile: their deliveries refer to the endpoint.
 * @throws {HubError} `not_found`
 */
export async function selectWebhookEndpoint(
  tx: Transaction,
  orgId: string,
  id: string,
  mode: 'read' | 'lock' | 'delete',
): Promise<WebhookEndpointRow> {
  const { sql } = tx;
  const locks = {
    read: sql``,
    lock: sql`for no key update of webhook_endpoints`,
    delete: sql`for update of webhook_endpoints`,
  };
  const [row] = await selectWebhookEndpoints(
    tx,
    sql`where webhook_endpoints.org_id = ${orgId} and webhook_endpoints.id = ${toLookup('webhookEndpoint', id)}
        ${locks[mode]}`,
  );
  if (row === undefined) throw notFound();
  return row;
}
