import type { SignInMethod } from '../../../core/enums.ts';
import { HubError } from '../../../core/errors.ts';
import { toId } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';
import { toLookup } from '../../shared/schemas.ts';
import { inTenant } from '../../shared/transaction.ts';
import { organizationSuspended } from '../organizations/organization-states.ts';
import { findSsoBar, ssoRequired } from '../single-sign-on/sso-bar.ts';
import { beginSession, type SsoOrigin } from '../user-sessions/begin-session.ts';
import { describeRequest } from '../passkeys/ceremony.ts';
import { type KnownPasskey, selectKnownPasskeys } from '../passkeys/passkey.ts';
import { sealAttempt } from './attempt.ts';
import { type SignInContext, toAuthor } from './sign-in-deps.ts';
import type { signInFactors, SignInResult } from './signed-in.ts';

/** A person who has shown who they are. */
export interface KnownPerson {
  userId: string;
  methods: readonly SignInMethod[];
  /** In which to act. Default: the one where the person has been a member for longest. */
  organizationId?: string | undefined;
  /** The identity provider that vouches for the person. */
  sso?: SsoOrigin | undefined;
}

/** Asks a person who has second factors for one, and begins a session of every other. */
export async function continueSignIn(ctx: SignInContext, person: KnownPerson): Promise<SignInResult> {
  const { factors, passkeys } = await listFactors(ctx, person.userId);
  if (factors.length === 0) return startSession(ctx, person);
  const { userId, methods, organizationId } = person;
  const attempt = sealAttempt(ctx, { userId, methods: [...methods], organizationId });
  const options = passkeys.length === 0 ? {} : { passkey_options: describeRequest(ctx, attempt, passkeys) };
  return { record: { state: 'second_factor_required', factors, ...options }, attempt };
}

/** What a person can show in the second step. Recovery codes are for who has something to lose. */
async function listFactors(
  { database }: SignInContext,
  userId: string,
): Promise<{ factors: (typeof signInFactors)[number][]; passkeys: KnownPasskey[] }> {
  return inTenant({ database, userId }, async (tx) => {
    const [[row], passkeys] = await Promise.all([
      tx.sql<{ totp: boolean; codes: boolean }[]>`
        select exists (select 1 from second_factors where user_id = ${userId} and confirmed_at is not null) as totp,
               exists (select 1 from recovery_codes where user_id = ${userId}) as codes`,
      selectKnownPasskeys(tx, userId),
    ]);
    const own = [row?.totp === true && ('totp' as const), passkeys.length > 0 && ('passkey' as const)];
    const codes = row?.codes === true && own.some(Boolean) && ('recovery_code' as const);
    return { factors: [...own, codes].filter((factor) => factor !== false), passkeys };
  });
}

/**
 * Begins a session of a person in one of their organizations.
 *
 * @throws {HubError} `forbidden` for a person who is an active member of none, or not of the one that was named, and where the
 *   organization wants them to sign in by its identity provider.
 */
export async function startSession(ctx: SignInContext, person: KnownPerson): Promise<SignInResult> {
  const { userId, methods, organizationId, sso } = person;
  const { database, userAgent } = ctx;
  const { user, organizations: joined } = await readPerson(ctx, userId);
  if (user === undefined) throw new HubError('forbidden', messages.signInNoOrganization);
  const organizations = joined.filter(({ suspended }) => !suspended);
  const barred = sso === undefined ? await findSsoBar(ctx, { email: user.email, organizations, methods }) : undefined;
  const open = organizations.filter(({ id }) => barred === undefined || id !== barred.orgId || barred.isLifted);
  const wanted = organizationId === undefined ? undefined : toLookup('organization', organizationId);
  const organization = open.find(({ id }) => wanted === undefined || id === wanted);
  if (organization === undefined) {
    if (joined.some(({ id, suspended }) => suspended && (wanted === undefined || wanted === id)))
      throw organizationSuspended();
    const isBarred = barred !== undefined && !barred.isLifted && (wanted === undefined || wanted === barred.orgId);
    throw isBarred ? ssoRequired() : new HubError('forbidden', messages.signInNoOrganization);
  }
  const author = toAuthor(ctx, organization.id, toId('user', userId));
  const note = barred?.orgId === organization.id ? { sso_bypassed: true } : undefined;
  const { token, expiresAt } = await inTenant({ database, orgId: organization.id, userId }, (tx) =>
    beginSession(tx, author, { userId, methods, userAgent, sso, note }),
  );
  const show = ({ id, name }: { id: string; name: string }) => ({ id: toId('organization', id), name });
  return {
    record: {
      state: 'signed_in',
      user: { id: toId('user', userId), name: user.name, ...(user.email === null ? {} : { email: user.email }) },
      organization: show(organization),
      organizations: organizations.map(show),
      expires_at: expiresAt,
    },
    sessionToken: token,
    expiresAt,
  };
}

/** Where a person is an active member, longest first. */
function readPerson({ database }: SignInContext, userId: string) {
  return inTenant({ database, userId }, async ({ sql }) => {
    const [[user], organizations] = await Promise.all([
      sql<{ name: string; email: string | null }[]>`select name, email from users where id = ${userId}`,
      sql<{ id: string; name: string; suspended: boolean }[]>`
        select organizations.id, organizations.name, suspended_at is not null as suspended from memberships
        join organizations on organizations.id = memberships.org_id
        where memberships.user_id = ${userId} and memberships.status = 'active'
        order by memberships.created_at, organizations.id`,
    ]);
    return { user, organizations };
  });
}
