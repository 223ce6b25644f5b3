import { notFound } from '../../../core/errors.ts';
import { adminScopes } from '../admin-scopes.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireScope } from '../../shared/scopes.ts';
import { toLookup } from '../../shared/schemas.ts';
import { inTenant } from '../../shared/transaction.ts';
import { type InvitationRow, toInvitationRecord } from './invitation.ts';

/** Takes an invitation back: its link leads nowhere from then on. @throws {HubError} `not_found` */
export async function deleteInvitation({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<void> {
  requireScope(ctx, adminScopes.write);
  const id = toLookup('invitation', input.id);
  await inTenant(ctx, async (tx) => {
    const [row] = await tx.sql<InvitationRow[]>`
      delete from invitations where org_id = ${ctx.orgId} and id = ${id}
      returning id, email, grants, invited_by, expires_at, accepted_at, created_at`;
    if (row === undefined) throw notFound();
    await writeAudit(tx, ctx, {
      action: 'invitation.deleted',
      resourceId: input.id,
      before: toInvitationRecord(row, ctx.clock.now()),
    });
  });
}
