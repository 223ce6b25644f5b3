import type { Transaction } from '../../../drizzle/client.ts';
import { outboxChannel } from '../../../drizzle/enqueue.ts';

/**
 * Ends the wait of an integration whose runs took workers down: a person takes it on. What waits begins at once.
 *
 * Call it under `lockQueue`, before a run is started.
 */
export async function endCoolDown({ sql }: Transaction, orgId: string, integrationId: string): Promise<void> {
  const [ended] = await sql`
    update integrations set cools_until = null
    where org_id = ${orgId} and id = ${integrationId} and cools_until is not null returning 1`;
  if (ended === undefined) return;
  await sql`
    update outbox set available_at = clock_timestamp()
    where org_id = ${orgId} and payload ->> 'integration_id' = ${integrationId} and available_at > clock_timestamp()`;
  await sql`select pg_notify(${outboxChannel}, '')`;
}
