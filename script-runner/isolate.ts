import { ScriptRunnerError, type ScriptOutcome } from '../core/scripts.ts';
import type { BreakReason } from './protocol.ts';

/** What came of one attempt at a batch. */
export type Attempt =
  | { status: 'done'; outcomes: ScriptOutcome[] }
  | { status: 'broken'; reason: BreakReason }
  /** The process went, perhaps for another reason than this batch. */
  | { status: 'lost' }
  | { status: 'unfit'; message: string };

/** No record is to blame any more: the script is, for the page as a whole. */
export class UnfitScriptError extends Error {}

/** A batch is tried so often before the loss of the process is laid at its door. */
const lossesBeforeBlame = 3;
const lossesMax = 40;
/** Records that may break a page's batches; where there are more, the script is wrong and not the records. */
const culpritsMax = 10;
/** Batches of a page that may break: a culprit among 1,000 records breaks ten. */
const brokenMax = 100;

/** What a page has cost so far, over all of its batches. */
export interface FailureCounts {
  culprits: number;
  broken: number;
  losses: number;
}

export function newFailureCounts(): FailureCounts {
  return { culprits: 0, broken: 0, losses: 0 };
}

/**
 * Runs a batch; where it breaks, its halves, until each record that breaks a batch of its own is found. Only those fail.
 *
 * @throws {UnfitScriptError} when the script does not load, or breaks too much. @throws {ScriptRunnerError} when the
 *   process is lost again and again.
 */
export async function isolate<T>(
  entries: readonly T[],
  attempt: (entries: readonly T[]) => Promise<Attempt>,
  failures: FailureCounts,
  losses = 0,
): Promise<ScriptOutcome[]> {
  const tried = await attempt(entries);
  if (tried.status === 'done') return tried.outcomes;
  if (tried.status === 'unfit') throw new UnfitScriptError(tried.message);
  if (tried.status === 'lost') {
    failures.losses += 1;
    if (failures.losses > lossesMax) throw new ScriptRunnerError('The sandbox for scripts is lost again and again.');
    if (losses + 1 < lossesBeforeBlame) return isolate(entries, attempt, failures, losses + 1);
  }
  const reason = tried.status === 'lost' ? 'crash' : tried.reason;
  if (entries.length === 1) return [blame(reason, failures)];
  failures.broken += 1;
  if (failures.broken > brokenMax)
    throw new UnfitScriptError(`The script is too slow, or too large: ${reasons[reason]}`);
  const middle = Math.ceil(entries.length / 2);
  const first = await isolate(entries.slice(0, middle), attempt, failures);
  return [...first, ...(await isolate(entries.slice(middle), attempt, failures))];
}

function blame(reason: BreakReason, failures: FailureCounts): ScriptOutcome {
  failures.culprits += 1;
  if (failures.culprits <= culpritsMax) return { outcome: 'failed', message: reasons[reason] };
  throw new UnfitScriptError(`The script breaks on more than ${culpritsMax} records of one page: ${reasons[reason]}`);
}

const reasons: Readonly<Record<BreakReason, string>> = {
  time: 'It did not end within its time.',
  memory: 'It needed more memory than it may have.',
  stack: 'It called itself, or nested something, too deep.',
  size: 'What it returned is too large.',
  crash: 'It broke the sandbox that it ran in.',
};
