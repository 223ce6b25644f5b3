import type postgres from 'postgres';
import { notFound } from '../../../core/errors.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { toLookup } from '../../shared/schemas.ts';
import type { UsedApiKeyRow } from './api-key-record.ts';

/** Reads keys with their last uses. `where` and what follows it speak of `keys`. */
export function selectApiKeys({ sql }: Transaction, where: postgres.PendingQuery<postgres.Row[]>) {
  return sql<UsedApiKeyRow[]>`
    select keys.id, keys.name, keys.mode, keys.last4, keys.scopes, keys.allowed_cidrs, keys.rotated_from,
           keys.sso_connection_id, keys.expires_at, keys.disabled_at, keys.row_version, keys.created_at, keys.updated_at,
           uses.last_used_at, uses.last_used_route
    from api_keys as keys
    left join api_key_uses as uses on uses.org_id = keys.org_id and uses.key_id = keys.id
    ${where}`;
}

/** Reads one key; with `lock`, it cannot change for the rest of the transaction. @throws {HubError} `not_found` */
export async function requireApiKey(tx: Transaction, orgId: string, id: string, lock?: 'lock'): Promise<UsedApiKeyRow> {
  const { sql } = tx;
  const [row] = await selectApiKeys(
    tx,
    sql`where keys.org_id = ${orgId} and keys.id = ${toLookup('apiKey', id)}
        ${lock === undefined ? sql`` : sql`for no key update of keys`}`,
  );
  if (row === undefined) throw notFound();
  return row;
}
