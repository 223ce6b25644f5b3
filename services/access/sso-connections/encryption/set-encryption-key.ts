import { toTimestamp } from '../../../../core/clock.ts';
import { HubError } from '../../../../core/errors.ts';
import { messages } from '../../../../core/messages.ts';
import { writeAudit } from '../../../audit-events/audit.ts';
import type { ServiceContext } from '../../../shared/context.ts';
import { requireScope } from '../../../shared/scopes.ts';
import { inTenant } from '../../../shared/transaction.ts';
import { requireVersion } from '../../../shared/versions.ts';
import { requireNoLimits } from '../../credential-limits.ts';
import { requireSsoConnection } from '../select-sso-connections.ts';
import { type SsoConnectionRecord, toSsoConnectionRecord } from '../sso-connection.ts';
import { ssoScopes } from '../sso-scopes.ts';
import { addEncryptionKey, type EncryptionKeys, readEncryptionKeys } from './encryption-keys.ts';

interface Call {
  ctx: ServiceContext;
  input: { id: string };
}

/**
 * Makes a pair of keys that the provider encrypts assertions for. What is encrypted for the previous one is read for 30 days more.
 *
 * @throws {HubError} `not_found`; `invalid_state` for a connection by OpenID Connect; as `requireVersion`.
 */
export async function rotateEncryptionKey({ ctx, input }: Call): Promise<SsoConnectionRecord> {
  const host = new URL(ctx.publicUrl).hostname;
  return change(ctx, input.id, 'sso_connection.encryption_key_made', (known, owner) =>
    addEncryptionKey(known, { pepper: ctx.pepper, owner, host, nowMs: ctx.clock.now() }),
  );
}

/** Takes all keys away: encrypted assertions are refused from then on. @throws {HubError} as `rotateEncryptionKey` */
export async function removeEncryptionKey({ ctx, input }: Call): Promise<SsoConnectionRecord> {
  return change(ctx, input.id, 'sso_connection.encryption_key_removed', () => Promise.resolve([]));
}

async function change(
  ctx: ServiceContext,
  id: string,
  action: `sso_connection.${string}`,
  next: (known: EncryptionKeys, connectionId: string) => Promise<EncryptionKeys>,
): Promise<SsoConnectionRecord> {
  requireScope(ctx, ssoScopes.write);
  requireNoLimits(ctx);
  return inTenant(ctx, async (tx) => {
    const row = await requireSsoConnection(tx, ctx.orgId, id, 'lock');
    requireVersion(ctx, row.row_version);
    if (row.kind !== 'saml') throw new HubError('invalid_state', messages.encryptionSamlOnly);
    const keys = await next(readEncryptionKeys(row.encryption_keys), row.id);
    const now = toTimestamp(ctx.clock.now());
    const stored = { ...row, encryption_keys: keys, row_version: row.row_version + 1, updated_at: now };
    const [before, after] = [toSsoConnectionRecord(row, ctx), toSsoConnectionRecord(stored, ctx)];
    await Promise.all([
      tx.sql`
        update sso_connections set encryption_keys = ${JSON.stringify(keys)}, updated_at = ${now},
                                   row_version = row_version + 1
        where org_id = ${ctx.orgId} and id = ${row.id}`,
      writeAudit(tx, ctx, { action, resourceId: after.id, before, after }),
    ]);
    return after;
  });
}
