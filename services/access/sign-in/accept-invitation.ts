import { z } from 'zod';
import { toTimestamp } from '../../../core/clock.ts';
import { HubError, invalidRequest } from '../../../core/errors.ts';
import { newUuid, toId } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { codeOf } from '../../../drizzle/failures.ts';
import { findInvitation, findUser } from '../../../drizzle/find-user.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import { mayStillMake } from '../members/may-still-make.ts';
import { requireActiveOrganization } from '../organizations/organization-states.ts';
import { emailSchema } from '../people/email.ts';
import { hashPassword } from '../people/password-hash.ts';
import { givenPassword, requireGoodPassword } from '../people/password-rules.ts';
import { listScopesOf, storedGrants, toGrantRecords } from '../people/role-grants.ts';
import { nameSchema } from '../../shared/schemas.ts';
import { askDatabase, inTenant } from '../../shared/transaction.ts';
import { hashToken, isWellFormedToken } from '../user-sessions/session-token.ts';
import { continueSignIn } from './continue-sign-in.ts';
import { requirePassword } from './sign-in.ts';
import { type SignInContext, toAuthor } from './sign-in-deps.ts';
import type { SignInResult } from './signed-in.ts';

const token = z.string().min(1).max(128).meta({ description: 'What stands behind `#` in the link.' });

export const invitationTokenInput = z.strictObject({ token }).meta({ id: 'InvitationTokenInput' });

export const openInvitationRecord = z
  .object({
    organization: z.object({ name: z.string() }),
    email: z.string().optional(),
    roles: z.array(z.string()),
    person_exists: z.boolean().meta({ description: 'The person signs in with their password; others choose one.' }),
    passwordless: z.boolean().meta({ description: 'The link alone signs in.' }),
  })
  .meta({ id: 'OpenInvitation' });

export const acceptInvitationInput = z
  .strictObject({
    token,
    email: emailSchema.optional().meta({ description: 'To sign in with, where the invitation names none.' }),
    name: nameSchema.optional().meta({ description: 'Of a new person.' }),
    password: givenPassword
      .optional()
      .meta({ description: 'Of a new person, at least 12 characters; of a known one, their own.' }),
  })
  .meta({ id: 'InvitationAcceptance' });

interface OpenInvitation {
  orgId: string;
  id: string;
  organization: string;
  email: string | null;
  grants: z.infer<typeof storedGrants>;
  passwordless: boolean;
  invitedBy: string;
}

/** Says what an invitation is for. @throws {HubError} `not_found` for one that does not work. */
export async function lookUpInvitation({
  ctx,
  input,
}: {
  ctx: SignInContext;
  input: z.output<typeof invitationTokenInput>;
}): Promise<z.infer<typeof openInvitationRecord>> {
  const { organization, email, grants, passwordless } = await requireOpen(ctx, input.token);
  const known = email === null ? undefined : await askDatabase(() => findUser(ctx.database, email));
  return {
    organization: { name: organization },
    ...(email === null ? {} : { email }),
    roles: [...new Set(grants.map(({ role }) => role))],
    person_exists: known !== undefined,
    passwordless,
  };
}

/**
 * Makes the holder of an invitation a member and signs them in: a new person, or a known one who shows their password.
 *
 * @throws {HubError} `not_found` for an invitation that is not open; `unauthorized` for a wrong password of a known person;
 *   `invalid_request`; `conflict` for a member of the organization.
 */
export async function acceptInvitation({
  ctx,
  input,
}: {
  ctx: SignInContext;
  input: z.output<typeof acceptInvitationInput>;
}): Promise<SignInResult> {
  const invitation = await requireOpen(ctx, input.token);
  const email = invitation.email ?? input.email ?? null;
  const known = email === null ? undefined : await askDatabase(() => findUser(ctx.database, email));
  const isKnown = known !== undefined && email !== null;
  const userId = isKnown
    ? await requirePassword(ctx, { email, password: input.password ?? '' })
    : await addPerson(ctx, invitation, { ...input, email });
  if (isKnown) await inTenant({ ...ctx, orgId: invitation.orgId, userId }, (tx) => join(tx, ctx, invitation, userId));
  const organizationId = toId('organization', invitation.orgId);
  const methods = [isKnown || input.password !== undefined ? 'password' : 'invitation'] as const;
  return continueSignIn(ctx, { userId, methods, organizationId });
}

