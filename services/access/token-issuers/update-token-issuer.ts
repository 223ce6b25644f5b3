import { toTimestamp } from '../../../core/clock.ts';
import { invalidRequest } from '../../../core/errors.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { codeOf } from '../../../drizzle/failures.ts';
import { adminScopes } from '../admin-scopes.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import { applyChange, type Change, listChanges, parseChange } from '../../shared/change.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireNoLimits } from '../credential-limits.ts';
import { requireScope, requireScopesOf } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requireVersion, type Versioned } from '../../shared/versions.ts';
import { checkTokenIssuer } from './check-token-issuer.ts';
import { listGranted } from './scope-rules.ts';
import { selectTokenIssuer } from './select-token-issuer.ts';
import { messages } from '../../../core/messages.ts';
import {
  issuerTaken,
  type TokenIssuerInput,
  tokenIssuerInput,
  type TokenIssuerRecord,
  type TokenIssuerRow,
  toTokenIssuerRecord,
} from './token-issuer.ts';

/** @see https://www.postgresql.org/docs/18/errcodes-appendix.html */
const uniqueViolation = '23505';

const members = Object.keys(tokenIssuerInput.shape);

/**
 * Changes an issuer. Tokens are judged by the new terms at once. A change that changes nothing leaves no trace.
 *
 * @throws {HubError} `not_found`; `invalid_request`, also for another `issuer`; `insufficient_scope` when its rules
 *   grant more than the caller has, before or after; `conflict` for an audience that another one of the issuer has.
 */
export async function updateTokenIssuer({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: Change;
}): Promise<Versioned<TokenIssuerRecord>> {
  requireScope(ctx, adminScopes.write);
  const row = await inTenant(ctx, (tx) => change(tx, ctx, input)).catch((error: unknown) => {
    throw codeOf(error) === uniqueViolation ? issuerTaken() : error;
  });
  return { data: toTokenIssuerRecord(row), version: row.row_version };
}

async function change(tx: Transaction, ctx: ServiceContext, input: Change): Promise<TokenIssuerRow> {
  const current = await selectTokenIssuer(tx, ctx.orgId, input.id, 'lock');
  const record = toTokenIssuerRecord(current);
  requireScopesOf(ctx, listGranted(record.scope_rules));
  const before = applyChange(record, members, { ...input, change: {} });
  const next = parseChange(tokenIssuerInput, record, members, input, () => requireVersion(ctx, current.row_version));
  if (next.issuer !== current.issuer) throw otherIssuer();
  const changed = listChanges(before, next);
  if (changed.length === 0) return current;
  if (!next.disabled) requireNoLimits(ctx);
  requireScopesOf(ctx, listGranted(next.scope_rules));
  checkTokenIssuer(ctx, next, current);
  return store(tx, ctx, { current, next, changed });
}

async function store(
  tx: Transaction,
  ctx: ServiceContext,
  { current, next, changed }: { current: TokenIssuerRow; next: TokenIssuerInput; changed: string[] },
): Promise<TokenIssuerRow> {
  const now = toTimestamp(ctx.clock.now());
  const row: TokenIssuerRow = {
    ...current,
    name: next.name,
    audience: next.audience,
    jwks_uri: next.jwks_uri,
    algorithms: next.algorithms,
    scope_rules: next.scope_rules,
    subjects: next.subjects ?? null,
    disabled_at: next.disabled ? (current.disabled_at ?? now) : null,
    row_version: current.row_version + 1,
    updated_at: now,
  };
  await Promise.all([
    tx.sql`
      update token_issuers set name = ${row.name}, audience = ${row.audience}, jwks_uri = ${row.jwks_uri},
             algorithms = ${row.algorithms}, scope_rules = ${JSON.stringify(row.scope_rules)},
             subjects = ${row.subjects}, disabled_at = ${row.disabled_at}, updated_at = ${now},
             row_version = row_version + 1
      where org_id = ${ctx.orgId} and id = ${row.id}`,
    writeAudit(tx, ctx, {
      action: 'token_issuer.updated',
      resourceId: toTokenIssuerRecord(row).id,
      before: toTokenIssuerRecord(current),
      after: toTokenIssuerRecord(row),
      changes: { changed, jwks_uri: row.jwks_uri, scope_rules: next.scope_rules, disabled: next.disabled },
    }),
  ]);
  return row;
}

function otherIssuer(): Error {
  return invalidRequest(messages.bodyInvalid, [{ path: 'issuer', code: 'read_only', message: messages.issuerFixed }]);
}
