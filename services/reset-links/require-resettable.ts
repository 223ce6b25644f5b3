import { HubError } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { findSsoDomain } from '../../drizzle/find-sso.ts';
import type { MemberRow } from '../access/members/member.ts';
import { storedGrants } from '../access/people/role-grants.ts';
import { toDomain } from '../access/single-sign-on/sso-profile.ts';

/**
 * Keeps links for a new password to members who could sign in with one.
 *
 * @throws {HubError} `invalid_state` for a suspended member and one without an address; `forbidden` for one who has to sign in by
 *   the organization's identity provider.
 */
export async function requireResettable(tx: Transaction, orgId: string, member: MemberRow): Promise<void> {
  if (member.status !== 'active') throw new HubError('invalid_state', messages.resetSuspended);
  if (member.email === null) throw new HubError('invalid_state', messages.resetNoAddress);
  const domain = await findSsoDomain(tx, toDomain(member.email));
  const isBarred = domain?.enforced === true && domain.orgId === orgId;
  // Owners keep a way in besides the provider.
  const isOwner = storedGrants.parse(member.grants).some(({ role }) => role === 'owner');
  if (!isBarred || isOwner) return;
  throw new HubError('forbidden', messages.resetBySso, { details: { reason: 'sso_required' } });
}
