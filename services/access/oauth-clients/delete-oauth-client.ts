import { adminScopes } from '../admin-scopes.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireScope, requireScopesOf, sortScopes } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requireVersion } from '../../shared/versions.ts';
import { toOauthClientRecord } from './oauth-client.ts';
import { selectOauthClient } from './select-oauth-client.ts';

/** Deletes a client; its tokens are refused from then on. @throws {HubError} `not_found`; `insufficient_scope` */
export async function deleteOauthClient({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<void> {
  requireScope(ctx, adminScopes.write);
  await inTenant(ctx, async (tx) => {
    const row = await selectOauthClient(tx, ctx.orgId, input.id, 'lock');
    requireScopesOf(ctx, sortScopes(row.scopes));
    requireVersion(ctx, row.row_version);
    await Promise.all([
      tx.sql`delete from oauth_clients where org_id = ${ctx.orgId} and id = ${row.id}`,
      writeAudit(tx, ctx, {
        action: 'oauth_client.deleted',
        resourceId: input.id,
        before: toOauthClientRecord(row),
        changes: { name: row.name },
      }),
    ]);
  });
}
