import { adminScopes } from '../admin-scopes.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { listScopesOf, storedGrants } from '../people/role-grants.ts';
import { takeBackInvitations } from '../invitations/open-invitations.ts';
import { requireScope, requireScopesOf } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requireVersion } from '../../shared/versions.ts';
import { toMemberRecord } from './member.ts';
import { requireOwnerLeft } from './require-owner-left.ts';
import { requireMember } from './select-members.ts';

/**
 * Removes a member, ends their sessions in the organization and takes back what is open of invitations to them. Keys that they made
 * stay: they belong to the organization.
 *
 * @throws {HubError} `not_found`; `insufficient_scope` for a member who may do more than the caller; `resource_in_use` for the
 *   last owner; as `requireVersion`.
 */
export async function removeMember({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<void> {
  requireScope(ctx, adminScopes.write);
  await inTenant(ctx, async (tx) => {
    const row = await requireMember(tx, ctx.orgId, input.id, 'lock');
    const grants = storedGrants.parse(row.grants);
    requireScopesOf(ctx, listScopesOf([...grants, ...storedGrants.parse(row.group_grants)]));
    requireVersion(ctx, row.row_version);
    const owns = row.status === 'active' && grants.some(({ role }) => role === 'owner');
    if (owns) await requireOwnerLeft(tx, ctx.orgId, row.user_id);
    await Promise.all([
      tx.sql`delete from user_sessions where org_id = ${ctx.orgId} and user_id = ${row.user_id}`,
      tx.sql`delete from memberships where org_id = ${ctx.orgId} and user_id = ${row.user_id}`,
      takeBackInvitations(tx, ctx, row.email),
      writeAudit(tx, ctx, { action: 'member.removed', resourceId: input.id, before: toMemberRecord(row) }),
    ]);
  });
}
