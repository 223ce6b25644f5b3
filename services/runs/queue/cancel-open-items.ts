import type { Transaction } from '../../../drizzle/client.ts';

/**
 * Cancels what waits of an integration: items that are parked, and those behind them. Nothing of them is under way, so no run
 * has to be asked. Those that a run works on are left to it.
 *
 * Send it behind the statement that ends the runs that wait.
 */
export async function cancelOpenItems(
  { sql }: Transaction,
  { orgId, integrationId }: { orgId: string; integrationId: string },
): Promise<void> {
  // In the order in which segments lock them.
  await sql`
    update waits set status = 'canceled', ended_at = clock_timestamp(), settled = true
    where org_id = ${orgId} and integration_id = ${integrationId}
      and (not settled or guarded_run_id is not null and status = 'open')`;
  await sql`
    update items set status = 'canceled', ended_at = clock_timestamp(), updated_at = clock_timestamp()
    where org_id = ${orgId} and integration_id = ${integrationId} and status in ('parked', 'held')`;
}
