import { z } from 'zod';
import { newUuid } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { findUser } from '../../drizzle/find-user.ts';
import type { SendMail } from '../shared/mail-room.ts';
import { askDatabase, inTenant } from '../shared/transaction.ts';
import { auditEverywhere } from './audit-everywhere.ts';
import { emailSchema } from '../access/people/email.ts';
import type { SignInContext } from '../access/sign-in/sign-in-deps.ts';
import { findSsoBar } from '../access/single-sign-on/sso-bar.ts';
import { insertResetLink } from './insert-reset-link.ts';

export const forgottenPasswordInput = z.strictObject({ email: emailSchema }).meta({ id: 'ForgottenPasswordInput' });

export const forgottenPasswordRecord = z
  .object({
    help: z.enum(['mail', 'administrator']).meta({
      description:
        '`mail`: a link is sent if a person with a password has this address. `administrator`: the hub sends no mail; ask an administrator of the organization for a link.',
    }),
  })
  .meta({ id: 'ForgottenPassword' });

const hours = 1;
/** Who asks again and again fills nobody's letter box. */
const notAgainForMs = 2 * 60_000;

/**
 * Sends a link for a new password to a person who has one, and says nothing of whether there is such a person: the answer does not
 * wait for the look-up.
 *
 * @throws {HubError} `service_unavailable` while too much mail waits.
 */
export function mailResetLink({
  ctx,
  input: { email },
}: {
  ctx: SignInContext;
  input: z.output<typeof forgottenPasswordInput>;
}): z.infer<typeof forgottenPasswordRecord> {
  if (ctx.mail === undefined) return { help: 'administrator' };
  ctx.mail.start((send) => lookUpAndSend(ctx, email, send));
  return { help: 'mail' };
}

async function lookUpAndSend(ctx: SignInContext, email: string, send: SendMail): Promise<void> {
  const { database } = ctx;
  const user = await askDatabase(() => findUser(database, email));
  // An identity provider vouches for who never had a password in its own organization only: one would open all of them.
  if (user?.passwordHash === undefined || !(await canSignIn(ctx, user.id, email))) return;
  const userId = user.id;
  const link = await inTenant({ database, userId }, async (tx) => {
    const made = await insertResetLink(tx, ctx, {
      userId,
      issuer: 'mail',
      secondFactors: false,
      hours,
      madeBy: 'mail',
      notAgainForMs,
    });
    if (made !== undefined) await auditEverywhere(tx, ctx, userId, { action: 'user.reset_link_mailed' });
    return made;
  });
  if (link === undefined) return;
  await send({ id: newUuid(), to: email, ...messages.resetMail({ url: link.url, hours }) });
}

/** Whether a password leads anywhere: into an organization that does not want an identity provider to be used instead. */
async function canSignIn(ctx: SignInContext, userId: string, email: string): Promise<boolean> {
  const organizations = await inTenant({ database: ctx.database, userId }, (tx) => selectOpen(tx, userId));
  // An owner who shows a second factor afterwards gets in all the same.
  const barred = await findSsoBar(ctx, { email, organizations, methods: ['recovery_code'] });
  return organizations.some(({ id }) => id !== barred?.orgId || barred.isLifted);
}

function selectOpen({ sql }: Transaction, userId: string): PromiseLike<{ id: string }[]> {
  return sql<{ id: string }[]>`
    select organizations.id from memberships join organizations on organizations.id = memberships.org_id
    where memberships.user_id = ${userId} and memberships.status = 'active' and suspended_at is null`;
}
