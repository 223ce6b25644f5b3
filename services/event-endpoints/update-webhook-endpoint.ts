import { toTimestamp } from '../../core/clock.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { writeAudit } from '../audit-events/audit.ts';
import { applyChange, type Change, listChanges, parseChange } from '../shared/change.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope, requireScopesOf } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion, type Versioned } from '../shared/versions.ts';
import { checkFormat, formatFixed, sealUrl, toIntegrationIds, toShownUrl } from './endpoint-format.ts';
import { scopesOfEvents } from './event-scopes.ts';
import { selectWebhookEndpoint } from './select-webhook-endpoint.ts';
import {
  toWebhookEndpointRecord,
  type WebhookEndpointInput,
  webhookEndpointInput,
  type WebhookEndpointRecord,
  type WebhookEndpointRow,
} from './webhook-endpoint.ts';

const members = Object.keys(webhookEndpointInput.shape);

/**
 * Changes an endpoint. What waits for it is sent as the endpoint is then, at once where its address is another or it
 * was enabled. A change that changes nothing leaves no trace.
 *
 * @throws {HubError} `not_found`; `invalid_request`; `insufficient_scope` where the caller may not read what the events
 *   tell; as `requireVersion`.
 */
export async function updateWebhookEndpoint({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: Change;
}): Promise<Versioned<WebhookEndpointRecord>> {
  requireScope(ctx, 'webhooks:write');
  const row = await inTenant(ctx, async (tx) => {
    const current = await selectWebhookEndpoint(tx, ctx.orgId, input.id, 'lock');
    const record = toWebhookEndpointRecord(current);
    const next = parseChange(webhookEndpointInput, record, members, input, () =>
      requireVersion(ctx, current.row_version),
    );
    const changed = listChanges(applyChange(record, members, { ...input, change: {} }), next);
    if (changed.length === 0) return current;
    requireScopesOf(ctx, scopesOfEvents(next.events));
    if (changed.includes('format')) throw formatFixed();
    checkFormat(ctx, next);
    return store(tx, ctx, { current, next, changed });
  });
  return { data: toWebhookEndpointRecord(row), version: row.row_version };
}

async function store(
  tx: Transaction,
  ctx: ServiceContext,
  { current, next, changed }: { current: WebhookEndpointRow; next: WebhookEndpointInput; changed: string[] },
): Promise<WebhookEndpointRow> {
  const { sql } = tx;
  const { orgId } = ctx;
  const now = toTimestamp(ctx.clock.now());
  const sealedUrl = changed.includes('url') ? await sealUrl(ctx, current.id, next) : null;
  const begins = changed.includes('url') || (changed.includes('disabled') && !next.disabled);
  const row: WebhookEndpointRow = {
    ...current,
    name: next.name,
    url: toShownUrl(next),
    integration_ids: toIntegrationIds(next),
    events: next.events,
    ordering: next.ordering,
    disabled_at: next.disabled ? (current.disabled_at ?? now) : null,
    disabled_reason: next.disabled ? (current.disabled_reason ?? 'manual') : null,
    failing_since: begins ? null : current.failing_since,
    row_version: current.row_version + 1,
    updated_at: now,
  };
  await Promise.all([
    sql`
      update webhook_endpoints set name = ${row.name}, url = ${row.url}, events = ${row.events},
             sealed_url = coalesce(${sealedUrl}, sealed_url), integration_ids = ${row.integration_ids},
             ordering = ${row.ordering}, disabled_at = ${row.disabled_at}, disabled_reason = ${row.disabled_reason},
             updated_at = ${now}, row_version = row_version + 1
      where org_id = ${orgId} and id = ${row.id}`,
    begins &&
      sql`
        update webhook_queues set failures = 0, failing_since = null, retry_at = null
        where org_id = ${orgId} and endpoint_id = ${row.id}`,
    begins &&
      sql`
        update webhook_deliveries set due_at = now()
        where org_id = ${orgId} and endpoint_id = ${row.id} and status = 'pending' and due_at > now()`,
    begins && sql`select pg_notify('hub_deliveries', '')`,
    writeAudit(tx, ctx, {
      action: 'webhook_endpoint.updated',
      resourceId: toWebhookEndpointRecord(row).id,
      before: toWebhookEndpointRecord(current),
      after: toWebhookEndpointRecord(row),
      changes: { changed, url: row.url, events: row.events, disabled: next.disabled },
    }),
  ]);
  return row;
}
