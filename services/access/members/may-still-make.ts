import type { Clock } from '../../../core/clock.ts';
import { toTimestamp } from '../../../core/clock.ts';
import { toUuid } from '../../../core/ids.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { hasScope, type Scope } from '../../shared/scopes.ts';
import { adminScopes } from '../admin-scopes.ts';
import { listMemberScopes } from './member.ts';
import { findMember } from './select-members.ts';

/**
 * Whether who made a link that lets a person in could make it now. Who was removed or suspended, or lost a role, leaves no way in
 * behind; nor does a key, client or issuer that was deleted, disabled or narrowed.
 *
 * @param link.madeBy As the audit log names it.
 * @param link.scopes What the link leads to.
 */
export async function mayStillMake(
  tx: Transaction,
  { clock }: { clock: Clock },
  { orgId, madeBy, scopes }: { orgId: string; madeBy: string; scopes: readonly Scope[] },
): Promise<boolean> {
  const held = await readHeldScopes(tx, clock, orgId, madeBy);
  return held === undefined || [adminScopes.write, ...scopes].every((scope) => hasScope(new Set(held), scope));
}

/** @returns `undefined` where the database does not say: of the operator, and of a subject of an issuer that is still accepted. */
async function readHeldScopes(
  tx: Transaction,
  clock: Clock,
  orgId: string,
  madeBy: string,
): Promise<readonly string[] | undefined> {
  const { sql } = tx;
  const person = toUuid('user', madeBy);
  if (person !== undefined) {
    const member = await findMember(tx, orgId, person);
    return member?.status === 'active' ? listMemberScopes(member) : [];
  }
  const [key, client] = [toUuid('apiKey', madeBy), toUuid('oauthClient', madeBy)];
  if (key !== undefined || client !== undefined) {
    const [program] = await sql<{ scopes: string[] }[]>`
      select scopes from api_keys
      where org_id = ${orgId} and id = ${key ?? null} and disabled_at is null
        and (expires_at is null or expires_at > ${toTimestamp(clock.now())})
      union all
      select scopes from oauth_clients where org_id = ${orgId} and id = ${client ?? null} and disabled_at is null`;
    return program?.scopes ?? [];
  }
  const issuer = toUuid('tokenIssuer', madeBy.split('|')[0] ?? '');
  if (issuer === undefined) return undefined;
  const [accepted] = await sql`
    select 1 from token_issuers where org_id = ${orgId} and id = ${issuer} and disabled_at is null`;
  return accepted === undefined ? [] : undefined;
}
