import { adminScopes } from '../admin-scopes.ts';
import type { ServiceContext } from '../context.ts';
import { requireScope } from '../scopes.ts';
import { inTenant } from '../transaction.ts';
import type { Versioned } from '../versions.ts';
import { selectTokenIssuer } from './select-token-issuer.ts';
import { type TokenIssuerRecord, toTokenIssuerRecord } from './token-issuer.ts';

/** @throws {HubError} `not_found` */
export async function getTokenIssuer({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Versioned<TokenIssuerRecord>> {
  requireScope(ctx, adminScopes.read);
  const row = await inTenant(ctx, (tx) => selectTokenIssuer(tx, ctx.orgId, input.id, 'read'));
  return { data: toTokenIssuerRecord(row), version: row.row_version };
}
