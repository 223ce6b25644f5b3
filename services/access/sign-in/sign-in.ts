import { z } from 'zod';
import { HubError } from '../../../core/errors.ts';
import { toId } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';
import { findUser } from '../../../drizzle/find-user.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import { emailSchema } from '../people/email.ts';
import { checkPassword, hashPassword } from '../people/password-hash.ts';
import { givenPassword } from '../people/password-rules.ts';
import { askDatabase, inTenant } from '../../shared/transaction.ts';
import { continueSignIn } from './continue-sign-in.ts';
import { type SignInContext, toAuthor } from './sign-in-deps.ts';
import { organizationToActIn, type SignInResult } from './signed-in.ts';

export const signInInput = z
  .strictObject({
    email: emailSchema,
    password: givenPassword,
    organization_id: organizationToActIn,
  })
  .meta({ id: 'SignInInput' });

/**
 * Signs a person in with a password. An unknown address is answered as a wrong password, after as much work.
 *
 * @throws {HubError} `unauthorized`; `forbidden` for a person who is an active member of no organization.
 */
export async function signIn({
  ctx,
  input,
}: {
  ctx: SignInContext;
  input: z.output<typeof signInInput>;
}): Promise<SignInResult> {
  const userId = await requirePassword(ctx, input);
  return continueSignIn(ctx, { userId, methods: ['password'], organizationId: input.organization_id });
}

/**
 * Finds the person who has an address and a password. A hash of former parameters is replaced on the way.
 *
 * @returns the person's UUID.
 * @throws {HubError} `unauthorized`
 */
export async function requirePassword(
  ctx: SignInContext,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const pepper = ctx.pepper.reveal();
  const user = await askDatabase(() => findUser(ctx.database, email));
  const { matches, outdated } = await checkPassword(pepper, password, user?.passwordHash);
  if (user === undefined || !matches) {
    if (user !== undefined) await noteRefusal(ctx, user.id, 'password');
    throw new HubError('unauthorized', messages.signInFailed);
  }
  if (outdated) {
    const hash = await hashPassword(pepper, password);
    await inTenant(
      { database: ctx.database, userId: user.id },
      ({ sql }) => sql`
        update user_passwords set hash = ${hash} where user_id = ${user.id} and hash = ${user.passwordHash ?? ''}`,
    );
  }
  return user.id;
}

/** What somebody failed at, as the audit log names it. `passkey_copied`: a counter that went back. */
export type RefusedStep = 'password' | 'second_factor' | 'passkey' | 'passkey_copied';

/** Writes down, in every organization of a person, that somebody failed to show that it is them. Rate limits bound how often. */
export async function noteRefusal(
  ctx: Parameters<typeof toAuthor>[0] & Pick<SignInContext, 'database'>,
  userId: string,
  step: RefusedStep,
): Promise<void> {
  const { database } = ctx;
  const places = await inTenant(
    { database, userId },
    async ({ sql }) => await sql<{ org_id: string }[]>`select org_id from memberships where user_id = ${userId}`,
  );
  for (const { org_id: orgId } of places) {
    const author = toAuthor(ctx, orgId, toId('user', userId));
    await inTenant({ database, orgId }, (tx) =>
      writeAudit(tx, author, { action: 'session.refused', resourceId: author.actor, changes: { step } }),
    );
  }
}
