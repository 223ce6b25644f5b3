import type { ServiceContext } from '../../shared/context.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requirePerson } from '../../access/profile/require-person.ts';
import { type DelegationRecord, toDelegationRecord } from './delegation.ts';
import { selectDelegations } from './select-delegations.ts';

/** Lists who decides for the person who asks, and for whom they do, in the organization in which they act. */
export async function listDelegations({ ctx }: { ctx: ServiceContext }): Promise<DelegationRecord[]> {
  const { userId } = requirePerson(ctx);
  const rows = await inTenant(ctx, async (tx) => await selectDelegations(tx, ctx, userId));
  return rows.map(toDelegationRecord);
}