async function requireOpen(ctx: SignInContext, text: string): Promise<OpenInvitation> {
  const { database, clock } = ctx;
  const hmac = isWellFormedToken('invitation', text) ? hashToken(ctx.pepper.reveal(), text) : undefined;
  const found = hmac && (await askDatabase(() => findInvitation(database, hmac)));
  if (found === undefined) throw unknown();
  return inTenant({ database, orgId: found.orgId }, async (tx) => {
    await requireActiveOrganization(tx, found.orgId);
    const [row] = await tx.sql<
      { organization: string; email: string | null; grants: unknown; passwordless: boolean; invited_by: string }[]
    >`
      select organizations.name as organization, email, grants, passwordless, invited_by from invitations
      join organizations on organizations.id = invitations.org_id
      where invitations.org_id = ${found.orgId} and invitations.id = ${found.id} and accepted_at is null
        and expires_at > ${toTimestamp(clock.now())}`;
    if (row === undefined) throw unknown();
    const { invited_by: invitedBy, ...rest } = row;
    const grants = storedGrants.parse(row.grants);
    const link = { orgId: found.orgId, madeBy: invitedBy, scopes: listScopesOf(grants) };
    if (!(await mayStillMake(tx, ctx, link))) throw unknown();
    return { ...found, ...rest, grants, invitedBy };
  });
}

function unknown(): HubError {
  return new HubError('not_found', messages.invitationUnknown);
}

/** Makes a new person and member. @returns the person's UUID. */
async function addPerson(
  ctx: SignInContext,
  invitation: OpenInvitation,
  {
    email,
    name = email?.split('@')[0],
    password,
  }: { email: string | null; name?: string | undefined; password?: string | undefined },
): Promise<string> {
  const { passwordless } = invitation;
  if (email === null && !passwordless) throw missing('email', messages.emailNeeded);
  if (password === undefined && !passwordless) throw missing('password', messages.fieldRequired);
  const person = { email, name: name ?? 'Owner' };
  if (password !== undefined) requireGoodPassword(password, person);
  const hash = password === undefined ? undefined : await hashPassword(ctx.pepper.reveal(), password);
  const userId = newUuid();
  const now = toTimestamp(ctx.clock.now());
  try {
    await inTenant({ ...ctx, orgId: invitation.orgId, userId }, async (tx) => {
      await tx.sql`
        insert into users (id, email, name, created_at, updated_at)
        values (${userId}, ${email}, ${person.name}, ${now}, ${now})`;
      if (hash !== undefined) {
        await tx.sql`insert into user_passwords (user_id, hash, changed_at) values (${userId}, ${hash}, ${now})`;
      }
      await join(tx, ctx, invitation, userId);
    });
  } catch (error) {
    // Another invitation for the same address was accepted meanwhile.
    if (codeOf(error) === '23505') throw new HubError('conflict', messages.emailTaken, { cause: error });
    throw error;
  }
  return userId;
}

function missing(path: string, message: string): HubError {
  return invalidRequest(messages.bodyInvalid, [{ path, code: 'required', message }]);
}

/** Uses the invitation up and makes the membership. @throws {HubError} `not_found`; `conflict` */
async function join(
  tx: Transaction,
  ctx: SignInContext,
  { orgId, id, grants, invitedBy }: OpenInvitation,
  userId: string,
): Promise<void> {
  const { sql } = tx;
  const actor = toId('user', userId);
  const author = toAuthor(ctx, orgId, actor);
  const now = toTimestamp(ctx.clock.now());
  const { count } = await sql`
    update invitations set accepted_at = ${now} where org_id = ${orgId} and id = ${id} and accepted_at is null`;
  if (count === 0) throw unknown();
  const added = await sql`
    insert into memberships (org_id, user_id, status, invited_by, created_at, updated_at)
    values (${orgId}, ${userId}, 'active', ${invitedBy}, ${now}, ${now}) on conflict do nothing`;
  if (added.count === 0) throw new HubError('conflict', messages.memberExists);
  await Promise.all([
    // An account may have been deleted since.
    sql`
      insert into role_grants (org_id, user_id, role, account_id)
      select ${orgId}, ${userId}, given.role, given.account_id
      from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) as given (role text, account_id uuid)
      where given.account_id is null
         or exists (select 1 from accounts where accounts.org_id = ${orgId} and accounts.id = given.account_id)
      on conflict do nothing`,
    writeAudit(tx, author, {
      action: 'member.added',
      resourceId: actor,
      after: { roles: toGrantRecords(grants) },
      changes: { invitation_id: toId('invitation', id) },
    }),
  ]);
}
