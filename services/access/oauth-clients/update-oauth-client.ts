import { toTimestamp } from '../../../core/clock.ts';
import { invalidRequest } from '../../../core/errors.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { adminScopes } from '../admin-scopes.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import { applyChange, type Change, listChanges, parseChange } from '../../shared/change.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireNoLimits } from '../credential-limits.ts';
import { toJsonb } from '../../shared/rows.ts';
import { requireScope, requireScopesOf, sortScopes } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requireVersion, type Versioned } from '../../shared/versions.ts';
import {
  type OauthClientInput,
  oauthClientInput,
  type OauthClientRecord,
  type OauthClientRow,
  toOauthClientRecord,
} from './oauth-client.ts';
import { requireUsableKeys } from './public-jwks.ts';
import { selectOauthClient } from './select-oauth-client.ts';
import { messages } from '../../../core/messages.ts';

const members = Object.keys(oauthClientInput.shape);

/**
 * Changes a client. Tokens that it holds allow at once no more than the client then may; those of a disabled one are
 * refused. A change that changes nothing leaves no trace.
 *
 * @throws {HubError} `not_found`; `invalid_request`, also for another `auth_method`; `insufficient_scope` when the
 *   client may do more than the caller, before or after.
 */
export async function updateOauthClient({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: Change;
}): Promise<Versioned<OauthClientRecord>> {
  requireScope(ctx, adminScopes.write);
  const row = await inTenant(ctx, async (tx) => {
    const current = await selectOauthClient(tx, ctx.orgId, input.id, 'lock');
    requireScopesOf(ctx, sortScopes(current.scopes));
    const record = toOauthClientRecord(current);
    const next = parseChange(oauthClientInput, record, members, input, () => requireVersion(ctx, current.row_version));
    if (next.auth_method !== current.auth_method) throw otherMethod();
    const changed = listChanges(applyChange(record, members, { ...input, change: {} }), next);
    if (changed.length === 0) return current;
    if (!next.disabled) requireNoLimits(ctx);
    requireScopesOf(ctx, next.scopes);
    if (next.jwks !== undefined) await requireUsableKeys(next.jwks);
    return store(tx, ctx, { current, next, changed });
  });
  return { data: toOauthClientRecord(row), version: row.row_version };
}

async function store(
  tx: Transaction,
  ctx: ServiceContext,
  { current, next, changed }: { current: OauthClientRow; next: OauthClientInput; changed: string[] },
): Promise<OauthClientRow> {
  const now = toTimestamp(ctx.clock.now());
  const row: OauthClientRow = {
    ...current,
    name: next.name,
    scopes: next.scopes,
    jwks: next.jwks ?? null,
    disabled_at: next.disabled ? (current.disabled_at ?? now) : null,
    row_version: current.row_version + 1,
    updated_at: now,
  };
  await Promise.all([
    tx.sql`
      update oauth_clients set name = ${row.name}, scopes = ${row.scopes},
             jwks = ${next.jwks === undefined ? null : toJsonb(next.jwks)}, disabled_at = ${row.disabled_at},
             updated_at = ${now}, row_version = row_version + 1
      where org_id = ${ctx.orgId} and id = ${row.id}`,
    writeAudit(tx, ctx, {
      action: 'oauth_client.updated',
      resourceId: toOauthClientRecord(row).id,
      before: toOauthClientRecord(current),
      after: toOauthClientRecord(row),
      changes: { changed, scopes: row.scopes, disabled: next.disabled },
    }),
  ]);
  return row;
}

function otherMethod(): Error {
  return invalidRequest(messages.bodyInvalid, [
    { path: 'auth_method', code: 'read_only', message: messages.clientMethodFixed },
  ]);
}
