import { notFound } from '../../../core/errors.ts';
import { toId } from '../../../core/ids.ts';
import { requirePerson } from '../../access/profile/require-person.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { toLookup } from '../../shared/schemas.ts';
import { inTenant } from '../../shared/transaction.ts';

/** Ends that another member decides for the person who asks, or they for another one. @throws {HubError} `not_found` */
export async function endDelegation({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<void> {
  const { userId } = requirePerson(ctx);
  const id = toLookup('approvalDelegation', input.id);
  await inTenant(ctx, async (tx) => {
    const [ended] = await tx.sql<{ user_id: string; delegate_id: string }[]>`
      delete from approval_delegations
      where org_id = ${ctx.orgId} and id = ${id} and ${userId} in (user_id, delegate_id)
      returning user_id, delegate_id`;
    if (ended === undefined) throw notFound();
    await writeAudit(tx, ctx, {
      action: 'approval_delegation.ended',
      resourceId: toId('approvalDelegation', id),
      changes: { member: toId('user', ended.user_id), delegate: toId('user', ended.delegate_id) },
    });
  });
}
