import { adminScopes } from '../admin-scopes.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireScope } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import type { Versioned } from '../../shared/versions.ts';
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
