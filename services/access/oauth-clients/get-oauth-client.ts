import { adminScopes } from '../admin-scopes.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireScope } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import type { Versioned } from '../../shared/versions.ts';
import { type OauthClientRecord, toOauthClientRecord } from './oauth-client.ts';
import { selectOauthClient } from './select-oauth-client.ts';

/** @throws {HubError} `not_found` */
export async function getOauthClient({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Versioned<OauthClientRecord>> {
  requireScope(ctx, adminScopes.read);
  const row = await inTenant(ctx, (tx) => selectOauthClient(tx, ctx.orgId, input.id, 'read'));
  return { data: toOauthClientRecord(row), version: row.row_version };
}
