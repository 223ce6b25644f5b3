import type { WorkflowStatus } from '../../core/enums.ts';
import { newUuid } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { Definition } from '../../engine/definition.ts';
import { storeHook } from '../hooks/store-hook.ts';

/** Key of the workflow that every integration has: the one that is started by hand. */
export const manualTriggerId = 'manual';
/** Key of the workflow that events of the source's vendor start. */
const webhookKey = 'webhook';

interface Place {
  orgId: string;
  integrationId: string;
  now: string;
}

/** Gives a new integration the workflow that every one has. */
export function addManualWorkflow(tx: Transaction, place: Place): PromiseLike<unknown> {
  return insertWorkflow(tx, place, manualTriggerId);
}

/**
 * Lets the workflows of a stored integration follow a definition that is saved or activated, and its state.
 *
 * A trigger that is not there any more leaves its workflow, inactive: runs refer to it, and its address is the same when
 * the trigger comes back.
 */
export async function followDefinition(
  tx: Transaction,
  place: Place,
  definition: Definition,
  status: WorkflowStatus,
): Promise<void> {
  const hasWebhook = hasTriggers(definition);
  if (hasWebhook) {
    await insertWorkflow(tx, place, webhookKey);
    await storeHook(tx, { ...place, triggerKey: webhookKey }, definition.source?.connection_id);
  }
  await setWorkflowStatus(tx, place, status, hasWebhook ? [manualTriggerId, webhookKey] : [manualTriggerId]);
}

/** True where a definition has workflows besides the one that every integration has. */
export function hasTriggers({ triggers = [] }: Definition): boolean {
  return triggers.some(({ type }) => type === 'webhook');
}

/** Stops the workflows of an integration. */
export function stopWorkflows(tx: Transaction, place: Place): PromiseLike<unknown> {
  return setWorkflowStatus(tx, place, 'inactive', []);
}

function insertWorkflow(
  { sql }: Transaction,
  { orgId, integrationId, now }: Place,
  key: typeof manualTriggerId | typeof webhookKey,
): PromiseLike<unknown> {
  return sql`
    insert into workflows (org_id, id, integration_id, trigger_key, type, status, created_at, updated_at)
    values (${orgId}, ${newUuid()}, ${integrationId}, ${key}, ${key}, 'inactive', ${now}, ${now})
    on conflict (org_id, integration_id, trigger_key) do nothing`;
}

/** @param keys Of the triggers that are there; the others' workflows are inactive in any case. */
function setWorkflowStatus(
  { sql }: Transaction,
  { orgId, integrationId, now }: Place,
  status: WorkflowStatus,
  keys: readonly string[],
): PromiseLike<unknown> {
  return sql`
    update workflows set status = state.wanted, updated_at = ${now}
    from (
      select id, case when trigger_key = any(${[...keys]}) then ${status} else 'inactive' end as wanted from workflows
      where org_id = ${orgId} and integration_id = ${integrationId}
    ) as state
    where workflows.org_id = ${orgId} and workflows.id = state.id and workflows.status <> state.wanted`;
}
