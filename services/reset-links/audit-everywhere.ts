import { toId } from '../../core/ids.ts';
import { enterTenant, type Transaction } from '../../drizzle/client.ts';
import { type AuditEntry, writeAudit } from '../audit-events/audit.ts';
import { type SignInContext, toAuthor } from '../access/sign-in/sign-in-deps.ts';

/**
 * Writes down what happened to a person in every organization of theirs. To be done last: the transaction, which acts for the
 * person, acts for one of these organizations afterwards.
 */
export async function auditEverywhere(
  tx: Transaction,
  ctx: SignInContext,
  userId: string,
  entry: Omit<AuditEntry, 'resourceId'>,
): Promise<void> {
  const actor = toId('user', userId);
  const places = await tx.sql<{ org_id: string }[]>`select org_id from memberships where user_id = ${userId}`;
  for (const { org_id: orgId } of places) {
    await enterTenant(tx, orgId);
    await writeAudit(tx, toAuthor(ctx, orgId, actor), { ...entry, resourceId: actor });
  }
}
