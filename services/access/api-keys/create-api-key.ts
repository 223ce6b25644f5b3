import type { z } from 'zod';
import { invalidRequest } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireWithinLimits } from '../credential-limits.ts';
import { requireScope, requireScopesOf } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { type apiKeyInput, requireFuture } from './api-key-input.ts';
import { findSsoConnection } from '../sso-connections/select-sso-connections.ts';
import { ssoScopes } from '../sso-connections/sso-scopes.ts';
import type { NewApiKeyRecord } from './api-key-record.ts';
import { insertApiKey } from './insert-api-key.ts';

/**
 * Makes an API key, which may do no more than its maker, no longer, and from nowhere else.
 *
 * @returns the only copy of the key.
 * @throws {HubError} `insufficient_scope`; `forbidden` beyond the end or the networks of the caller; `invalid_request` for
 *   an expiry that has come, or a connection that is not there.
 */
export async function createApiKey({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof apiKeyInput>;
}): Promise<NewApiKeyRecord> {
  requireScope(ctx, 'api_keys:write');
  requireScopesOf(ctx, input.scopes);
  requireFuture(ctx, input.expires_at);
  const limits = { expires_at: input.expires_at ?? null, allowed_cidrs: input.allowed_cidrs ?? null };
  requireWithinLimits(ctx, limits);
  if (input.sso_connection_id !== undefined) requireScope(ctx, ssoScopes.read);
  return inTenant(ctx, async (tx) => {
    // Locked: it cannot be deleted, and its keys with it, before this one is among them.
    const connection =
      input.sso_connection_id === undefined ? undefined : await lockConnection(tx, ctx.orgId, input.sso_connection_id);
    return insertApiKey(tx, ctx, {
      name: input.name,
      scopes: input.scopes,
      mode: input.mode,
      expiresAt: limits.expires_at,
      allowedCidrs: limits.allowed_cidrs,
      rotatedFrom: null,
      ssoConnectionId: connection?.id ?? null,
    });
  });
}

async function lockConnection(tx: Transaction, orgId: string, id: string): Promise<{ id: string }> {
  const found = await findSsoConnection(tx, orgId, id, 'lock');
  if (found !== undefined) return found;
  throw invalidRequest(messages.bodyInvalid, [
    { path: 'sso_connection_id', code: 'unknown_connection', message: messages.connectionIdUnknown },
  ]);
}
