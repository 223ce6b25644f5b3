import { deleteKeysOf } from '../api-keys/delete-api-key.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireScope } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requireVersion } from '../../shared/versions.ts';
import { requireSsoConnection } from './select-sso-connections.ts';
import { toSsoConnectionRecord } from './sso-connection.ts';
import { ssoScopes } from './sso-scopes.ts';

/** Deletes a connection with its domains and the keys of its directory. Its sessions end within a second; members stay. @throws {HubError} `not_found` */
export async function deleteSsoConnection({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<void> {
  requireScope(ctx, ssoScopes.write);
  await inTenant(ctx, async (tx) => {
    const row = await requireSsoConnection(tx, ctx.orgId, input.id, 'lock');
    requireVersion(ctx, row.row_version);
    await deleteKeysOf(tx, ctx, row.id);
    await Promise.all([
      tx.sql`delete from sso_connections where org_id = ${ctx.orgId} and id = ${row.id}`,
      writeAudit(tx, ctx, {
        action: 'sso_connection.deleted',
        resourceId: input.id,
        before: toSsoConnectionRecord(row, ctx),
      }),
    ]);
  });
}
