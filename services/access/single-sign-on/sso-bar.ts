import type { SignInMethod } from '../../../core/enums.ts';
import { HubError } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import { findSsoDomain, type SsoDomainLookup } from '../../../drizzle/find-sso.ts';
import { askDatabase, inTenant } from '../../shared/transaction.ts';
import type { SignInContext } from '../sign-in/sign-in-deps.ts';
import { toDomain } from './sso-profile.ts';

/** An organization in which people of a domain sign in by its identity provider only. */
export interface SsoBar {
  orgId: string;
  /** The person is an owner who has shown a second factor: the way back in when the provider fails. */
  isLifted: boolean;
  /** The connection that people of the domain sign in by. */
  connection: Pick<SsoDomainLookup, 'ssoConnectionId' | 'kind' | 'name'>;
}

/** What lets an owner in besides the provider. The link of an operator is the last of ways. */
const strong: readonly SignInMethod[] = ['totp', 'recovery_code', 'passkey', 'invitation'];

/** Finds the organization that keeps a person from signing in without its identity provider, if there is one. */
export async function findSsoBar(
  ctx: SignInContext,
  {
    email,
    organizations,
    methods,
  }: { email: string | null; organizations: readonly { id: string }[]; methods: readonly SignInMethod[] },
): Promise<SsoBar | undefined> {
  const domain = email === null ? undefined : await askDatabase(() => findSsoDomain(ctx.database, toDomain(email)));
  if (domain?.enforced !== true || !organizations.some(({ id }) => id === domain.orgId)) return undefined;
  const { orgId } = domain;
  const [owner] = await inTenant(
    { database: ctx.database, orgId },
    async ({ sql }) =>
      await sql`
      select 1 from role_grants join users on users.id = role_grants.user_id
      where role_grants.org_id = ${orgId} and users.email = ${email} and role = 'owner'`,
  );
  return {
    orgId,
    isLifted: owner !== undefined && methods.some((method) => strong.includes(method)),
    connection: domain,
  };
}

export function ssoRequired(): HubError {
  return new HubError('forbidden', messages.ssoRequired, { details: { reason: 'sso_required' } });
}
