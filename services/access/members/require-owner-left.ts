import { HubError } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import type { Transaction } from '../../../drizzle/client.ts';

/**
 * Keeps an organization from losing its last owner. Call it before the change: it holds changes of other owners off until
 * the transaction ends.
 *
 * @param userId UUID of the owner who is about to be one no more.
 * @throws {HubError} `resource_in_use`
 */
export async function requireOwnerLeft({ sql }: Transaction, orgId: string, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`owners|${orgId}`}, 0))`;
  const [other] = await sql`
    select 1 from role_grants join memberships using (org_id, user_id)
    where org_id = ${orgId} and user_id <> ${userId} and role = 'owner' and status = 'active' limit 1`;
  if (other === undefined) throw new HubError('resource_in_use', messages.lastOwner);
}
