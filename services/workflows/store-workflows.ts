import type { WorkflowStatus } from '../../core/enums.ts';
import { newUuid } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';

/** Key of the workflow that every integration has: the one that is started by hand. */
export const manualKey = 'manual';

/** Gives a new integration its workflows. */
export function addWorkflows(
  { sql }: Transaction,
  { orgId, integrationId, now }: { orgId: string; integrationId: string; now: string },
): PromiseLike<unknown> {
  return sql`
    insert into workflows (org_id, id, integration_id, trigger_key, type, status, created_at, updated_at)
    values (${orgId}, ${newUuid()}, ${integrationId}, ${manualKey}, 'manual', 'inactive', ${now}, ${now})`;
}

/** Lets the workflows of an integration follow its state. */
export function setWorkflowStatus(
  { sql }: Transaction,
  { orgId, integrationId, now }: { orgId: string; integrationId: string; now: string },
  status: WorkflowStatus,
): PromiseLike<unknown> {
  return sql`
    update workflows set status = ${status}, updated_at = ${now}
    where org_id = ${orgId} and integration_id = ${integrationId} and status <> ${status}`;
}
