import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { Logger } from 'pino';
import { finishInDatabase } from '../runs/store/finish-in-database.ts';
import { promoteWaiting } from '../runs/store/promote-waiting.ts';
import { type RunAddress, toLogIds } from '../runs/load/load-run.ts';
import { traceRun } from '../runs/trace-run.ts';
import type { FinishResult } from '../core/pure/run-messages.ts';
import { toId } from '../core/ids.ts';
import { toWorkflowId } from '../core/pure/workflow-id.ts';
import type { Meter } from '../core/telemetry/meter.ts';
import type { Tracer } from '../core/telemetry/tracing.ts';
import { enqueue } from '../drizzle/enqueue.ts';
import type { Database } from '../drizzle/index.ts';
import type { Row } from '../drizzle/rows.ts';
import type { runs } from '../drizzle/schema/index.ts';
import { type Loop, startLoop } from '../core/loop.ts';
import { messages } from '../core/messages.ts';

const reconcileEveryMs = 60_000;

/** A run without activity for this long is checked. Longer than a segment's longest silence. */
const quietMs = 90_000;

/** A workflow whose next task failed or timed out this often is stuck. */
const taskAttemptsMax = 4;

export interface ReconcilerDeps {
  /** As `hub_app`: repairs are made within the run's tenant. */
  database: Database;
  /** As `hub_relay`: sees the runs of every tenant. */
  relayDatabase: Database;
  client: Client;
  /** Default: nothing is counted. */
  meter?: Meter;
  /** Default: nothing is traced. */
  tracer?: Tracer;
  log: Logger;
}

type QuietRun = Row<typeof runs, 'orgId' | 'id' | 'integrationId' | 'status' | 'wakes' | 'updatedAt'>;

/**
 * Repairs what was lost outside: runs whose workflow ended without them, that Temporal does not know, or
 * that do not get on although Temporal says that they run; and runs that wait although none is ahead of them.
 */
export function startReconciler(deps: ReconcilerDeps): Loop {
  return startLoop(() => reconcile(deps), {
    everyMs: reconcileEveryMs,
    onError: (error) => deps.log.warn({ error }, 'runs could not be reconciled; will retry'),
  });
}

/**
 * Looks once at every quiet run: most of them only wait for somebody, and must not hide those behind them.
 *
 * Safe beside other reconcilers: each repair is a no-op the second time.
 *
 * @param options.quietForMs A run without activity for this long is checked. Default 90,000.
 * @param options.batchSize Runs read at once. Default 100.
 * @throws when Temporal or the database does not answer. A single run that resists keeps no other from its repair.
 */
export async function reconcile(
  deps: ReconcilerDeps,
  { quietForMs = quietMs, batchSize = 100 }: { quietForMs?: number; batchSize?: number } = {},
): Promise<'idle'> {
  await promoteForgotten(deps, quietForMs);
  let last: QuietRun | undefined;
  for (;;) {
    const runs = await selectQuietRuns(deps, quietForMs, { after: last, limit: batchSize });
    for (const run of runs) {
      const workflow = await describe(deps.client, run);
      await repair(deps, run, workflow).catch((error: unknown) => {
        deps.log.warn({ ...toLogIds(toAddress(run)), error }, 'run could not be repaired; will retry');
      });
    }
    last = runs.at(-1);
    if (last === undefined || runs.length < batchSize) return 'idle';
  }
}

/** Unfinished runs without recent activity that have no pending start; the quietest first. */
function selectQuietRuns(
  { relayDatabase }: ReconcilerDeps,
  quietForMs: number,
  { after, limit }: { after: QuietRun | undefined; limit: number },
) {
  const { sql } = relayDatabase;
  const behind =
    after === undefined
      ? sql``
      : sql`and (updated_at, org_id, id) > (${after.updated_at}, ${after.org_id}, ${after.id})`;
  return sql<QuietRun[]>`
    select org_id, id, integration_id, status, wakes, updated_at from runs
    where status in ('queued', 'running', 'canceling') and admitted_at is not null ${behind}
      and updated_at < clock_timestamp() - ${quietForMs} * interval '1 millisecond'
      and not exists (
        select 1 from outbox where outbox.org_id = runs.org_id and outbox.payload ->> 'run_id' = runs.id::text
      )
    order by updated_at, org_id, id limit ${limit}`;
}

