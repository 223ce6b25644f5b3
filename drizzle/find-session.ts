import type { SecondFactorNeed } from '../core/enums.ts';
import type { Database } from './client.ts';

/** A session of an active member, as it is known before its organization is. */
export interface SessionLookup {
  orgId: string;
  id: string;
  userId: string;
  /** Before the person changed organizations, where they did. */
  signedInAt: Date;
  elevatedAt: Date;
  lastSeenAt: Date;
  /** Also by what the organization says now. */
  expiresAt: Date;
  /** Of its organization; absent where it decided nothing. */
  idleMinutes: number | undefined;
  /** Of its organization. */
  requireIfMatch: boolean;
  /** By which it began; absent otherwise. */
  ssoConnectionId: string | undefined;
  /** What the person has to do first, because the organization asks for a second factor. */
  secondFactorNeed: SecondFactorNeed | undefined;
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
      signed_in_at: string;
      elevated_at: string;
      last_seen_at: string;
      expires_at: string;
      idle_minutes: number | null;
      require_if_match: boolean;
      sso_connection_id: string | null;
      second_factor_need: SecondFactorNeed | null;
      grants: unknown;
    }[]
  >`select * from hub_find_session(${tokenHmac})`;
  if (row === undefined) return undefined;
  return {
    orgId: row.org_id,
    id: row.id,
    userId: row.user_id,
    signedInAt: new Date(row.signed_in_at),
    elevatedAt: new Date(row.elevated_at),
    lastSeenAt: new Date(row.last_seen_at),
    expiresAt: new Date(row.expires_at),
    idleMinutes: row.idle_minutes ?? undefined,
    requireIfMatch: row.require_if_match,
    ssoConnectionId: row.sso_connection_id ?? undefined,
    secondFactorNeed: row.second_factor_need ?? undefined,
    grants: row.grants,
  };
}
