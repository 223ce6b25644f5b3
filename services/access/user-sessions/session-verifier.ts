import type { Clock } from '../../../core/clock.ts';
import { HubError } from '../../../core/errors.ts';
import { toId } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';
import type { Database } from '../../../drizzle/client.ts';
import { findSession, type SessionLookup } from '../../../drizzle/find-session.ts';
import type { Caller } from '../../shared/context.ts';
import type { CredentialListener } from '../credentials/credential-listener.ts';
import { createCredentialMemory } from '../credentials/credential-memory.ts';
import { listScopesOf, storedGrants } from '../people/role-grants.ts';
import { askDatabase, inTenant } from '../../shared/transaction.ts';
import { hashToken, isWellFormedToken } from './session-token.ts';
import { isLive } from './session-times.ts';

/** Identifies the person behind a session's token. */
export interface SessionVerifier {
  /**
   * @throws {HubError} `unauthorized` where there is no such session, or it ended.
   * @throws {HubError} `service_unavailable` when the database cannot be asked.
   */
  verify(token: string): Promise<Caller>;
  /**
   * Forgets the sessions of a person who has just changed something: this process hears of it a moment later, and what they ask next
   * may be whether it was done.
   */
  forget(userId: string): void;
}

/** How old `last_seen_at` may be before a use is written down. */
const noteEveryMs = 60_000;

/**
 * Makes a verifier with a memory of its own, in which sessions stand under the HMACs of their tokens. A session that ends, a
 * member whose roles or second factors change, and an organization whose policy changes, are forgotten at once in every process.
 */
export function createSessionVerifier(deps: {
  database: Database;
  clock: Clock;
  pepper: string;
  credentialListener: Pick<CredentialListener, 'isListening' | 'onChange'>;
}): SessionVerifier {
  const memory = createCredentialMemory<KnownSession>(deps);

  const lookUp = async (hmac: Buffer): Promise<KnownSession | undefined> => {
    const row = await askDatabase(() => findSession(deps.database, hmac));
    if (row === undefined || !isAlive(toKnownSession(row))) return undefined;
    const now = deps.clock.now();
    if (now - row.lastSeenAt.getTime() < noteEveryMs) return toKnownSession(row);
    await noteUse(row);
    return toKnownSession({ ...row, lastSeenAt: new Date(now) });
  };

  const isAlive = ({ expiresAtMs, lastSeenAtMs, idleMinutes }: KnownSession): boolean =>
    isLive(deps.clock.now(), { expiresAt: expiresAtMs, lastSeenAt: lastSeenAtMs, idleMinutes });

  const noteUse = ({ orgId, id, userId }: SessionLookup): Promise<unknown> =>
    inTenant(
      { database: deps.database, orgId, userId },
      ({ sql }) => sql`
        update user_sessions set last_seen_at = greatest(last_seen_at, ${new Date(deps.clock.now()).toISOString()})
        where org_id = ${orgId} and id = ${id}`,
    );

  return {
    forget: (userId) => memory.forget(userId),
    verify: async (token) => {
      const hmac = isWellFormedToken('session', token) ? hashToken(deps.pepper, token) : undefined;
      const session = hmac && (await memory.find(hmac.toString('base64'), () => lookUp(hmac)));
      if (session === undefined || !isAlive(session)) throw new HubError('unauthorized', messages.sessionEnded);
      return session.caller;
    },
  };
}

interface KnownSession {
  uuid: string;
  owner: string;
  organization: string;
  expiresAtMs: number;
  lastSeenAtMs: number;
  idleMinutes: number | undefined;
  caller: Caller;
}

function toKnownSession(row: SessionLookup): KnownSession {
  const grants = storedGrants.parse(row.grants);
  return {
    uuid: row.id,
    owner: row.userId,
    organization: row.orgId,
    expiresAtMs: row.expiresAt.getTime(),
    lastSeenAtMs: row.lastSeenAt.getTime(),
    idleMinutes: row.idleMinutes,
    caller: {
      orgId: row.orgId,
      kind: 'session',
      actor: toId('user', row.userId),
      scopes: new Set(listScopesOf(grants)),
      expiresAt: row.expiresAt.getTime(),
      requireIfMatch: row.requireIfMatch,
      userId: row.userId,
      session: {
        id: row.id,
        grants,
        elevatedAt: row.elevatedAt.getTime(),
        bySso: row.ssoConnectionId !== undefined,
        secondFactorNeed: row.secondFactorNeed,
      },
    },
  };
}
