import type { z } from 'zod';
import { HubError } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import { adminScopes } from '../admin-scopes.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireGrantable } from '../members/require-grantable.ts';
import { toDashboardUrl } from '../people/dashboard-url.ts';
import { readGrants } from '../people/role-grants.ts';
import { requireScope } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { insertInvitation, toInvitationUrl } from './insert-invitation.ts';
import type { invitationInput, newInvitationRecord } from './invitation.ts';
import { findInvitationOf } from './open-invitations.ts';

/**
 * Invites a person, with roles that may do no more than the caller.
 *
 * @returns the only copy of the link, which works once, for a week.
 * @throws {HubError} `insufficient_scope`, `forbidden` or `invalid_request` as `requireGrantable`; `conflict` for a member, and
 *   where an invitation to this address works.
 */
export async function createInvitation({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.output<typeof invitationInput>;
}): Promise<z.infer<typeof newInvitationRecord>> {
  requireScope(ctx, adminScopes.write);
  const grants = readGrants(input.roles);
  return inTenant(ctx, async (tx) => {
    await requireGrantable(tx, ctx, grants);
    const [member] = await tx.sql`
      select 1 from memberships join users on users.id = memberships.user_id
      where memberships.org_id = ${ctx.orgId} and users.email = ${input.email}`;
    if (member !== undefined) throw new HubError('conflict', messages.memberExists);
    const open = await findInvitationOf(tx, ctx, input.email);
    if (open !== undefined) throw new HubError('conflict', messages.invitationPending);
    const { record, token } = await insertInvitation(tx, ctx, { email: input.email, grants });
    await writeAudit(tx, ctx, { action: 'invitation.created', resourceId: record.id, after: record });
    return { ...record, url: toInvitationUrl(toDashboardUrl(ctx.publicUrl), token) };
  });
}
