import { z } from 'zod';
import { toTimestamp } from '../../../core/clock.ts';
import { HubError } from '../../../core/errors.ts';
import { adminScopes } from '../admin-scopes.ts';
import { pepperId } from '../api-keys/api-key.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireNoLimits } from '../credential-limits.ts';
import { requireScope, requireScopesOf, sortScopes } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requireVersion, type Versioned } from '../../shared/versions.ts';
import { generateClientSecret, hashClientSecret } from './client-secret.ts';
import { type OauthClientRow, type OauthClientWithSecret, toOauthClientRecord } from './oauth-client.ts';
import { selectOauthClient } from './select-oauth-client.ts';
import { messages } from '../../../core/messages.ts';

const daySeconds = 24 * 60 * 60;

/** The overlap of a rotation. @see docs/access.md#access-tokens */
export const rotateClientSecretInput = z
  .strictObject({
    overlap_seconds: z
      .number()
      .int()
      .min(0)
      .max(30 * daySeconds)
      .default(daySeconds)
      .meta({ description: 'How long the secret before stays good.' }),
  })
  .meta({ id: 'SecretRotation' });

/**
 * Gives a client a new secret. The one before stays good for the overlap; one that was still in its overlap ends now.
 *
 * @throws {HubError} `not_found`; `invalid_state` for a client that has no secret; `insufficient_scope` for one that may do
 *   more than the caller.
 */
export async function rotateClientSecret({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; options: z.output<typeof rotateClientSecretInput> };
}): Promise<Versioned<OauthClientWithSecret>> {
  requireScope(ctx, adminScopes.write);
  requireNoLimits(ctx);
  const secret = generateClientSecret();
  const now = ctx.clock.now();
  const row = await inTenant(ctx, async (tx) => {
    const current = await selectOauthClient(tx, ctx.orgId, input.id, 'lock');
    requireScopesOf(ctx, sortScopes(current.scopes));
    requireVersion(ctx, current.row_version);
    if (current.auth_method === 'private_key_jwt') {
      throw new HubError('invalid_state', messages.clientHasNoSecret);
    }
    const next: OauthClientRow = {
      ...current,
      secret_last4: secret.slice(-4),
      previous_expires_at: toTimestamp(now + input.options.overlap_seconds * 1000),
      row_version: current.row_version + 1,
      updated_at: toTimestamp(now),
    };
    await Promise.all([
      tx.sql`
        update oauth_clients set previous_hmac = secret_hmac, previous_expires_at = ${next.previous_expires_at},
               secret_hmac = ${hashClientSecret(ctx.pepper.reveal(), secret)}, secret_last4 = ${next.secret_last4},
               pepper_id = ${pepperId(ctx.pepper.reveal())}, updated_at = ${next.updated_at}, row_version = row_version + 1
        where org_id = ${ctx.orgId} and id = ${current.id}`,
      writeAudit(tx, ctx, {
        action: 'oauth_client.secret_rotated',
        resourceId: input.id,
        before: toOauthClientRecord(current),
        after: toOauthClientRecord(next),
        changes: { previous_secret_expires_at: next.previous_expires_at },
      }),
    ]);
    return next;
  });
  return { data: { ...toOauthClientRecord(row), client_secret: secret }, version: row.row_version };
}
