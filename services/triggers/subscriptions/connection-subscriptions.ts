import type { Transaction } from '../../../drizzle/client.ts';

/** For how long the hub tries to remove what a vendor has of a hook: what it does not let go of is left there then. */
export const removeWithinMs = 7 * 86_400_000;

/** Whether vendors have, or may have, something that the hub registered with them through a connection. */
export async function hasSubscriptions({ sql }: Transaction, orgId: string, connectionId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from hook_subscriptions
    where org_id = ${orgId} and made->>'connection_id' = ${connectionId} limit 1`;
  return rows.length > 0;
}

/** Has workers try again at once what they could not do while a connection was not to be used. */
export async function retrySubscriptions({ sql }: Transaction, orgId: string, connectionId: string): Promise<void> {
  const { count } = await sql`
    update hook_subscriptions
    set next_try_at = clock_timestamp(), attempts = 0, error = null, failing_since = null
    where org_id = ${orgId} and error is not null
      and ${connectionId} in (made->>'connection_id', wanted->>'connection_id')`;
  if (count > 0) await sql`select pg_notify('hub_relay', '')`;
}
