import type { Database } from './client.ts';
import type { OauthAuthMethod } from '../core/enums.ts';

/** A client as it is known before its organization is. Its secrets are stored as HMACs only. */
export interface OauthClientLookup {
  orgId: string;
  authMethod: OauthAuthMethod;
  secretHmac: Buffer | undefined;
  /** The secret before the last rotation. */
  previousHmac: Buffer | undefined;
  previousExpiresAt: Date | undefined;
  jwks: Record<string, unknown> | undefined;
  scopes: string[];
  disabledAt: Date | undefined;
  /** Of its organization. */
  requireIfMatch: boolean;
  /** The access token that was asked for was revoked. */
  revoked: boolean;
}

/**
 * Finds an OAuth client by its id, through a definer function that answers one exact id only.
 *
 * @param jti Of the access token that asks; absent when the client itself does.
 */
export async function findOauthClient(
  database: Database,
  id: string,
  jti?: string,
): Promise<OauthClientLookup | undefined> {
  const [row] = await database.sql<
    {
      org_id: string;
      auth_method: OauthAuthMethod;
      secret_hmac: Buffer | null;
      previous_hmac: Buffer | null;
      previous_expires_at: string | null;
      jwks: Record<string, unknown> | null;
      scopes: string[];
      disabled_at: string | null;
      require_if_match: boolean;
      revoked: boolean;
    }[]
  >`select * from hub_find_oauth_client(${id}, ${jti ?? null})`;
  if (row === undefined) return undefined;
  return {
    orgId: row.org_id,
    authMethod: row.auth_method,
    secretHmac: row.secret_hmac ?? undefined,
    previousHmac: row.previous_hmac ?? undefined,
    previousExpiresAt: row.previous_expires_at === null ? undefined : new Date(row.previous_expires_at),
    jwks: row.jwks ?? undefined,
    scopes: row.scopes,
    disabledAt: row.disabled_at === null ? undefined : new Date(row.disabled_at),
    requireIfMatch: row.require_if_match,
    revoked: row.revoked,
  };
}
