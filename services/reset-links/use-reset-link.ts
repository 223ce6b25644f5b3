import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { HubError } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { auditEverywhere } from './audit-everywhere.ts';
import { hashPassword } from '../access/people/password-hash.ts';
import { passwordSchema, requireGoodPassword } from '../access/people/password-rules.ts';
import { continueSignIn } from '../access/sign-in/continue-sign-in.ts';
import type { SignInContext } from '../access/sign-in/sign-in-deps.ts';
import type { SignInResult } from '../access/sign-in/signed-in.ts';
import { type OpenResetLink, withOpenLink } from './find-open-link.ts';

const token = z.string().min(1).max(128).meta({ description: 'What stands behind `#` in the link.' });

export const resetTokenInput = z.strictObject({ token }).meta({ id: 'ResetTokenInput' });

export const openResetLinkRecord = z
  .object({
    name: z.string(),
    email: z.string().optional().meta({ description: 'What the person signs in with.' }),
    second_factors: z.boolean().meta({ description: 'It also removes second factors, recovery codes and passkeys.' }),
  })
  .meta({ id: 'OpenResetLink' });

export const resetInput = z.strictObject({ token, password: passwordSchema }).meta({ id: 'ResetInput' });

/** Says whom a link for a new password is for. @throws {HubError} `not_found` for one that does not work. */
export function lookUpResetLink({
  ctx,
  input,
}: {
  ctx: SignInContext;
  input: z.output<typeof resetTokenInput>;
}): Promise<z.infer<typeof openResetLinkRecord>> {
  return withOpenLink(ctx, input, async (_tx, { name, email, secondFactors }) => ({
    name,
    ...(email === null ? {} : { email }),
    second_factors: secondFactors,
  }));
}

/**
 * Sets the password of the person whom a link is for, ends all their sessions, and goes on as if they had signed in with it: a
 * second factor that the link does not remove is asked for.
 *
 * @throws {HubError} `not_found` for a link that does not work; `invalid_request`; `forbidden` as `startSession`, with
 *   `details.password_changed`.
 */
export async function useResetLink({
  ctx,
  input: { token: text, password },
}: {
  ctx: SignInContext;
  input: z.output<typeof resetInput>;
}): Promise<SignInResult> {
  const person = await withOpenLink(ctx, { token: text }, async (_tx, link) => link);
  requireGoodPassword(password, person);
  const hash = await hashPassword(ctx.pepper.reveal(), password);
  const { userId, orgId, issuer } = await withOpenLink(ctx, { token: text, lock: 'lock' }, async (tx, link) => {
    await store(tx, ctx, link, hash);
    return link;
  });
  // An operator's link is the last of ways, also where an identity provider is enforced.
  const methods = issuer === 'operator' ? (['password', 'invitation'] as const) : (['password'] as const);
  const organizationId = orgId === undefined ? undefined : toId('organization', orgId);
  return continueSignIn(ctx, { userId, methods, organizationId }).catch((error: unknown) => {
    throw error instanceof HubError ? tellOfChange(error) : error;
  });
}

/** Who is not let in is told that the password was changed all the same. */
function tellOfChange(error: HubError): HubError {
  const details = { ...error.details, password_changed: true };
  return new HubError(error.code, error.message, { details, cause: error });
}

async function store(tx: Transaction, ctx: SignInContext, link: OpenResetLink, hash: string): Promise<void> {
  const { sql } = tx;
  const { userId, issuer, secondFactors, madeBy } = link;
  await Promise.all([
    sql`delete from reset_links where user_id = ${userId}`,
    sql`
      insert into user_passwords (user_id, hash, changed_at) values (${userId}, ${hash}, ${toTimestamp(ctx.clock.now())})
      on conflict (user_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`,
    sql`delete from user_sessions where user_id = ${userId}`,
    ...(secondFactors
      ? [
          sql`delete from second_factors where user_id = ${userId}`,
          sql`delete from passkeys where user_id = ${userId}`,
          sql`delete from recovery_codes where user_id = ${userId}`,
        ]
      : []),
  ]);
  await auditEverywhere(tx, ctx, userId, {
    action: 'user.password_reset',
    changes: { issuer, made_by: madeBy, second_factors_removed: secondFactors },
  });
}
