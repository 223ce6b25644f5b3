import { toTimestamp } from '../../core/clock.ts';
import { HubError } from '../../core/errors.ts';
import { newUuid, toId } from '../../core/ids.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope, requireScopesOf } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import type { Versioned } from '../shared/versions.ts';
import { checkFormat, sealUrl, toIntegrationIds, toShownUrl } from './endpoint-format.ts';
import { scopesOfEvents } from './event-scopes.ts';
import {
  toWebhookEndpointRecord,
  type WebhookEndpointInput,
  type WebhookEndpointRow,
  webhookEndpointsMax,
  type WebhookEndpointWithSecret,
} from './webhook-endpoint.ts';
import { makeWebhookSecret } from './webhook-secret.ts';
import { messages } from '../../core/messages.ts';

/** Only a person makes room. */
const retryAfterSeconds = 3600;

/**
 * Adds an endpoint, which receives events from then on.
 *
 * @returns the endpoint with its secret, which is stored sealed and shown this once.
 * @throws {HubError} `invalid_request` for an address that nothing may be sent to; `insufficient_scope` where the caller
 *   may not read the data of the events; `quota_exceeded`.
 */
export async function createWebhookEndpoint({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: WebhookEndpointInput;
}): Promise<Versioned<WebhookEndpointWithSecret>> {
  requireScope(ctx, 'webhooks:write');
  requireScopesOf(ctx, scopesOfEvents(input.events));
  checkFormat(ctx, input);
  const { orgId } = ctx;
  const now = toTimestamp(ctx.clock.now());
  const row: WebhookEndpointRow = {
    id: newUuid(),
    name: input.name,
    url: toShownUrl(input),
    format: input.format,
    integration_ids: toIntegrationIds(input),
    events: input.events,
    ordering: input.ordering,
    secret_version: 1,
    previous_expires_at: null,
    disabled_at: input.disabled ? now : null,
    disabled_reason: input.disabled ? 'manual' : null,
    failing_since: null,
    row_version: 1,
    created_at: now,
    updated_at: now,
  };
  const { secret, sealed, keyId } = await makeWebhookSecret(ctx, row.id, row.secret_version);
  const sealedUrl = await sealUrl(ctx, row.id, input);
  await inTenant(ctx, async (tx) => {
    const { sql } = tx;
    const [present] = await sql<{ total: number }[]>`
      select count(*) as total from webhook_endpoints where org_id = ${orgId}`;
    if ((present?.total ?? 0) >= webhookEndpointsMax) throw tooMany();
    await Promise.all([
      sql`
        insert into webhook_endpoints (org_id, id, name, url, format, sealed_url, integration_ids, events, ordering, sealed, key_id, secret_version,
                                       disabled_at, disabled_reason, created_at, updated_at)
        values (${orgId}, ${row.id}, ${row.name}, ${row.url}, ${row.format}, ${sealedUrl},
                ${row.integration_ids}, ${row.events}, ${row.ordering}, ${sealed}, ${keyId},
                ${row.secret_version}, ${row.disabled_at}, ${row.disabled_reason}, ${now}, ${now})`,
      sql`insert into webhook_queues (org_id, endpoint_id) values (${orgId}, ${row.id})`,
      writeAudit(tx, ctx, {
        action: 'webhook_endpoint.created',
        resourceId: toId('webhookEndpoint', row.id),
        after: toWebhookEndpointRecord(row),
        changes: { name: row.name, url: row.url, events: row.events, ordering: row.ordering },
      }),
    ]);
  });
  return { data: { ...toWebhookEndpointRecord(row), secret }, version: row.row_version };
}

function tooMany(): HubError {
  return new HubError('quota_exceeded', messages.endpointsTooMany({ max: webhookEndpointsMax }), {
    details: { quota: 'webhook_endpoints', limit: webhookEndpointsMax },
    retryAfterSeconds,
  });
}
