import type { SignInMethod } from '../../../core/enums.ts';
import { HubError } from '../../../core/errors.ts';
import { toId } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';
import { toLookup } from '../../shared/schemas.ts';
import { inTenant } from '../../shared/transaction.ts';
import { organizationSuspended } from '../organizations/organization-states.ts';
import { findSsoBar, ssoRequired } from '../single-sign-on/sso-bar.ts';
import { beginSession, type FormerSession, type SsoOrigin } from '../user-sessions/begin-session.ts';
import { describeRequest } from '../passkeys/ceremony.ts';
import { type KnownPasskey, selectKnownPasskeys } from '../passkeys/passkey.ts';
import { sealAttempt } from './attempt.ts';
import { type PersonMemberships, type JoinedOrganization, readMemberships } from './read-memberships.ts';
import { type SignInContext, toAuthor } from './sign-in-deps.ts';
import type { signInFactors, SignInResult } from './signed-in.ts';

/** A person who has shown who they are. */
export interface KnownPerson {
  userId: string;
  methods: readonly SignInMethod[];
  /** In which to act. Default: the one that the person used last. */
  organizationId?: string | undefined;
  /** The identity provider that vouches for the person. */
  sso?: SsoOrigin | undefined;
  /** The session in another organization that the new one takes the place of. */
  former?: FormerSession | undefined;
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
 * @throws {HubError} as `chooseOrganization`.
 */
export async function startSession(ctx: SignInContext, person: KnownPerson): Promise<SignInResult> {
  return beginIn(ctx, person, await chooseOrganization(ctx, person));
}

/** Where a person is going to act. */
export interface ChosenOrganization extends PersonMemberships {
  organization: JoinedOrganization;
  /** What the audit log is to know besides. */
  note: Readonly<Record<string, boolean>>;
}

/**
 * Chooses the organization that was named, or the one that the person used last.
 *
 * @throws {HubError} `forbidden` for a person who is an active member of none, or not of the one that was named, and where the
 *   organization wants them to sign in by its identity provider; `organization_suspended`.
 */
export async function chooseOrganization(
  ctx: SignInContext,
  { userId, methods, organizationId, sso }: KnownPerson,
): Promise<ChosenOrganization> {
  const { user, organizations: joined } = await readMemberships(ctx, userId);
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
  const note = barred?.orgId === organization.id ? { sso_bypassed: true } : {};
  return { user, organizations, organization, note };
}

/** Begins a session where it was found that the person may have one. */
export async function beginIn(
  ctx: SignInContext,
  { userId, methods, sso, former }: KnownPerson,
  { user, organizations, organization, note }: ChosenOrganization,
): Promise<SignInResult> {
  const { database, userAgent } = ctx;
  const author = toAuthor(ctx, organization.id, toId('user', userId));
  const { token, expiresAt } = await inTenant({ database, orgId: organization.id, userId }, (tx) =>
    beginSession(tx, author, {
      userId,
      methods,
      userAgent,
      sso,
      former,
      ...(Object.keys(note).length === 0 ? {} : { note }),
    }),
  );
  const show = ({ id, name }: JoinedOrganization) => ({ id: toId('organization', id), name });
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
