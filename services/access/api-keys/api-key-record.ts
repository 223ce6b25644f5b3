import { z } from 'zod';
import { apiKeyModes, apiKeyStatuses } from '../../../core/enums.ts';
import { toId } from '../../../core/ids.ts';
import type { apiKeys, apiKeyUses } from '../../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../../shared/rows.ts';
import { scopes, sortScopes } from '../../shared/scopes.ts';
import { idOf, timestamp } from '../../shared/schemas.ts';

/** An API key as the API shows it: everything but the key. */
export const apiKeyRecord = z
  .object({
    id: idOf('apiKey'),
    name: z.string(),
    mode: z.enum(apiKeyModes),
    last4: z.string().meta({ description: 'The last four characters of the key, to recognize it.' }),
    scopes: z.array(z.enum(scopes)),
    status: z
      .enum(apiKeyStatuses)
      .meta({ description: 'Only an active key works. `disabled` comes before `expired`.' }),
    expires_at: timestamp.optional(),
    disabled_at: timestamp.optional(),
    allowed_cidrs: z.array(z.string()).optional(),
    rotated_from: idOf('apiKey').optional(),
    sso_connection_id: idOf('ssoConnection')
      .optional()
      .meta({ description: 'The connection whose directory uses the key. The key is deleted with it.' }),
    last_used_at: timestamp.optional().meta({ description: 'Known a minute after the use at the latest.' }),
    last_used_route: z
      .string()
      .optional()
      .meta({ description: '`operationId` of the last operation that was asked for.' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'ApiKey' });

/** A key that was just made. */
export const newApiKeyRecord = apiKeyRecord
  .extend({ secret: z.string().meta({ description: 'The key itself. It is shown this once and not stored.' }) })
  .meta({ id: 'NewApiKey' });

export type ApiKeyRecord = z.infer<typeof apiKeyRecord>;
export type NewApiKeyRecord = z.infer<typeof newApiKeyRecord>;

export type ApiKeyRow = Row<
  typeof apiKeys,
  | 'id'
  | 'name'
  | 'mode'
  | 'last4'
  | 'scopes'
  | 'allowedCidrs'
  | 'rotatedFrom'
  | 'ssoConnectionId'
  | 'expiresAt'
  | 'disabledAt'
  | 'rowVersion'
  | 'createdAt'
  | 'updatedAt'
>;

/** A key with its last use, of which there may be none. */
export type UsedApiKeyRow = ApiKeyRow & Partial<Nullable<Row<typeof apiKeyUses, 'lastUsedAt' | 'lastUsedRoute'>>>;

type Nullable<T> = { [Name in keyof T]: T[Name] | null };

/** @param now Milliseconds since the epoch, to decide whether the key has expired. */
export function toApiKeyRecord(row: UsedApiKeyRow, now: number): ApiKeyRecord {
  return {
    id: toId('apiKey', row.id),
    name: row.name,
    mode: row.mode,
    last4: row.last4,
    scopes: sortScopes(row.scopes),
    status: toStatus(row, now),
    ...(row.expires_at === null ? {} : { expires_at: fromTime(row.expires_at) }),
    ...(row.disabled_at === null ? {} : { disabled_at: fromTime(row.disabled_at) }),
    ...(row.allowed_cidrs === null ? {} : { allowed_cidrs: row.allowed_cidrs }),
    ...(row.rotated_from === null ? {} : { rotated_from: toId('apiKey', row.rotated_from) }),
    ...(row.sso_connection_id === null ? {} : { sso_connection_id: toId('ssoConnection', row.sso_connection_id) }),
    ...(row.last_used_at ? { last_used_at: fromTime(row.last_used_at) } : {}),
    ...(row.last_used_route ? { last_used_route: row.last_used_route } : {}),
    created_at: fromTime(row.created_at),
    updated_at: fromTime(row.updated_at),
  };
}

function toStatus({ disabled_at: disabledAt, expires_at: expiresAt }: ApiKeyRow, now: number): ApiKeyRecord['status'] {
  if (disabledAt !== null) return 'disabled';
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'active';
}
