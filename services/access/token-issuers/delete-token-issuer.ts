import { adminScopes } from '../admin-scopes.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireScope, requireScopesOf } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requireVersion } from '../../shared/versions.ts';
import { listGranted, scopeRules } from './scope-rules.ts';
import { selectTokenIssuer } from './select-token-issuer.ts';
import { toTokenIssuerRecord } from './token-issuer.ts';

/** Deletes an issuer; its tokens are refused from then on. @throws {HubError} `not_found`; `insufficient_scope` */
export async function deleteTokenIssuer({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<void> {
  requireScope(ctx, adminScopes.write);
  await inTenant(ctx, async (tx) => {
    const row = await selectTokenIssuer(tx, ctx.orgId, input.id, 'lock');
    requireScopesOf(ctx, listGranted(scopeRules.parse(row.scope_rules)));
    requireVersion(ctx, row.row_version);
    await Promise.all([
      tx.sql`delete from token_issuers where org_id = ${ctx.orgId} and id = ${row.id}`,
      writeAudit(tx, ctx, {
        action: 'token_issuer.deleted',
        resourceId: input.id,
        before: toTokenIssuerRecord(row),
        changes: { name: row.name },
      }),
    ]);
  });
}
