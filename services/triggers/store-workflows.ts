import type { WorkflowStatus } from '../../core/enums.ts';
import { newUuid } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { Definition } from '../../flow/definition.ts';
import { manualTriggerId, type Trigger, triggerIdOf } from './name-triggers.ts';
import type { FollowedChange, IntegrationChange } from './kinds/trigger-kind.ts';
import { listLinks } from './links/list-links.ts';
import { storeLinks } from './links/store-links.ts';
import { endTriggers, storeTrigger, workflowTypeOf } from './kinds/trigger-kinds.ts';
import { endSubscriptions } from './subscriptions/store-subscription.ts';

/** Gives a new integration the workflow that every one has. */
export function addManualWorkflow(tx: Transaction, change: IntegrationChange): PromiseLike<unknown> {
  return insertWorkflow(tx, change, { type: 'manual' });
}

/**
 * Lets the workflows of a stored integration follow a definition that is saved or activated, and its state.
 *
 * A trigger that is not there any more leaves its workflow, inactive: runs refer to it, and its address is the same when
 * the trigger comes back. A workflow that somebody paused stays paused.
 */
export async function followDefinition(
  tx: Transaction,
  change: FollowedChange,
  definition: Definition,
  status: WorkflowStatus,
): Promise<void> {
  const { triggers = [] } = definition;
  const added = triggers.filter(({ type }) => type !== 'manual');
  await Promise.all(added.map((trigger) => insertWorkflow(tx, change, trigger)));
  // In the order of the triggers, each with statements that need the answers to others.
  for (const trigger of added)
    await storeTrigger(tx, { ...change, triggerId: triggerIdOf(trigger), status }, trigger, definition);
  await Promise.all([
    storeLinks(tx, change, definition),
    endTriggers(tx, change, triggers),
    setWorkflowStatus(tx, change, status, [manualTriggerId, ...triggers.map(triggerIdOf)]),
  ]);
}

/** True where a definition has workflows besides the one that every integration has, or names other integrations. */
export function hasWorkflows(definition: Definition): boolean {
  const { triggers = [] } = definition;
  return triggers.some(({ type }) => type !== 'manual') || listLinks(definition).length > 0;
}

/** Stops the workflows of an integration. Vendors are not to send it events any more. */
export function stopWorkflows(tx: Transaction, change: IntegrationChange): PromiseLike<unknown> {
  return Promise.all([setWorkflowStatus(tx, change, 'inactive', []), endSubscriptions(tx, change)]);
}

function insertWorkflow(
  { sql }: Transaction,
  { orgId, integrationId, now }: IntegrationChange,
  trigger: Trigger,
): PromiseLike<unknown> {
  return sql`
    insert into workflows (org_id, id, integration_id, trigger_key, type, status, created_at, updated_at)
    values (${orgId}, ${newUuid()}, ${integrationId}, ${triggerIdOf(trigger)}, ${workflowTypeOf(trigger)}, 'inactive', ${now}, ${now})
    on conflict (org_id, integration_id, trigger_key) do update
      set type = excluded.type, updated_at = excluded.updated_at where workflows.type <> excluded.type`;
}

/** @param triggerIds Of the triggers that are there; the others' workflows are inactive in any case. */
function setWorkflowStatus(
  { sql }: Transaction,
  { orgId, integrationId, now }: IntegrationChange,
  status: WorkflowStatus,
  triggerIds: readonly string[],
): PromiseLike<unknown> {
  return sql`
    update workflows set status = state.wanted, updated_at = ${now}
    from (
      select id, case
          when trigger_key <> all(${[...triggerIds]}) then 'inactive'
          when ${status} = 'active' and paused_at is not null then 'paused'
          else ${status}
        end as wanted
      from workflows
      where org_id = ${orgId} and integration_id = ${integrationId}
    ) as state
    where workflows.org_id = ${orgId} and workflows.id = state.id and workflows.status <> state.wanted`;
}
