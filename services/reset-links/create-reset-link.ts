import type { z } from 'zod';
import { HubError } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { isMemberElsewhere } from '../../drizzle/find-user.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope, requireScopesOf } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { adminScopes } from '../access/admin-scopes.ts';
import { requireNoLimits } from '../access/credential-limits.ts';
import { listMemberScopes, type MemberRow } from '../access/members/member.ts';
import { requireMember } from '../access/members/select-members.ts';
import { insertResetLink } from './insert-reset-link.ts';
import { requireResettable } from './require-resettable.ts';
import { type NewResetLinkRecord, type resetLinkInput, withoutUrl } from './reset-link.ts';

/**
 * Makes a link by which a member chooses another password, and loses their second factors if that is wanted. Earlier links end.
 *
 * Anybody who holds the link can act as the member. So the member may do no more than the caller, and belongs to no other organization.
 *
 * @returns the only copy of the link, which works once.
 * @throws {HubError} `not_found`; `insufficient_scope` for a member who may do more than the caller; `forbidden` for the caller
 *   themselves, a member who belongs to another organization, a key that is limited in time or to networks, and as
 *   `requireResettable`.
 */
export async function createResetLink({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.output<typeof resetLinkInput> & { id: string };
}): Promise<NewResetLinkRecord> {
  requireScope(ctx, adminScopes.write);
  return inTenant(ctx, async (tx) => {
    const member = await requireMember(tx, ctx.orgId, input.id, 'lock');
    const scopes = listMemberScopes(member);
    requireNoLimits(ctx);
    requireScopesOf(ctx, scopes);
    await requireGoverned(tx, ctx, member);
    await requireResettable(tx, ctx.orgId, member);
    const record = await replaceLinks(tx, ctx, {
      userId: member.user_id,
      issuer: 'member',
      orgId: ctx.orgId,
      scopes,
      secondFactors: input.second_factors,
      hours: input.expires_in_hours,
      madeBy: ctx.actor,
    });
    await writeAudit(tx, ctx, {
      action: 'member.reset_link_created',
      resourceId: input.id,
      after: withoutUrl(record),
    });
    return record;
  });
}

/** A password opens all organizations of a person, and nobody sets their own without the present one. @throws {HubError} `forbidden` */
async function requireGoverned(
  tx: Transaction,
  { orgId, userId }: ServiceContext,
  { user_id: person }: MemberRow,
): Promise<void> {
  if (person === userId) throw new HubError('forbidden', messages.resetOwn);
  if (!(await isMemberElsewhere(tx, person, orgId))) return;
  throw new HubError('forbidden', messages.resetElsewhere, { details: { reason: 'member_elsewhere' } });
}

/** Stores a link in place of all others of the person. */
export async function replaceLinks(
  tx: Transaction,
  ctx: Parameters<typeof insertResetLink>[1],
  parts: Parameters<typeof insertResetLink>[2],
): Promise<NewResetLinkRecord> {
  await tx.sql`delete from reset_links where user_id = ${parts.userId} and issuer <> ${parts.issuer}`;
  const record = await insertResetLink(tx, ctx, parts);
  if (record === undefined) throw new Error('A link for a new password was not stored.');
  return record;
}
