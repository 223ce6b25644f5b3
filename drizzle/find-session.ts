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
  /** `{role, account_id}` of each of the member's roles. */
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
    grants: row.grants,
  };
}
