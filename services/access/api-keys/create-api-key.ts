import type { z } from 'zod';
import type { ServiceContext } from '../../shared/context.ts';
import { requireWithinLimits } from '../credential-limits.ts';
import { requireScope, requireScopesOf } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { type apiKeyInput, requireFuture } from './api-key-input.ts';
import type { NewApiKeyRecord } from './api-key-record.ts';
import { insertApiKey } from './insert-api-key.ts';

/**
 * Makes an API key, which may do no more than its maker, no longer, and from nowhere else.
 *
 * @returns the only copy of the key.
 * @throws {HubError} `insufficient_scope`; `forbidden` beyond the end or the networks of the caller; `invalid_request` for
 *   an expiry that has come.
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
  return inTenant(ctx, (tx) =>
    insertApiKey(tx, ctx, {
      name: input.name,
      scopes: input.scopes,
      mode: input.mode,
      expiresAt: limits.expires_at,
      allowedCidrs: limits.allowed_cidrs,
      rotatedFrom: null,
    }),
  );
}
