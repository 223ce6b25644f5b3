import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  continueAsNew,
  isCancellation,
  patched,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import type { FinishResult, Parked, RunActivities, RunInput, SegmentReport } from '../core/pure/run-messages.ts';
import type { Counters } from '../core/pure/counters.ts';
import { outcomeAttribute } from '../core/pure/search-attributes.ts';
import { beginOptions, bookkeepingOptions, historyEventsMax, segmentOptions } from './options.ts';

const { beginRun } = proxyLocalActivities<RunActivities>(beginOptions);
const { finishRun } = proxyLocalActivities<RunActivities>(bookkeepingOptions);
const { runSegment } = proxyActivities<RunActivities>({ ...segmentOptions, summary: 'read, map, write' });

/**
 * One execution of an integration: begin, segments until everything is read, finish.
 *
 * Decides only; what happened is in Postgres, and every step may be repeated after a crash. Its id is the run's id.
 *
 * A run whose items all wait ends its workflow, and is gone on with by another one.
 */
export async function integrationRun(input: RunInput): Promise<FinishResult | Parked> {
  const begun = await CancellationScope.nonCancellable(() => beginRun(input));
  if (begun.status === 'finished') return conclude(begun);
  if (begun.status === 'parked') return rest(begun);
  showCounters(begun.counters, begun.status);
  const outcome = await runSegments(input);
  if (typeof outcome === 'object') return rest(outcome);
  const finished = await CancellationScope.nonCancellable(() => finishRun({ ...input, outcome }));
  return conclude(finished);
}

const outcomeKey = defineSearchAttributeKey(outcomeAttribute, SearchAttributeType.KEYWORD);

/**
 * Ends the workflow so that Temporal shows how the run ended.
 *
 * @throws {ApplicationFailure} for a run that failed. What went wrong is in Postgres: it may quote a record.
 */
function conclude({ outcome, counters, steps }: FinishResult): FinishResult {
  const finished = { outcome, counters, steps };
  showCounters(counters, outcome, finished);
  showOutcome(outcome);
  if (outcome === 'failed' && patched('failed-runs-fail')) {
    throw ApplicationFailure.nonRetryable('The run failed; the API tells why.', 'run_failed', finished);
  }
  return finished;
}

/** Ends the workflow of a run that waits, so that Temporal shows what for. */
function rest(parked: Parked): Parked {
  showCounters(parked.counters, 'waiting', parked);
  showOutcome('waiting');
  return parked;
}

/** A namespace without the attribute would refuse it, and the workflow with it. */
function showOutcome(outcome: string): void {
  if (workflowInfo().typedSearchAttributes.get(outcomeKey) === undefined) return;
  upsertSearchAttributes([{ key: outcomeKey, value: outcome }]);
}

async function runSegments(input: RunInput): Promise<'succeeded' | 'failed' | 'canceled' | Parked> {
  try {
    for (;;) {
      const segment = await runWholeSegment(input);
      if (segment.status === 'parked') return segment;
      showCounters(segment.counters, segment.status, segment);
      if (segment.status === 'done') return 'succeeded';
      if (segment.status === 'canceled') return 'canceled';
      if (segment.status === 'waiting') await sleep(segment.retryAfterMs ?? 1000);
      if (workflowInfo().historyLength > historyEventsMax || workflowInfo().continueAsNewSuggested) {
        await continueAsNew<typeof integrationRun>(input);
      }
    }
  } catch (error) {
    // A segment that was to end and was lost with its worker does not make the run a failed one.
    if (isCancellation(error) || CancellationScope.current().consideredCancelled) return 'canceled';
    // The activity wrote down what went wrong; anything else is a fault of this workflow, which Temporal retries.
    if (error instanceof ActivityFailure) return 'failed';
    throw error;
  }
}

/**
 * Runs a segment, to its end also when the run is canceled meanwhile: nothing is written behind that end.
 *
 * Runs that were canceled under the workflow before this one did not wait, and their histories say so.
 */
function runWholeSegment(input: RunInput): Promise<SegmentReport> {
  const segment = runSegment(input);
  const canceled = CancellationScope.current().cancelRequested.catch((error: unknown) => {
    if (patched('canceled-segments-end')) return segment;
    throw error;
  });
  return Promise.race([segment, canceled]);
}

/** What a person sees beside the run in the Temporal UI. */
function showCounters(
  counters: Counters,
  status: string,
  { waits = [], steps = [] }: Partial<Pick<Parked, 'waits' | 'steps'>> = {},
): void {
  const { read, created, updated, deleted, skipped, failed } = counters;
  setCurrentDetails(
    [
      `**${status}**`,
      '',
      '| read | created | updated | deleted | skipped | failed |',
      '|---:|---:|---:|---:|---:|---:|',
      `| ${read} | ${created} | ${updated} | ${deleted} | ${skipped} | ${failed} |`,
      ...(steps.length === 0 ? [] : ['', '| step | passed | failed | waiting |', '|:---|---:|---:|---:|']),
      ...steps.map(
        ({ step, partial = false, ...count }) =>
          `| ${step} | ${count.passed}${partial ? '+' : ''} | ${count.failed} | ${count.waiting} |`,
      ),
      ...(waits.length === 0 ? [] : ['', '| step | items that wait | until |', '|:---|---:|:---|']),
      ...waits.map(({ step, items, until = 'answered' }) => `| ${step} | ${items} | ${until} |`),
    ].join('\n'),
  );
}
