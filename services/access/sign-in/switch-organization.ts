import { z } from 'zod';
import type { SignInMethod } from '../../../core/enums.ts';
import { HubError } from '../../../core/errors.ts';
import { toId } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';
import { findSession, type SessionLookup } from '../../../drizzle/find-session.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import { idOf } from '../../shared/schemas.ts';
import { askDatabase, inTenant } from '../../shared/transaction.ts';
import { hashToken, isWellFormedToken } from '../user-sessions/session-token.ts';
import { isLive, toLifetimeMs } from '../user-sessions/session-times.ts';
import { beginIn, chooseOrganization } from './continue-sign-in.ts';
import { type SignInContext, toAuthor } from './sign-in-deps.ts';
import type { SignInResult } from './signed-in.ts';

export const switchInput = z
  .strictObject({ organization_id: idOf('organization').meta({ description: 'In which to act from now on.' }) })
  .meta({ id: 'OrganizationSwitchInput' });

/** Whose session it is, for the count of attempts. @throws {HubError} `unauthorized` */
export async function readSessionOwner(ctx: SignInContext, token: string | undefined): Promise<string> {
  const { userId } = await requireSession(ctx, token);
  return `switch ${userId}`;
}

/**
 * Lets a person who is signed in act in another organization of theirs: their session ends, and one with another token begins,
 * which lasts as long as theirs would have, and is no proof of who they are that theirs was not.
 *
 * A session by an identity provider leads nowhere else: the provider vouches for people in its own organization only.
 *
 * @throws {HubError} `unauthorized` where there is no session; `forbidden` with the reason `sign_in_required` for such a session,
 *   and for one that is older than the other organization lets sessions become; as `chooseOrganization`.
 */
export async function switchOrganization({
  ctx,
  input,
}: {
  ctx: SignInContext;
  input: z.output<typeof switchInput> & { token: string | undefined };
}): Promise<SignInResult> {
  const session = await requireSession(ctx, input.token);
  const { userId, signedInAt, elevatedAt, expiresAt } = session;
  if (session.ssoConnectionId !== undefined) {
    throw new HubError('forbidden', messages.ssoSwitch, { details: { reason: 'sign_in_required' } });
  }
  const methods = await readMethods(ctx, session);
  const former = {
    signedInAt: signedInAt.getTime(),
    elevatedAt: elevatedAt.getTime(),
    endsAt: expiresAt.getTime(),
  };
  const person = { userId, methods, former };
  const organizationId = input.organization_id;
  const chosen = await chooseOrganization(ctx, { ...person, methods: countElsewhere(methods), organizationId });
  if (ctx.clock.now() >= former.signedInAt + toLifetimeMs(chosen.organization.session_lifetime_minutes)) {
    throw new HubError('forbidden', messages.switchTooLate, { details: { reason: 'sign_in_required' } });
  }
  await endFormer(ctx, session);
  return beginIn(ctx, person, { ...chosen, note: { ...chosen.note, switched: true } });
}

/** What of a sign-in counts in other organizations: the link of an operator is for one of them. */
export function countElsewhere(methods: readonly SignInMethod[]): SignInMethod[] {
  return methods.filter((method) => method !== 'invitation');
}

/** Reads what a person signed in with. */
export async function readMethods(
  { database }: Pick<SignInContext, 'database'>,
  { userId, id }: Pick<SessionLookup, 'userId' | 'id'>,
): Promise<SignInMethod[]> {
  const [row] = await inTenant(
    { database, userId },
    async ({ sql }) =>
      await sql<
        { methods: SignInMethod[] }[]
      >`select methods from user_sessions where user_id = ${userId} and id = ${id}`,
  );
  if (row === undefined) throw ended();
  return row.methods;
}

async function requireSession(ctx: SignInContext, token: string | undefined): Promise<SessionLookup> {
  if (token === undefined || !isWellFormedToken('session', token)) throw ended();
  const found = await askDatabase(() => findSession(ctx.database, hashToken(ctx.pepper.reveal(), token)));
  if (found === undefined) throw ended();
  const { expiresAt, lastSeenAt, idleMinutes } = found;
  const times = { expiresAt: expiresAt.getTime(), lastSeenAt: lastSeenAt.getTime(), idleMinutes };
  if (!isLive(ctx.clock.now(), times)) throw ended();
  return found;
}

/** Before the new one begins: of two requests with one session, one goes on. @throws {HubError} `unauthorized` */
function endFormer(ctx: SignInContext, { orgId, userId, id }: SessionLookup): Promise<void> {
  return inTenant({ database: ctx.database, orgId, userId }, async (tx) => {
    const { count } = await tx.sql`
      delete from user_sessions where org_id = ${orgId} and user_id = ${userId} and id = ${id}`;
    if (count === 0) throw ended();
    await writeAudit(tx, toAuthor(ctx, orgId, toId('user', userId)), {
      action: 'session.ended',
      resourceId: toId('session', id),
      changes: { switched: true },
    });
  });
}

function ended(): HubError {
  return new HubError('unauthorized', messages.sessionEnded);
}
