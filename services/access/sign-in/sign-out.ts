import { toId } from '../../../core/ids.ts';
import { findSession } from '../../../drizzle/find-session.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import { askDatabase, inTenant } from '../../shared/transaction.ts';
import { hashToken, isWellFormedToken } from '../user-sessions/session-token.ts';
import { type SignInContext, toAuthor } from './sign-in-deps.ts';

/** Ends a session, if there is one: signing out always succeeds. */
export async function signOut({
  ctx,
  input: { token },
}: {
  ctx: SignInContext;
  input: { token: string | undefined };
}): Promise<void> {
  if (token === undefined || !isWellFormedToken('session', token)) return;
  const { database } = ctx;
  const session = await askDatabase(() => findSession(database, hashToken(ctx.pepper.reveal(), token)));
  if (session === undefined) return;
  const { orgId, userId, id } = session;
  await inTenant({ database, orgId, userId }, async (tx) => {
    const { count } = await tx.sql`
      delete from user_sessions where org_id = ${orgId} and user_id = ${userId} and id = ${id}`;
    if (count === 0) return;
    await writeAudit(tx, toAuthor(ctx, orgId, toId('user', userId)), {
      action: 'session.ended',
      resourceId: toId('session', id),
    });
  });
}
