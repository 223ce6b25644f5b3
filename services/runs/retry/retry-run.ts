import { z } from 'zod';
import { toTimestamp } from '../../../core/clock.ts';
import { HubError } from '../../../core/errors.ts';
import { isFinished, listRetryModes, type RetryMode, retryModes } from '../../../core/pure/run-status.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { inspectDefinition } from '../../integrations/validation/check-definition.ts';
import { requireUsable } from '../../integrations/validation/readiness.ts';
import { requireScope } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { type PastRun, readPastRun } from '../read-past-run.ts';
import { presentRevision } from '../queue/require-runnable.ts';
import { requireSameSource } from './require-same-source.ts';
import { type RunRecord, toRunRecord } from '../run.ts';
import { type RunOptions, runOptions } from '../run-options.ts';
import { openQueue, type RunQueue } from '../queue/run-queue.ts';
import { startRun } from '../queue/start-run.ts';
import { waitWish } from '../wait-wish.ts';
import { messages } from '../../../core/messages.ts';

export const retryRunInput = z
  .strictObject({
    mode: z.enum(retryModes).default('resume').meta({
      description:
        '`resume` goes on where the run stopped, on its revision; `restart` reads everything again, on the present one.',
    }),
    wait: waitWish,
  })
  .meta({ id: 'RetryInput' });

/** Runs that a chain of retries goes back to; an older one starts again, which the ledger makes cheap. */
const resumesMax = 20;

/**
 * Makes a new run of one that has ended. It queues like any run of the integration.
 *
 * @throws {HubError} `not_found`; `invalid_state` when the run has not ended, or has nothing left to go on with;
 *   `integration_not_ready` when what it needs is gone; `quota_exceeded` when too many runs wait.
 */
export async function retryRun({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; mode: RetryMode };
}): Promise<RunRecord> {
  requireScope(ctx, 'runs:write');
  const { orgId } = ctx;
  const row = await inTenant(ctx, async (tx) => {
    const ended = await readPastRun(tx, orgId, input.id);
    const { id: endedId, integration_id: integrationId } = ended;
    const queue = await openQueue(tx, { orgId, integrationId, trigger: 'retry' });
    requireEnd(ended, input.mode);
    const options = runOptions.parse(ended.options);
    return startRun(tx, queue, {
      workflowId: ended.workflow_id,
      ...(input.mode === 'resume' ? { revision: ended.revision } : {}),
      options: async () => {
        await requireRepeatable(tx, ctx, { ended, options, queue, mode: input.mode });
        return toRetryOptions(endedId, options, input.mode);
      },
      retryOf: endedId,
      now: toTimestamp(ctx.clock.now()),
      request: { ctx, action: 'run.retried', resourceId: input.id, changes: { mode: input.mode } },
    });
  });
  return toRunRecord(row, ctx.temporal);
}

/** A run that read everything has nothing to go on with; what failed of its records is retried by itself. */
function requireEnd({ status }: PastRun, mode: RetryMode): void {
  const details = { run_status: status };
  if (!isFinished(status)) throw new HubError('invalid_state', messages.runNotFinished, { details });
  if (!listRetryModes(status).includes(mode)) throw new HubError('invalid_state', messages.runComplete, { details });
}

/** What the new run will use must be there, and its records be of the source. The old revision may name what was deleted since. */
async function requireRepeatable(
  tx: Transaction,
  ctx: ServiceContext,
  { ended, options, queue, mode }: { ended: PastRun; options: RunOptions; queue: RunQueue; mode: RetryMode },
): Promise<void> {
  if (mode === 'resume') {
    requireUsable((await inspectDefinition(tx, ctx, ended.definition)).problems);
    return;
  }
  const revision = presentRevision(queue.integration);
  if (options.letters !== undefined) await requireSameSource(tx, ctx.orgId, ended, revision);
}

function toRetryOptions(
  runId: string,
  {
    full_resync: fullResync,
    since,
    max_deletes: maxDeletes,
    max_items: maxItems,
    input,
    resumes = [],
    letters: deadLetters,
  }: RunOptions,
  mode: RetryMode,
): RunOptions {
  return {
    ...(fullResync === true ? { full_resync: true } : {}),
    ...(since === undefined ? {} : { since }),
    ...(maxDeletes === undefined ? {} : { max_deletes: maxDeletes }),
    ...(maxItems === undefined ? {} : { max_items: maxItems }),
    ...(input === undefined ? {} : { input }),
    ...(deadLetters === undefined ? {} : { letters: deadLetters }),
    ...(mode === 'resume' ? { resumes: [runId, ...resumes].slice(0, resumesMax) } : {}),
  };
}
