import type { Database } from './client.ts';

/** A session of an active member, as it is known before its organization is. */
export interface SessionLookup {
  orgId: string;
  id: string;
  userId: string;
  elevatedAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  /** Of its organization. */
  requireIfMatch: boolean;
  /** By which it began; absent otherwise. */
  ssoConnectionId: string | undefined;
  /** `{role, account_id}` of each role of the member and of their groups. */
  grants: unknown;
}

/**
 * Finds a session by the HMAC of its token, through a definer function that answers an exact HMAC only.
 *
 * @returns `undefined` also where the person is suspended, or no member any more.
 */
export async function findSession(database: Database, tokenHmac: Buffer): Promise<SessionLookup | undefined> {
  const [row] = await database.sql<
    {
      org_id: string;
      id: string;
      user_id: string;
      elevated_at: string;
      last_seen_at: string;
      expires_at: string;
      require_if_match: boolean;
      sso_connection_id: string | null;
      grants: unknown;
    }[]
  >`select * from hub_find_session(${tokenHmac})`;
  if (row === undefined) return undefined;
  return {
    orgId: row.org_id,
    id: row.id,
    userId: row.user_id,
    elevatedAt: new Date(row.elevated_at),
    lastSeenAt: new Date(row.last_seen_at),
    expiresAt: new Date(row.expires_at),
    requireIfMatch: row.require_if_match,
    ssoConnectionId: row.sso_connection_id ?? undefined,
    grants: row.grants,
  };
}
