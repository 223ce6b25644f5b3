import { Context } from '@temporalio/activity';
import { isFinished } from '../core/pure/run-status.ts';
import { lockQueue } from '../services/runs/queue/run-queue.ts';
import { beginInDatabase, freeSlot, type RunStart } from '../runs/store/begin-in-database.ts';
import { describeFailure } from '../runs/describe-segment.ts';
import { finishAndShow } from '../runs/finish-and-show.ts';
import {
  finishIfDone,
  finishInDatabase,
  finishRun,
  readOutcome,
  StillWritingError,
} from '../runs/store/finish-in-database.ts';
import type { EndedRun } from '../runs/observe-run.ts';
import { isFlowRun, isResting, type LoadedRun, type RunAddress, toAddress, toLogIds } from '../runs/load/load-run.ts';
import { RunUnusableError } from '../core/runs/run-unusable-error.ts';
import { countRun } from '../runs/observe-run.ts';
import { firstSegmentCutMs, firstSegmentWriteTimeoutMaxMs, toFirstSegmentLimits } from '../runs/run-limits.ts';
import type { Finishing } from '../runs/store/segment-store.ts';
import { toApplicationFailure, toRunError } from '../runs/to-application-failure.ts';
import type { BeginResult, FinishResult, RunInput } from '../core/pure/run-messages.ts';
import { showSteps } from '../runs/show-steps.ts';
import { workOnRun } from '../runs/open-ends.ts';
import type { ActivityDeps } from '../runs/deps.ts';
import { writeRunLog } from '../runs/write-run-log.ts';
import { withTenantPipelined } from '../drizzle/index.ts';
import { RunFailedError } from '../engine/errors.ts';

/**
 * Begins a run and executes its first segment; a run that ends there is finished in the same transaction as its last page. One
 * of a flow that does more behind its last write is finished in a transaction of its own.
 *
 * Only the call that moved the run from queued to running executes a segment: a repetition leaves it to `runSegment`.
 *
 * @idempotency by the run's state: already running → go on; over → the stored outcome.
 */
export async function beginRun(deps: ActivityDeps, input: RunInput): Promise<BeginResult> {
  const address = toAddress(input);
  let begun: RunStart;
  try {
    begun = await beginInDatabase(deps.database, deps.definitions, address, deps.slotsMax, { wake: input.wake });
  } catch (error) {
    if (!(error instanceof RunUnusableError)) throw toApplicationFailure(error);
    return { status: 'finished', ...(await fail(deps, address, error)) };
  }
  const { run, first, slot } = begun;
  if (run === undefined || isFinished(run.status)) {
    return {
      status: 'finished',
      ...(await withTenantPipelined(deps.database, address.orgId, (tx) => readOutcome(tx, address))),
    };
  }
  if (isResting(run, input)) return { status: 'parked', counters: run.counters, waits: [] };
  if (!first || !slot || Context.current().info.attempt > 1) return { status: 'running', counters: run.counters };
  return doFirstStretch(deps, address, run);
}

async function doFirstStretch(deps: ActivityDeps, address: RunAddress, run: LoadedRun): Promise<BeginResult> {
  let finished: EndedRun | undefined;
  const finishWith: Finishing = {
    lock: (tx) => lockQueue(tx, address.orgId, address.integrationId),
    finish: async (tx, last) => {
      finished = await (isFlowRun(run) ? finishIfDone(tx, address) : finishRun(tx, address, 'succeeded', { last }));
      return finished;
    },
  };
  let { counters } = run;
  const organization = deps.organizations?.follow(address.orgId);
  const suspended = organization === undefined ? [] : [organization.signal];
  try {
    const result = await workOnRun(deps, {
      address,
      run,
      signals: {
        cancel: Context.current().cancellationSignal,
        shutdown: AbortSignal.any([deps.shutdown, AbortSignal.timeout(firstSegmentCutMs), ...suspended]),
      },
      toLimits: (target) => {
        if (target.writeTimeoutMs > firstSegmentWriteTimeoutMaxMs) throw new WriteTimeoutTooLongError();
        return toFirstSegmentLimits(target);
      },
      onProgress: (progress) => (counters = progress),
      finishWith,
    });
    if (result.status === 'done' && finished !== undefined) {
      countRun(deps.meter, finished);
      const { outcome, counters: total } = finished;
      const steps = isFlowRun(run) ? await showSteps(deps, address) : undefined;
      return { status: 'finished', outcome, counters: total, steps };
    }
    // What items do behind their last write is not always known when that is written.
    if (result.status === 'done' && isFlowRun(run)) {
      return { status: 'finished', ...(await finishAndShow(deps, address, 'succeeded')) };
    }
    if (result.status === 'parked') {
      const [steps] = await Promise.all([
        showSteps(deps, address),
        withTenantPipelined(deps.database, address.orgId, async (tx) => freeSlot(tx, address)),
      ]);
      return { ...result, counters, steps };
    }
  } catch (error) {
    // Its failed records are stored already: a segment would report them again.
    if (error instanceof RunFailedError) {
      await writeRunLog(deps, address, describeFailure(error, Context.current().info.attempt));
      return { status: 'finished', ...(await fail(deps, address, error)) };
    }
    // Whatever else it was, the segment activity meets it again, with the retries that it needs.
    deps.log.info({ ...toLogIds(address), kind: toApplicationFailure(error).type }, 'first segment ended early');
  } finally {
    organization?.end();
  }
  return { status: 'running', counters };
}

/** Ends the run as failed, once what its first segment sent can no longer take effect. */
async function fail(
  deps: Pick<ActivityDeps, 'clock' | 'database' | 'meter'>,
  address: RunAddress,
  cause: Error,
): Promise<FinishResult> {
  for (;;) {
    try {
      return await finishInDatabase(deps, address, 'failed', toRunError(cause));
    } catch (error) {
      if (!(error instanceof StillWritingError)) throw toApplicationFailure(error);
      await deps.clock.sleep(error.restMs + 1, Context.current().cancellationSignal);
    }
  }
}

class WriteTimeoutTooLongError extends Error {}
