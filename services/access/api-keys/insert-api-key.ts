import { toTimestamp } from '../../../core/clock.ts';
import type { ApiKeyMode } from '../../../core/enums.ts';
import { newUuid } from '../../../core/ids.ts';
import type { Json } from '../../../core/json.ts';
import type { Secret } from '../../../core/secret.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { type AuditContext, writeAudit } from '../../audit-events/audit.ts';
import type { Scope } from '../../shared/scopes.ts';
import { generateApiKey, hashApiKey, pepperId } from './api-key.ts';
import { type ApiKeyRecord, type ApiKeyRow, type NewApiKeyRecord, toApiKeyRecord } from './api-key-record.ts';

/** What a new key is made of. */
interface ApiKeyParts {
  name: string;
  scopes: readonly Scope[];
  mode: ApiKeyMode;
  expiresAt: string | null;
  allowedCidrs: string[] | null;
  /** UUID of the key that it replaces. */
  rotatedFrom: string | null;
  /** UUID of the connection that it ends with. */
  ssoConnectionId: string | null;
}

/** The creator of a key; absent for an operator. */
type KeyMaker = AuditContext & { pepper: Secret<string> };

/** Makes a key and stores its HMAC. What is returned holds the only copy of the key itself. */
export async function insertApiKey(tx: Transaction, ctx: KeyMaker, parts: ApiKeyParts): Promise<NewApiKeyRecord> {
  const secret = generateApiKey(parts.mode);
  const pepper = ctx.pepper.reveal();
  const now = ctx.clock.now();
  const at = toTimestamp(now);
  const row: ApiKeyRow = {
    id: newUuid(),
    name: parts.name,
    mode: parts.mode,
    last4: secret.slice(-4),
    scopes: [...parts.scopes],
    allowed_cidrs: parts.allowedCidrs,
    rotated_from: parts.rotatedFrom,
    sso_connection_id: parts.ssoConnectionId,
    expires_at: parts.expiresAt,
    disabled_at: null,
    row_version: 1,
    created_at: at,
    updated_at: at,
  };
  const record = toApiKeyRecord(row, now);
  await Promise.all([
    tx.sql`
      insert into api_keys (org_id, id, name, mode, pepper_id, key_hmac, last4, scopes, allowed_cidrs, rotated_from,
                            sso_connection_id, expires_at, created_at, updated_at)
      values (${ctx.orgId}, ${row.id}, ${row.name}, ${row.mode}, ${pepperId(pepper)}, ${hashApiKey(pepper, secret)},
              ${row.last4}, ${row.scopes}, ${row.allowed_cidrs}, ${row.rotated_from},
              ${row.sso_connection_id}, ${row.expires_at}, ${at}, ${at})`,
    writeAudit(tx, ctx, {
      action: 'api_key.created',
      resourceId: record.id,
      after: record,
      changes: toChanges(record),
    }),
  ]);
  return { ...record, secret };
}

/** What the audit log keeps: all that says what the key can do. */
function toChanges({ name, mode, scopes, ...record }: ApiKeyRecord): Record<string, Json> {
  const { expires_at: expiresAt, allowed_cidrs: allowedCidrs, rotated_from: rotatedFrom } = record;
  const { sso_connection_id: ssoConnectionId } = record;
  return {
    name,
    mode,
    scopes,
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    ...(allowedCidrs === undefined ? {} : { allowed_cidrs: allowedCidrs }),
    ...(rotatedFrom === undefined ? {} : { rotated_from: rotatedFrom }),
    ...(ssoConnectionId === undefined ? {} : { sso_connection_id: ssoConnectionId }),
  };
}
