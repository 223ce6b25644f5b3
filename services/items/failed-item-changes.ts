import type { Transaction } from '../../drizzle/client.ts';

/** Lets an item that failed be tried with the record of the newest one, which stood for it so far. */
export async function takeNewest(
  { sql }: Transaction,
  orgId: string,
  { id, deadLetterId, newestId }: { id: string; deadLetterId: string; newestId: string },
): Promise<void> {
  await sql`
    update item_steps set sealed = newest.sealed
    from item_steps as newest
    where newest.org_id = ${orgId} and newest.item_id = ${newestId} and newest.step = ''
      and item_steps.org_id = ${orgId} and item_steps.item_id = ${id} and item_steps.step = ''`;
  await sql`update dead_letters set resolved_by = null, dismissed_at = null, dismissed_by = null where org_id = ${orgId} and id = ${deadLetterId}`;
}
