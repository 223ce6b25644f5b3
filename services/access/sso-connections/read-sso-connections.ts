import type { ServiceContext } from '../../shared/context.ts';
import { requireScope } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import type { Versioned } from '../../shared/versions.ts';
import { requireSsoConnection, selectSsoConnections } from './select-sso-connections.ts';
import { type SsoConnectionRecord, toSsoConnectionRecord } from './sso-connection.ts';
import { ssoScopes } from './sso-scopes.ts';

/** Lists all connections of the organization, of which there are twenty at most. */
export async function listSsoConnections({ ctx }: { ctx: ServiceContext }): Promise<SsoConnectionRecord[]> {
  requireScope(ctx, ssoScopes.read);
  const rows = await inTenant(ctx, (tx) =>
    selectSsoConnections(tx, ctx.orgId, tx.sql`where sso.org_id = ${ctx.orgId} order by sso.id`),
  );
  return rows.map((row) => toSsoConnectionRecord(row, ctx));
}

/** Reads one connection. @throws {HubError} `not_found` */
export async function getSsoConnection({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Versioned<SsoConnectionRecord>> {
  requireScope(ctx, ssoScopes.read);
  const row = await inTenant(ctx, (tx) => requireSsoConnection(tx, ctx.orgId, input.id));
  return { data: toSsoConnectionRecord(row, ctx), version: row.row_version };
}
