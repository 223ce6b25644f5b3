import { z } from 'zod';
import { toTimestamp } from '../../../core/clock.ts';
import { HubError } from '../../../core/errors.ts';
import { toId } from '../../../core/ids.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireWithinLimits } from '../credential-limits.ts';
import { fromTime } from '../../shared/rows.ts';
import { requireScope, requireScopesOf, sortScopes } from '../../shared/scopes.ts';
import { instant } from '../../shared/schemas.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requireVersion } from '../../shared/versions.ts';
import { requireFuture } from './api-key-input.ts';
import { type NewApiKeyRecord, toApiKeyRecord, type UsedApiKeyRow } from './api-key-record.ts';
import { insertApiKey } from './insert-api-key.ts';
import { requireApiKey } from './select-api-keys.ts';
import { messages } from '../../../core/messages.ts';

/** @see docs/access.md#api-keys */
const overlapSecondsDefault = 24 * 60 * 60;
const overlapSecondsMax = 30 * 24 * 60 * 60;

export const rotateApiKeyInput = z
  .strictObject({
    overlap_seconds: z
      .int()
      .min(0)
      .max(overlapSecondsMax)
      .default(overlapSecondsDefault)
      .meta({ description: 'How long the old key keeps working, at most until its own expiry.' }),
    expires_at: instant
      .nullish()
      .meta({ description: 'When the new key expires; `null` for never. Left out: when the old one would have.' }),
  })
  .meta({ id: 'ApiKeyRotation' });

/**
 * Replaces an active key by a new one with the same name, scopes and networks. Both work during the overlap.
 *
 * @returns the only copy of the new key.
 * @throws {HubError} `not_found`; `insufficient_scope` or `forbidden` for a key that may do more than the caller;
 *   `invalid_state` for one that does not work or was replaced already.
 */
export async function rotateApiKey({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string } & z.infer<typeof rotateApiKeyInput>;
}): Promise<NewApiKeyRecord> {
  requireScope(ctx, 'api_keys:write');
  requireFuture(ctx, input.expires_at);
  return inTenant(ctx, async (tx) => {
    const old = await requireApiKey(tx, ctx.orgId, input.id, 'lock');
    requireScopesOf(ctx, sortScopes(old.scopes));
    requireVersion(ctx, old.row_version);
    await requireRotatable(tx, ctx, old);
    const sameEnd = old.expires_at === null ? null : fromTime(old.expires_at);
    const expiresAt = input.expires_at === undefined ? sameEnd : input.expires_at;
    requireWithinLimits(ctx, { expires_at: expiresAt, allowed_cidrs: old.allowed_cidrs });
    const [created] = await Promise.all([
      insertApiKey(tx, ctx, {
        name: old.name,
        scopes: sortScopes(old.scopes),
        mode: old.mode,
        expiresAt,
        allowedCidrs: old.allowed_cidrs,
        rotatedFrom: old.id,
        ssoConnectionId: old.sso_connection_id,
      }),
      endOldKey(tx, ctx, old, input.overlap_seconds),
    ]);
    return created;
  });
}

async function requireRotatable(tx: Transaction, ctx: ServiceContext, old: UsedApiKeyRow): Promise<void> {
  const { status } = toApiKeyRecord(old, ctx.clock.now());
  if (status !== 'active') {
    throw new HubError('invalid_state', messages.keyNotActive, {
      details: { status },
    });
  }
  const [successor] = await tx.sql<{ id: string }[]>`
    select id from api_keys where org_id = ${ctx.orgId} and rotated_from = ${old.id} limit 1`;
  if (successor === undefined) return;
  throw new HubError('invalid_state', messages.keyAlreadyRotated, {
    details: { successor: toId('apiKey', successor.id) },
  });
}

async function endOldKey(
  tx: Transaction,
  ctx: ServiceContext,
  old: UsedApiKeyRow,
  overlapSeconds: number,
): Promise<void> {
  const now = ctx.clock.now();
  const end = Math.min(now + overlapSeconds * 1000, old.expires_at === null ? Infinity : Date.parse(old.expires_at));
  const expiresAt = toTimestamp(end);
  await Promise.all([
    tx.sql`
      update api_keys set expires_at = ${expiresAt}, updated_at = ${toTimestamp(now)}, row_version = row_version + 1
      where org_id = ${ctx.orgId} and id = ${old.id}`,
    writeAudit(tx, ctx, {
      action: 'api_key.rotated',
      resourceId: toId('apiKey', old.id),
      before: { expires_at: old.expires_at === null ? null : fromTime(old.expires_at) },
      after: { expires_at: expiresAt },
      changes: { expires_at: expiresAt },
    }),
  ]);
}
