import type { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import type { rotateClientSecretInput } from '../access/oauth-clients/rotate-client-secret.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion, type Versioned } from '../shared/versions.ts';
import { selectWebhookEndpoint } from './select-webhook-endpoint.ts';
import {
  toWebhookEndpointRecord,
  type WebhookEndpointRow,
  type WebhookEndpointWithSecret,
} from './webhook-endpoint.ts';
import { makeWebhookSecret } from './webhook-secret.ts';

/**
 * Gives an endpoint a new secret. For the overlap its messages are signed with the one before as well; one that was
 * still in its overlap ends now.
 *
 * @throws {HubError} `not_found`; as `requireVersion`.
 */
export async function rotateWebhookSecret({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; options: z.output<typeof rotateClientSecretInput> };
}): Promise<Versioned<WebhookEndpointWithSecret>> {
  requireScope(ctx, 'webhooks:write');
  const nowMs = ctx.clock.now();
  const now = toTimestamp(nowMs);
  const { row, secret } = await inTenant(ctx, async (tx) => {
    const current = await selectWebhookEndpoint(tx, ctx.orgId, input.id, 'lock');
    requireVersion(ctx, current.row_version);
    const made = await makeWebhookSecret(ctx, current.id, current.secret_version + 1);
    const next: WebhookEndpointRow = {
      ...current,
      secret_version: current.secret_version + 1,
      previous_expires_at: toTimestamp(nowMs + input.options.overlap_seconds * 1000),
      row_version: current.row_version + 1,
      updated_at: now,
    };
    await Promise.all([
      tx.sql`
        update webhook_endpoints set previous_sealed = sealed, previous_expires_at = ${next.previous_expires_at},
               sealed = ${made.sealed}, key_id = ${made.keyId}, secret_version = ${next.secret_version},
               updated_at = ${now}, row_version = row_version + 1
        where org_id = ${ctx.orgId} and id = ${current.id}`,
      writeAudit(tx, ctx, {
        action: 'webhook_endpoint.secret_rotated',
        resourceId: input.id,
        before: describeSecret(current),
        after: describeSecret(next),
        changes: { previous_secret_expires_at: next.previous_expires_at },
      }),
    ]);
    return { row: next, secret: made.secret };
  });
  return { data: { ...toWebhookEndpointRecord(row), secret }, version: row.row_version };
}

/** What the log keeps of a secret: which of the endpoint's it is, and until when the one before counts. */
function describeSecret(row: WebhookEndpointRow): object {
  return { ...toWebhookEndpointRecord(row), version: row.secret_version };
}
