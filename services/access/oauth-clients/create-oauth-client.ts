import { toTimestamp } from '../../../core/clock.ts';
import { newUuid, toId } from '../../../core/ids.ts';
import { adminScopes } from '../admin-scopes.ts';
import { pepperId } from '../api-keys/api-key.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireNoLimits } from '../credential-limits.ts';
import { toJsonb } from '../../shared/rows.ts';
import { requireScope, requireScopesOf } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import type { Versioned } from '../../shared/versions.ts';
import { generateClientSecret, hashClientSecret } from './client-secret.ts';
import {
  type OauthClientInput,
  type OauthClientRow,
  type OauthClientWithSecret,
  toOauthClientRecord,
} from './oauth-client.ts';
import { requireUsableKeys } from './public-jwks.ts';

/**
 * Registers a program that gets access tokens for itself.
 *
 * @returns the client with its secret, which is stored as an HMAC only and shown this once.
 * @throws {HubError} `insufficient_scope` where the caller lacks a scope that it wants to grant; `invalid_request` for
 *   unusable keys.
 */
export async function createOauthClient({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: OauthClientInput;
}): Promise<Versioned<OauthClientWithSecret>> {
  requireScope(ctx, adminScopes.write);
  requireNoLimits(ctx);
  requireScopesOf(ctx, input.scopes);
  if (input.jwks !== undefined) await requireUsableKeys(input.jwks);
  const secret = input.auth_method === 'private_key_jwt' ? undefined : generateClientSecret();
  const now = toTimestamp(ctx.clock.now());
  const row: OauthClientRow = {
    id: newUuid(),
    name: input.name,
    auth_method: input.auth_method,
    secret_last4: secret?.slice(-4) ?? null,
    previous_expires_at: null,
    jwks: input.jwks ?? null,
    scopes: input.scopes,
    disabled_at: input.disabled ? now : null,
    row_version: 1,
    created_at: now,
    updated_at: now,
  };
  const hmac = secret === undefined ? null : hashClientSecret(ctx.pepper.reveal(), secret);
  await inTenant(ctx, (tx) =>
    Promise.all([
      tx.sql`
        insert into oauth_clients (org_id, id, name, auth_method, pepper_id, secret_hmac, secret_last4, jwks, scopes,
                                   disabled_at, created_at, updated_at)
        values (${ctx.orgId}, ${row.id}, ${row.name}, ${row.auth_method}, ${pepperId(ctx.pepper.reveal())}, ${hmac},
                ${row.secret_last4}, ${input.jwks === undefined ? null : toJsonb(input.jwks)}, ${row.scopes},
                ${row.disabled_at}, ${now}, ${now})`,
      writeAudit(tx, ctx, {
        action: 'oauth_client.created',
        resourceId: toId('oauthClient', row.id),
        after: toOauthClientRecord(row),
        changes: { name: row.name, auth_method: row.auth_method, scopes: row.scopes },
      }),
    ]),
  );
  const record = toOauthClientRecord(row);
  return { data: secret === undefined ? record : { ...record, client_secret: secret }, version: row.row_version };
}
