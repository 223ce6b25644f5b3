import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { HubError } from '../../core/errors.ts';
import { newUuid, toId } from '../../core/ids.ts';
import { isFinished } from '../../core/pure/run-status.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { writeAudit } from '../audit.ts';
import type { ServiceContext } from '../context.ts';
import { inspectDefinition } from '../integrations/check-definition.ts';
import { requireUsable } from '../integrations/readiness.ts';
import { requireScope } from '../scopes.ts';
import { inTenant } from '../transaction.ts';
import { admitRun } from './admit-run.ts';
import { endCoolDown } from './end-cool-down.ts';
import { type PastRun, readPastRun } from './read-past-run.ts';
import { requireSameSource } from './require-same-source.ts';
import { type RunRecord, toRunRecord } from './run.ts';
import { type RunOptions, runOptions } from './run-options.ts';
import { type Flow, presentRevision, requireActiveAccount, requireRunnable, takeTurn } from './take-turn.ts';
import { waitWish } from './wait-wish.ts';

export const retryRunInput = z
  .strictObject({
    mode: z.enum(['resume', 'restart']).default('resume').meta({
      description:
        '`resume` goes on where the run stopped, on its revision; `restart` reads everything again, on the present one.',
    }),
    wait: waitWish,
  })
  .meta({ id: 'RetryInput' });

type RetryMode = z.infer<typeof retryRunInput>['mode'];

/** Runs that a chain of retries goes back to; one that is older begins anew, which the ledger makes cheap. */
const resumesMax = 20;

/**
 * Makes a new run of one that has ended. It takes its turn like any run of the integration.
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
    const { flow, turn } = await takeTurn(tx, orgId, ended.integration_id, 'person');
    requireEnd(ended, input.mode);
    const options = runOptions.parse(ended.options);
    const revision = input.mode === 'resume' ? ended.revision : presentRevision(flow);
    await requireCarriable(tx, ctx, { ended, options, flow, mode: input.mode });
    await endCoolDown(tx, orgId, ended.integration_id);
    const id = newUuid();
    const [made] = await Promise.all([
      admitRun(
        tx,
        {
          id,
          orgId,
          integrationId: ended.integration_id,
          workflowId: ended.workflow_id,
          revision,
          trigger: 'retry',
          concurrency: flow.concurrency,
          options: toRetryOptions(ended.id, options, input.mode),
          traceparent: ctx.traceparent,
          retryOf: ended.id,
          now: toTimestamp(ctx.clock.now()),
        },
        turn,
      ),
      writeAudit(tx, ctx, {
        action: 'run.retried',
        resourceId: input.id,
        changes: { run_id: toId('run', id), mode: input.mode },
      }),
    ]);
    return { ...made, integration_name: flow.name };
  });
  return toRunRecord(row, ctx.temporal);
}

/** A run that read everything has nothing to go on with; what failed of its records is retried by itself. */
function requireEnd({ status }: PastRun, mode: RetryMode): void {
  const details = { run_status: status };
  if (!isFinished(status)) throw new HubError('invalid_state', 'This run has not ended.', { details });
  const complete = status === 'succeeded' || status === 'partially_succeeded';
  if (mode === 'restart' || !complete) return;
  throw new HubError('invalid_state', 'This run read everything: restart it, or retry its failed records.', {
    details,
  });
}

/** What the new run will use must be there. The old revision may name what was deleted since. */
async function requireCarriable(
  tx: Transaction,
  ctx: ServiceContext,
  { ended, options, flow, mode }: { ended: PastRun; options: RunOptions; flow: Flow; mode: RetryMode },
): Promise<void> {
  if (mode === 'resume') {
    requireActiveAccount(flow);
    requireUsable((await inspectDefinition(tx, ctx, ended.definition)).problems);
    return;
  }
  await requireRunnable(tx, ctx.orgId, ended.integration_id, flow);
  if (options.letters !== undefined) await requireSameSource(tx, ctx.orgId, ended, presentRevision(flow));
}

function toRetryOptions(
  runId: string,
  { full_resync: fullResync, since, max_deletes: maxDeletes, resumes = [], letters }: RunOptions,
  mode: RetryMode,
): RunOptions {
  return {
    ...(fullResync === true ? { full_resync: true } : {}),
    ...(since === undefined ? {} : { since }),
    ...(maxDeletes === undefined ? {} : { max_deletes: maxDeletes }),
    ...(letters === undefined ? {} : { letters }),
    ...(mode === 'resume' ? { resumes: [runId, ...resumes].slice(0, resumesMax) } : {}),
  };
}
