import type { ConcurrencyMode, RunTrigger } from '../../../core/enums.ts';
import { HubError } from '../../../core/errors.ts';
import { noCounters } from '../../../core/pure/counters.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { toJsonb } from '../../shared/rows.ts';
import { enqueueStart } from './enqueue-run.ts';
import type { QueuePosition } from './run-queue.ts';
import type { RunOptions } from '../run-options.ts';
import type { RunRow } from '../run.ts';
import { stopRuns } from './stop-runs.ts';
import { messages } from '../../../core/messages.ts';

/** @see docs/integrations.md#concurrency */
export const waitingMax = 100;
const retryAfterSeconds = 10;

export interface RunRequest {
  /** UUID of the run to be. */
  id: string;
  orgId: string;
  integrationId: string;
  workflowId: string;
  revision: number;
  trigger: RunTrigger;
  concurrency: ConcurrencyMode;
  options: RunOptions;
  /** Id of who asks for it; absent for schedules and events. */
  requestedBy?: string | undefined;
  /** UUID of the run that this one repeats. */
  retryOf?: string | undefined;
  /** UUID of the run whose end starts this one. */
  startedBy?: string | undefined;
  /** The span that the run is traced under; without one it begins a trace. */
  traceparent?: string | undefined;
  now: string;
}

/**
 * Makes a run, and lets it begin or wait as the integration's `concurrency` says.
 *
 * Call it under `lockTurn`, so that of many requests at once exactly one gets the position.
 *
 * @throws {HubError} `quota_exceeded` when too many runs wait already.
 */
export async function admitRun(tx: Transaction, request: RunRequest, position: QueuePosition): Promise<RunRow> {
  if (!position.taken && position.waiting === 0) return insertRun(tx, request, 'admitted');
  switch (request.concurrency) {
    case 'skip':
      // What only carries items through their last steps reads nothing: this run is no repetition of it.
      return insertRun(tx, request, position.carrying && position.waiting === 0 ? 'waiting' : 'skipped');
    case 'replace': {
      const { stillAtWork } = await stopRuns(tx, request, 'reading');
      return insertRun(tx, request, stillAtWork > 0 ? 'waiting' : 'admitted');
    }
    case 'queue':
      if (position.waiting < waitingMax) return insertRun(tx, request, 'waiting');
      throw new HubError('quota_exceeded', messages.waitingRunsTooMany({ max: waitingMax }), {
        details: { quota: 'waiting_runs', limit: waitingMax },
        retryAfterSeconds,
      });
  }
}

async function insertRun(
  tx: Transaction,
  { orgId, now, ...request }: RunRequest,
  admission: 'admitted' | 'waiting' | 'skipped',
): Promise<RunRow> {
  const row: RunRow = {
    ...noCounters,
    id: request.id,
    integration_id: request.integrationId,
    workflow_id: request.workflowId,
    revision: request.revision,
    trigger: request.trigger,
    status: admission === 'skipped' ? 'skipped' : 'queued',
    pages: 0,
    error: null,
    withheld: null,
    unresolved_references: 0,
    empty_fields: null,
    retry_of: request.retryOf ?? null,
    started_by: request.startedBy ?? null,
    wakes: 0,
    wake_at: null,
    stream: null,
    admitted_at: admission === 'admitted' ? now : null,
    queued_at: now,
    started_at: null,
    finished_at: admission === 'skipped' ? now : null,
    created_at: now,
    updated_at: now,
  };
  const inserted = tx.sql`
    insert into runs (org_id, id, integration_id, workflow_id, revision, trigger, status, options,
                      retry_of, started_by, traceparent, requested_by, admitted_at, queued_at, finished_at, created_at, updated_at)
    values (${orgId}, ${row.id}, ${row.integration_id}, ${row.workflow_id}, ${row.revision}, ${row.trigger},
            ${row.status}, ${toJsonb(request.options)}, ${row.retry_of}, ${row.started_by}, ${request.traceparent ?? null},
            ${request.requestedBy ?? null}, ${row.admitted_at}, ${now}, ${row.finished_at}, ${now}, ${now})`;
  const enqueued =
    admission === 'admitted'
      ? enqueueStart(tx, { orgId, runId: row.id, integrationId: row.integration_id, trigger: row.trigger })
      : undefined;
  await Promise.all([inserted, enqueued]);
  return row;
}
