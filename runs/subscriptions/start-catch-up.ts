import { toTimestamp } from '../../core/clock.ts';
import { newUuid } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/index.ts';
import { startWaitingEvents } from '../../services/triggers/start-waiting-events.ts';
import type { SubscriptionAddress } from './subscription-statements.ts';

/**
 * Starts a run that reads what happened while nothing was subscribed to: an event of the hub's own stands for what the vendor
 * did not tell. The first time there is nothing to catch up with, and deliveries that are records cannot be made up for.
 */
export async function startCatchUp(
  tx: Transaction,
  { orgId, hookId }: SubscriptionAddress,
  nowMs: number,
): Promise<void> {
  const now = toTimestamp(nowMs);
  const [hook] = await tx.sql<{ integration_id: string; workflow_id: string }[]>`
    insert into hook_events (org_id, id, hook_id, name, waits, received_at)
    select ${orgId}, ${newUuid()}, hooks.id, 'subscription.restored', true, ${now}
    from hooks join hook_subscriptions as subscriptions
      on subscriptions.org_id = hooks.org_id and subscriptions.hook_id = hooks.id
    join integrations on integrations.org_id = hooks.org_id and integrations.id = hooks.integration_id
     and integrations.deleted_at is null
    where hooks.org_id = ${orgId} and hooks.id = ${hookId} and hooks.payload is null
      and subscriptions.previous_sealed is not null
    returning (select integration_id from hooks where org_id = ${orgId} and id = ${hookId}),
      (select workflow_id from hooks where org_id = ${orgId} and id = ${hookId})`;
  if (hook === undefined) return;
  const { integration_id: integrationId, workflow_id: workflowId } = hook;
  await startWaitingEvents(tx, { orgId, id: hookId, integrationId, workflowId }, now);
}
