import { toTimestamp } from '../../../core/clock.ts';
import { invalidRequest } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import { type Change, listChanges, parseChange } from '../../shared/change.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireScope } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requireVersion, type Versioned } from '../../shared/versions.ts';
import { requireNoLimits } from '../credential-limits.ts';
import { requireSsoConnection } from './select-sso-connections.ts';
import { readSentMetadata, toDueAt } from './metadata/read-metadata.ts';
import { splitSettings } from './split-settings.ts';
import {
  ssoConnectionInput,
  ssoConnectionMembers,
  type SsoConnectionRecord,
  type SsoConnectionRow,
  toSsoConnectionRecord,
} from './sso-connection.ts';
import { sealSsoSecret } from './sso-secret.ts';
import { ssoScopes } from './sso-scopes.ts';

/**
 * Changes a connection. One that is disabled signs nobody in, and its sessions end within a second.
 *
 * @throws {HubError} `not_found`; `invalid_request`, also for another kind of provider; as `requireVersion`.
 */
export async function updateSsoConnection({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: Change;
}): Promise<Versioned<SsoConnectionRecord>> {
  requireScope(ctx, ssoScopes.write);
  const known = await inTenant(ctx, (tx) => requireSsoConnection(tx, ctx.orgId, input.id));
  const metadata = await readSentMetadata(ctx, input.change, toSsoConnectionRecord(known, ctx).saml?.metadata_url);
  const row = await inTenant(ctx, async (tx) => {
    const current = await requireSsoConnection(tx, ctx.orgId, input.id, 'lock');
    const before = toSsoConnectionRecord(current, ctx);
    const next = parseChange(ssoConnectionInput, before, ssoConnectionMembers, input, () =>
      requireVersion(ctx, current.row_version),
    );
    const { kind, config, secret } = splitSettings(ctx, next, { hasSecret: current.sealed !== null, metadata });
    if (kind !== current.kind) throw otherKind(kind);
    if (!next.disabled) requireNoLimits(ctx);
    const now = toTimestamp(ctx.clock.now());
    const changed: SsoConnectionRow = {
      ...current,
      name: next.name,
      config,
      sealed: secret === undefined ? current.sealed : sealSsoSecret(ctx.pepper, current.id, secret),
      provisioning: next.provisioning,
      default_role: next.default_role ?? null,
      role_rules: next.role_rules,
      disabled_at: next.disabled ? (current.disabled_at ?? now) : null,
      ...(metadata === undefined ? {} : { metadata_read_at: now, metadata_problem: null }),
    };
    const differs = listChanges(before, toSsoConnectionRecord(changed, ctx)).length > 0;
    if (!differs && secret === undefined) return current;
    const stored = { ...changed, row_version: current.row_version + 1, updated_at: now };
    await store(tx, ctx, { before, stored, replacesSecret: secret !== undefined });
    return stored;
  });
  return { data: toSsoConnectionRecord(row, ctx), version: row.row_version };
}

async function store(
  { sql }: Transaction,
  ctx: ServiceContext,
  change: { before: SsoConnectionRecord; stored: SsoConnectionRow; replacesSecret: boolean },
): Promise<void> {
  const { before, stored, replacesSecret } = change;
  await Promise.all([
    sql`
      update sso_connections set name = ${stored.name}, config = ${JSON.stringify(stored.config)},
             sealed = ${stored.sealed}, provisioning = ${stored.provisioning}, default_role = ${stored.default_role},
             role_rules = ${JSON.stringify(stored.role_rules)}, disabled_at = ${stored.disabled_at},
             metadata_read_at = ${stored.metadata_read_at}, metadata_problem = ${stored.metadata_problem},
             metadata_due_at = ${toDueAt(stored.config, ctx.clock.now())},
             updated_at = ${stored.updated_at}, row_version = row_version + 1
      where org_id = ${ctx.orgId} and id = ${stored.id}`,
    ...(stored.disabled_at === null
      ? []
      : [sql`delete from user_sessions where org_id = ${ctx.orgId} and sso_connection_id = ${stored.id}`]),
    writeAudit({ sql }, ctx, {
      action: 'sso_connection.updated',
      resourceId: before.id,
      before,
      after: toSsoConnectionRecord(stored, ctx),
      ...(replacesSecret ? { changes: { secret_replaced: true } } : {}),
    }),
  ]);
}

function otherKind(path: string): Error {
  return invalidRequest(messages.bodyInvalid, [{ path, code: 'read_only', message: messages.ssoKindFixed }]);
}