async function repair(deps: ReconcilerDeps, run: QuietRun, workflow: Workflow | undefined): Promise<void> {
  const { log, relayDatabase } = deps;
  const address = toAddress(run);
  const { orgId } = address;
  const ids = toLogIds(address);
  const payload = { run_id: run.id, integration_id: run.integration_id };
  const start = async (more: { replace?: true } = {}): Promise<void> => {
    await enqueue(relayDatabase, { orgId, kind: 'run.start', payload: { ...payload, ...more } });
  };
  if (workflow === undefined) {
    log.warn(ids, 'run is open and unknown to Temporal; its workflow will be started');
    return start();
  }
  if (workflow.status === 'RUNNING') {
    if (isStuck(run, workflow)) {
      log.warn({ ...ids, task_attempts: workflow.taskAttempts }, 'workflow is stuck; it will be replaced');
      return start({ replace: true });
    }
    if (run.status !== 'canceling' || workflow.cancelRequested) return;
    await enqueue(relayDatabase, { orgId, kind: 'run.cancel', payload });
    return;
  }
  log.warn({ ...ids, workflow_status: workflow.status }, 'workflow closed while its run is still open');
  const canceled = workflow.status === 'CANCELLED' || run.status === 'canceling';
  const outcome = canceled ? 'canceled' : 'failed';
  const message = messages.runTerminated({ status: workflow.status.toLowerCase() });
  const end = (): Promise<FinishResult> => finishInDatabase(deps, address, outcome, { code: 'interrupted', message });
  await traceRun(deps, address, end, (ended) => ended);
}

function toAddress({ org_id: orgId, integration_id: integrationId, id: runId }: QuietRun): RunAddress {
  return { orgId, integrationId, runId };
}

/** Temporal has it that the run began, and the database that it did not; or no worker can carry its workflow on. */
function isStuck({ status }: QuietRun, { taskAttempts, hasBegun }: Workflow): boolean {
  return taskAttempts >= taskAttemptsMax || (status === 'queued' && hasBegun);
}

/** Promotes runs that wait although no run of their integration is admitted. */
async function promoteForgotten({ database, relayDatabase, log }: ReconcilerDeps, quietForMs: number): Promise<void> {
  const waiting = await relayDatabase.sql<Row<typeof runs, 'orgId' | 'integrationId'>[]>`
    select distinct org_id, integration_id from runs as waiting
    where admitted_at is null and status = 'queued'
      and updated_at < clock_timestamp() - ${quietForMs} * interval '1 millisecond'
      and not exists (
        select 1 from runs as holder
        where holder.org_id = waiting.org_id and holder.integration_id = waiting.integration_id
          and holder.admitted_at is not null and holder.status in ('queued', 'running', 'canceling')
      )`;
  for (const { org_id: orgId, integration_id: integrationId } of waiting) {
    const promoted = await promoteWaiting(database, { orgId, integrationId });
    if (promoted === undefined) continue;
    log.warn(toLogIds({ orgId, integrationId, runId: promoted }), 'promoted a run that no other run held back');
  }
}

/** What Temporal says of a run. */
interface Workflow {
  status: string;
  /** How often its next task was tried. */
  taskAttempts: number;
  /** It is past its begin: a segment is at work, or waits for its next try. */
  hasBegun: boolean;
  cancelRequested: boolean;
}

/** @returns `undefined` when Temporal does not know the run. */
async function describe(client: Client, { id, wakes }: QuietRun): Promise<Workflow | undefined> {
  try {
    const { status, raw } = await client.workflow.getHandle(toWorkflowId(toId('run', id), wakes)).describe();
    return {
      status: status.name,
      taskAttempts: raw.pendingWorkflowTask?.attempt ?? 0,
      hasBegun: (raw.pendingActivities ?? []).length > 0,
      cancelRequested: raw.workflowExtendedInfo?.cancelRequested === true,
    };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}
