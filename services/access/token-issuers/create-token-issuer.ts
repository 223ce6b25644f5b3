import { toTimestamp } from '../../../core/clock.ts';
import { newUuid, toId } from '../../../core/ids.ts';
import { adminScopes } from '../admin-scopes.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireNoLimits } from '../credential-limits.ts';
import { requireScope, requireScopesOf } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import type { Versioned } from '../../shared/versions.ts';
import { checkTokenIssuer } from './check-token-issuer.ts';
import { listGranted } from './scope-rules.ts';
import {
  issuerTaken,
  type TokenIssuerInput,
  type TokenIssuerRecord,
  type TokenIssuerRow,
  toTokenIssuerRecord,
} from './token-issuer.ts';

/**
 * Registers an issuer whose access tokens the organization accepts. The issuer is not called.
 *
 * @throws {HubError} `conflict` where the organization has registered the issuer with this audience already;
 *   `insufficient_scope` where the caller lacks a scope that a rule grants; `invalid_request`.
 */
export async function createTokenIssuer({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: TokenIssuerInput;
}): Promise<Versioned<TokenIssuerRecord>> {
  requireScope(ctx, adminScopes.write);
  requireNoLimits(ctx);
  requireScopesOf(ctx, listGranted(input.scope_rules));
  checkTokenIssuer(ctx, input);
  const now = toTimestamp(ctx.clock.now());
  const row: TokenIssuerRow = {
    id: newUuid(),
    name: input.name,
    issuer: input.issuer,
    audience: input.audience,
    jwks_uri: input.jwks_uri,
    algorithms: input.algorithms,
    scope_rules: input.scope_rules,
    subjects: input.subjects ?? null,
    disabled_at: input.disabled ? now : null,
    row_version: 1,
    created_at: now,
    updated_at: now,
  };
  await inTenant(ctx, async (tx) => {
    const added = await tx.sql`
      insert into token_issuers (org_id, id, name, issuer, audience, jwks_uri, algorithms, scope_rules, subjects,
                                 disabled_at, created_at, updated_at)
      values (${ctx.orgId}, ${row.id}, ${row.name}, ${row.issuer}, ${row.audience}, ${row.jwks_uri}, ${row.algorithms},
              ${JSON.stringify(row.scope_rules)}, ${row.subjects}, ${row.disabled_at}, ${now}, ${now})
      on conflict (issuer, audience, org_id) do nothing returning 1`;
    if (added.length === 0) throw issuerTaken();
    await writeAudit(tx, ctx, {
      action: 'token_issuer.created',
      resourceId: toId('tokenIssuer', row.id),
      after: toTokenIssuerRecord(row),
      changes: { name: row.name, issuer: row.issuer, jwks_uri: row.jwks_uri, scope_rules: input.scope_rules },
    });
  });
  return { data: toTokenIssuerRecord(row), version: row.row_version };
}
