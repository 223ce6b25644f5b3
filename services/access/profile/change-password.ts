import { z } from 'zod';
import { toTimestamp } from '../../../core/clock.ts';
import { HubError, invalidRequest } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import { codeOf } from '../../../drizzle/failures.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { emailSchema } from '../people/email.ts';
import { hashPassword } from '../people/password-hash.ts';
import { givenPassword, passwordSchema, requireGoodPassword } from '../people/password-rules.ts';
import { inTenant } from '../../shared/transaction.ts';
import { elevate, type elevationRecord, requireOwnPassword } from './reauthenticate.ts';
import { requirePerson } from './require-person.ts';

export const passwordInput = z
  .strictObject({
    password: passwordSchema,
    current_password: givenPassword.optional().meta({ description: 'Required if the person has a password already.' }),
    email: emailSchema.optional().meta({ description: 'To sign in with, of a person who has no address yet.' }),
  })
  .meta({ id: 'PasswordInput' });

/**
 * Sets the password of the person who asks, and ends all their other sessions and links for another password.
 *
 * @throws {HubError} `unauthorized` for a wrong current password; `invalid_request`; `conflict` for an address of somebody else.
 */
export async function changePassword({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.output<typeof passwordInput>;
}): Promise<z.infer<typeof elevationRecord>> {
  const { userId, session } = requirePerson(ctx);
  const person = await readPerson(ctx, userId);
  if (person.has_password) await requireOwnPassword(ctx, input.current_password ?? '');
  // An identity provider vouches for a person in its own organization only: a password would open all of them.
  else if (session.bySso) throw new HubError('forbidden', messages.ssoSessionOnly);
  const email = person.email ?? input.email;
  if (email === undefined) {
    throw invalidRequest(messages.bodyInvalid, [{ path: 'email', code: 'required', message: messages.emailNeeded }]);
  }
  requireGoodPassword(input.password, { email, name: person.name });
  const hash = await hashPassword(ctx.pepper.reveal(), input.password);
  const now = toTimestamp(ctx.clock.now());
  try {
    return await inTenant(ctx, async (tx) => {
      const [elevation] = await Promise.all([
        elevate(tx, ctx),
        tx.sql`
          insert into user_passwords (user_id, hash, changed_at) values (${userId}, ${hash}, ${now})
          on conflict (user_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`,
        tx.sql`
          update users set email = ${email}, updated_at = ${now}, row_version = row_version + 1
          where id = ${userId} and email is null`,
        tx.sql`delete from user_sessions where user_id = ${userId} and id <> ${session.id}`,
        tx.sql`delete from reset_links where user_id = ${userId}`,
        writeAudit(tx, ctx, { action: 'user.password_changed', resourceId: ctx.actor }),
      ]);
      return elevation;
    });
  } catch (error) {
    if (codeOf(error) === '23505') throw new HubError('conflict', messages.emailTaken, { cause: error });
    throw error;
  }
}

async function readPerson(
  ctx: ServiceContext,
  userId: string,
): Promise<{ name: string; email: string | null; has_password: boolean }> {
  const [row] = await inTenant(
    ctx,
    async ({ sql }) =>
      await sql<{ name: string; email: string | null; has_password: boolean }[]>`
      select name, email, exists (select 1 from user_passwords where user_id = ${userId}) as has_password
      from users where id = ${userId}`,
  );
  return row ?? { name: '', email: null, has_password: true };
}
