import { toTimestamp } from '../../../core/clock.ts';
import { HubError } from '../../../core/errors.ts';
import { newUuid } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireScope } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import type { Versioned } from '../../shared/versions.ts';
import { requireNoLimits } from '../credential-limits.ts';
import { readSentMetadata, toDueAt } from './metadata/read-metadata.ts';
import { splitSettings } from './split-settings.ts';
import {
  type SsoConnectionInput,
  type SsoConnectionRecord,
  type SsoConnectionRow,
  toSsoConnectionRecord,
} from './sso-connection.ts';
import { sealSsoSecret } from './sso-secret.ts';
import { ssoScopes } from './sso-scopes.ts';

export const ssoConnectionsMax = 20;

/**
 * Adds an identity provider, which is not called but for its metadata. People sign in by it once one of its domains is verified.
 *
 * @throws {HubError} `invalid_request`; `invalid_state` beyond twenty.
 */
export async function createSsoConnection({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: SsoConnectionInput;
}): Promise<Versioned<SsoConnectionRecord>> {
  requireScope(ctx, ssoScopes.write);
  requireNoLimits(ctx);
  const metadata = await readSentMetadata(ctx, { saml: pickMetadata(input) });
  const { kind, config, secret } = splitSettings(ctx, input, { metadata });
  const now = toTimestamp(ctx.clock.now());
  const id = newUuid();
  const row: SsoConnectionRow = {
    id,
    kind,
    name: input.name,
    config,
    sealed: secret === undefined ? null : sealSsoSecret(ctx.pepper, id, secret),
    encryption_keys: null,
    provisioning: input.provisioning,
    default_role: input.default_role ?? null,
    role_rules: input.role_rules,
    disabled_at: input.disabled ? now : null,
    metadata_read_at: metadata === undefined ? null : now,
    metadata_problem: null,
    row_version: 1,
    created_at: now,
    updated_at: now,
    domains: [],
  };
  const record = toSsoConnectionRecord(row, ctx);
  await inTenant(ctx, async (tx) => {
    const [{ count } = { count: 0 }] = await tx.sql<{ count: number }[]>`
      select count(*) from sso_connections where org_id = ${ctx.orgId}`;
    if (count >= ssoConnectionsMax) {
      throw new HubError('invalid_state', messages.ssoConnectionsTooMany({ max: ssoConnectionsMax }));
    }
    await Promise.all([
      tx.sql`
        insert into sso_connections (org_id, id, kind, name, config, sealed, provisioning, default_role, role_rules,
                                     disabled_at, metadata_read_at, metadata_due_at, created_at, updated_at)
        values (${ctx.orgId}, ${id}, ${kind}, ${row.name}, ${JSON.stringify(config)}, ${row.sealed}, ${row.provisioning},
                ${row.default_role}, ${JSON.stringify(row.role_rules)}, ${row.disabled_at}, ${row.metadata_read_at},
                ${toDueAt(config, ctx.clock.now())}, ${now}, ${now})`,
      writeAudit(tx, ctx, { action: 'sso_connection.created', resourceId: record.id, after: record }),
    ]);
  });
  return { data: record, version: 1 };
}

/** What of a parsed body the metadata is read by. */
function pickMetadata({ saml }: SsoConnectionInput) {
  return { metadata_url: saml?.metadata_url ?? null, metadata_xml: saml?.metadata_xml ?? null };
}
