import type { Transaction } from '../../../drizzle/client.ts';
import type { Hook } from '../hook.ts';

/** Whether an event is the vendor's word on its subscription: a wish for a renewal, or that something was dropped. */
export function isAboutSubscription({ webhook }: Pick<Hook, 'webhook'>, event: { name: string }): boolean {
  return webhook.subscription?.renewOn?.includes(event.name) === true;
}

/** Has a worker renew what the vendor has of a hook, which also finds what it has not any more. Safe to repeat. */
export async function renewSoon({ sql }: Transaction, { orgId, id }: Pick<Hook, 'orgId' | 'id'>): Promise<void> {
  const { count } = await sql`
    update hook_subscriptions set ends_at = least(ends_at, clock_timestamp()), next_try_at = clock_timestamp()
    where org_id = ${orgId} and hook_id = ${id} and remote_id is not null and wanted is not null`;
  if (count > 0) await sql`select pg_notify('hub_relay', '')`;
}
