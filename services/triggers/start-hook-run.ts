import type { Transaction } from '../../drizzle/client.ts';
import type { runs, workflows } from '../../drizzle/schema/index.ts';
import type { Row } from '../shared/rows.ts';
import { openQueue } from '../runs/queue/run-queue.ts';
import { startRun } from '../runs/queue/start-run.ts';
import type { HookPlace } from './hook-place.ts';

/**
 * Starts a run that reads what events tell of, unless one that these events wait for has not begun yet: it will read
 * after them. So a storm of events is two runs, the one at work and the next.
 *
 * Where each run reads everything, they begin at most once a minute, see `nextHookBegin`.
 *
 * @returns the UUID of the run; nothing while the integration is not active, its account is inactive, or a connection of
 *   it cannot be used.
 * @throws {HubError} `not_found`
 */
export async function startHookRun(tx: Transaction, hook: HookPlace, now: string): Promise<string | undefined> {
  const { orgId, integrationId, workflowId } = hook;
  const queue = await openQueue(tx, { orgId, integrationId, trigger: 'webhook' });
  const { unusable, paused_by: pausedBy } = queue.integration;
  const [workflow] = await tx.sql<Row<typeof workflows, 'status'>[]>`
    select status from workflows where org_id = ${orgId} and id = ${workflowId}`;
  if (workflow?.status !== 'active' || unusable.length > 0 || pausedBy !== null) return undefined;
  const [waiting] = await tx.sql<Row<typeof runs, 'id'>[]>`
    select id from runs
    where org_id = ${orgId} and integration_id = ${integrationId} and ${isOfWorkflow(tx, workflowId)}
      and status = 'queued' and cancel_requested_at is null
    order by id limit 1`;
  return waiting?.id ?? (await startRun(tx, queue, { workflowId, now })).id;
}

/**
 * That a run is of a workflow, as a condition that no index is looked up by: the few runs of an integration that are queued are
 * found by that, and not among all the runs that the workflow ever had.
 */
export function isOfWorkflow({ sql }: Transaction, workflowId: string) {
  return sql`workflow_id is not distinct from ${workflowId}`;
}
