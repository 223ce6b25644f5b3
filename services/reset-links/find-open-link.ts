import { toTimestamp } from '../../core/clock.ts';
import type { resetIssuers } from '../../core/enums.ts';
import { HubError } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { findResetLink, isMemberElsewhere } from '../../drizzle/find-user.ts';
import { hasScope } from '../shared/scopes.ts';
import { askDatabase, inTenant } from '../shared/transaction.ts';
import { mayStillMake } from '../access/members/may-still-make.ts';
import { listMemberScopes } from '../access/members/member.ts';
import { findMember } from '../access/members/select-members.ts';
import { requireActiveOrganization } from '../access/organizations/organization-states.ts';
import type { SignInContext } from '../access/sign-in/sign-in-deps.ts';
import { hashToken, isWellFormedToken } from '../access/user-sessions/session-token.ts';

/** A link that works, with whom it is for. */
export interface OpenResetLink {
  /** UUID of the person. */
  userId: string;
  /** UUID of the organization where it was made; absent where the person asked by mail. */
  orgId: string | undefined;
  issuer: (typeof resetIssuers)[number];
  secondFactors: boolean;
  madeBy: string;
  name: string;
  email: string | null;
}

interface LinkRow {
  issuer: (typeof resetIssuers)[number];
  scopes: string[] | null;
  second_factors: boolean;
  made_by: string;
  name: string;
  email: string | null;
}

/**
 * Finds the link of a token that still works, and does something with it in one transaction, which acts for its person.
 *
 * @param use With `lock`, nobody else uses the link at the same time.
 * @throws {HubError} `not_found` for a link that is unknown, used, superseded or past its time; `organization_suspended`
 */
export async function withOpenLink<T>(
  ctx: SignInContext,
  { token, lock }: { token: string; lock?: 'lock' },
  use: (tx: Transaction, link: OpenResetLink) => Promise<T>,
): Promise<T> {
  const { database } = ctx;
  const hmac = isWellFormedToken('reset', token) ? hashToken(ctx.pepper.reveal(), token) : undefined;
  const found = hmac && (await askDatabase(() => findResetLink(database, hmac)));
  if (hmac === undefined || found === undefined) throw unknown();
  const { userId, orgId } = found;
  return inTenant({ database, orgId, userId }, async (tx) => {
    if (orgId !== undefined) await requireActiveOrganization(tx, orgId);
    const [row] = await tx.sql<LinkRow[]>`
      select issuer, scopes, second_factors, made_by, users.name, users.email from reset_links
      join users on users.id = reset_links.user_id
      where reset_links.user_id = ${userId} and token_hmac = ${hmac} and expires_at > ${toTimestamp(ctx.clock.now())}
      ${lock === undefined ? tx.sql`` : tx.sql`for update of reset_links`}`;
    if (row === undefined || !(await isStillRight(tx, ctx, { userId, orgId, row }))) throw unknown();
    const { issuer, second_factors: secondFactors, made_by: madeBy, name, email } = row;
    return use(tx, { userId, orgId, issuer, secondFactors, madeBy, name, email });
  });
}

function unknown(): HubError {
  return new HubError('not_found', messages.resetUnknown);
}

/**
 * Whether what was asked of a link when it was made is still so: the person is an active member, and for members' links may do no
 * more than then and has joined no other organization; who made it could still do so.
 */
async function isStillRight(
  tx: Transaction,
  ctx: SignInContext,
  { userId, orgId, row }: { userId: string; orgId: string | undefined; row: LinkRow },
): Promise<boolean> {
  if (orgId === undefined) return true;
  const member = await findMember(tx, orgId, userId);
  if (member?.status !== 'active') return false;
  if (row.scopes === null) return true;
  const scopes = listMemberScopes(member);
  const could = new Set(row.scopes);
  if (!scopes.every((scope) => hasScope(could, scope))) return false;
  const link = { orgId, madeBy: row.made_by, scopes };
  return !(await isMemberElsewhere(tx, userId, orgId)) && (await mayStillMake(tx, ctx, link));
}
