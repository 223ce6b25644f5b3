import type { Database } from './client.ts';

/** What the holder of a key may do. The key itself is not stored. */
export interface ApiKeyRow {
  orgId: string;
  id: string;
  scopes: string[];
  expiresAt: Date | undefined;
  disabledAt: Date | undefined;
  /** Networks that the key may be used from; `undefined` means any. */
  allowedCidrs: readonly string[] | undefined;
  /** Of its organization. */
  requireIfMatch: boolean;
}

/**
 * Finds an API key by its HMAC, before the tenant is known.
 *
 * The one look-up across tenants that the application may do: a definer function that answers an exact HMAC only.
 */
export async function findApiKey(database: Database, keyHmac: Buffer): Promise<ApiKeyRow | undefined> {
  const [row] = await database.sql<
    {
      org_id: string;
      id: string;
      scopes: string[];
      expires_at: string | null;
      disabled_at: string | null;
      allowed_cidrs: string[] | null;
      require_if_match: boolean;
    }[]
  >`select * from hub_find_api_key(${keyHmac})`;
  if (row === undefined) return undefined;
  return {
    orgId: row.org_id,
    id: row.id,
    scopes: row.scopes,
    expiresAt: row.expires_at === null ? undefined : new Date(row.expires_at),
    disabledAt: row.disabled_at === null ? undefined : new Date(row.disabled_at),
    allowedCidrs: row.allowed_cidrs ?? undefined,
    requireIfMatch: row.require_if_match,
  };
}
