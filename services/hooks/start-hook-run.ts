import { newUuid } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { admitRun } from '../runs/admit-run.ts';
import { presentRevision, takeTurn } from '../runs/take-turn.ts';
import type { HookPlace } from './start-waiting-events.ts';

/**
 * Orders a run that reads what events tell of, unless one that these events wait for has not begun yet: it will read
 * after them. So a storm of events is two runs, the one at work and the next.
 *
 * Where each run reads everything, they begin at most once a minute, see `nextHookBegin`.
 *
 * Such a run always waits for its turn, whatever the integration's `concurrency`: a skipped one would lose its events, and
 * each event would cancel the run of the one before.
 *
 * @returns the UUID of the run; nothing while the integration is not active, its account is inactive, or a connection of
 *   it cannot be used.
 * @throws {HubError} `not_found`
 */
export async function startHookRun(tx: Transaction, hook: HookPlace, now: string): Promise<string | undefined> {
  const { orgId, integrationId, workflowId } = hook;
  const { flow, turn } = await takeTurn(tx, orgId, integrationId, 'event');
  const [workflow] = await tx.sql<{ status: string }[]>`
    select status from workflows where org_id = ${orgId} and id = ${workflowId}`;
  if (workflow?.status !== 'active' || flow.unusable.length > 0 || flow.paused_by !== null) return undefined;
  const [waiting] = await tx.sql<{ id: string }[]>`
    select id from runs
    where org_id = ${orgId} and integration_id = ${integrationId} and ${isOfWorkflow(tx, workflowId)}
      and status = 'queued' and cancel_requested_at is null
    order by id limit 1`;
  if (waiting !== undefined) return waiting.id;
  const run = await admitRun(
    tx,
    {
      id: newUuid(),
      orgId,
      integrationId,
      workflowId,
      revision: presentRevision(flow),
      trigger: 'webhook',
      concurrency: 'queue',
      options: {},
      now,
    },
    // At most one of these waits, so that it need not be counted with those that people sent.
    { taken: turn.taken || turn.waiting > 0, waiting: 0 },
  );
  return run.id;
}

/**
 * That a run is of a workflow, as a condition that no index is looked up by: the few runs of an integration that are queued are
 * found by that, and not among all the runs that the workflow ever had.
 */
export function isOfWorkflow({ sql }: Transaction, workflowId: string) {
  return sql`workflow_id is not distinct from ${workflowId}`;
}
