import { toTimestamp } from '../../../core/clock.ts';
import type { SignInMethod } from '../../../core/enums.ts';
import { newUuid, toId } from '../../../core/ids.ts';
import type { Json } from '../../../core/json.ts';
import type { Secret } from '../../../core/secret.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { pepperId } from '../api-keys/api-key.ts';
import { type AuditContext, writeAudit } from '../../audit-events/audit.ts';
import { generateSessionToken, hashToken } from './session-token.ts';
import { toLifetimeMs } from './session-times.ts';

/** A session that was just begun, with the only copy of its token. */
export interface StartedSession {
  token: string;
  expiresAt: string;
}

const userAgentMax = 255;

/** By which identity provider a session begins. */
export interface SsoOrigin {
  /** UUID of the connection. */
  connectionId: string;
  /** When the provider wants it to end, in milliseconds since the epoch. Default: as other sessions. */
  endsAt?: number | undefined;
}

/** What a session goes on from, in another organization: it is no proof, and no longer, of who the person is. In milliseconds. */
export interface FormerSession {
  signedInAt: number;
  elevatedAt: number;
  endsAt: number;
}

/**
 * Begins a session of a person in an organization. The transaction acts for both.
 *
 * @param input.note What the audit log is to know besides.
 */
export async function beginSession(
  tx: Transaction,
  ctx: AuditContext & { pepper: Secret<string> },
  input: {
    userId: string;
    methods: readonly SignInMethod[];
    userAgent: string | undefined;
    sso?: SsoOrigin | undefined;
    former?: FormerSession | undefined;
    note?: Readonly<Record<string, Json>> | undefined;
  },
): Promise<StartedSession> {
  const token = generateSessionToken();
  const pepper = ctx.pepper.reveal();
  const nowMs = ctx.clock.now();
  const { sso, former } = input;
  const signedInAt = former?.signedInAt ?? nowMs;
  const lifetimeMs = await readLifetime(tx, ctx.orgId);
  const endsAt = Math.min(signedInAt + lifetimeMs, sso?.endsAt ?? Infinity, former?.endsAt ?? Infinity);
  const [id, now, expiresAt] = [newUuid(), toTimestamp(nowMs), toTimestamp(endsAt)];
  const elevatedAt = toTimestamp(former?.elevatedAt ?? nowMs);
  const userAgent = input.userAgent?.slice(0, userAgentMax) ?? null;
  await Promise.all([
    tx.sql`
      insert into user_sessions (org_id, id, user_id, pepper_id, token_hmac, methods, signed_in_at, elevated_at, last_seen_at,
                                 expires_at, address, user_agent, sso_connection_id, created_at)
      values (${ctx.orgId}, ${id}, ${input.userId}, ${pepperId(pepper)}, ${hashToken(pepper, token)},
              ${[...input.methods]}, ${toTimestamp(signedInAt)}, ${elevatedAt}, ${now}, ${expiresAt},
              ${ctx.address ?? null}, ${userAgent}, ${sso?.connectionId ?? null}, ${now})`,
    tx.sql`update memberships set last_session_at = ${now} where org_id = ${ctx.orgId} and user_id = ${input.userId}`,
    writeAudit(tx, ctx, {
      action: 'session.started',
      resourceId: toId('session', id),
      after: { methods: input.methods },
      ...(input.note === undefined ? {} : { changes: input.note }),
    }),
  ]);
  return { token, expiresAt };
}

async function readLifetime({ sql }: Transaction, orgId: string): Promise<number> {
  const [row] = await sql<{ session_lifetime_minutes: number | null }[]>`
    select session_lifetime_minutes from organizations where id = ${orgId}`;
  return toLifetimeMs(row?.session_lifetime_minutes);
}
