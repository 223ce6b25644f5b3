import type { RecordProblem } from '../transforms/problem.ts';
import { withError } from './context.ts';
import type { Flow, ItemContext, Step } from './flow.ts';

/** A step that an item went through. */
export interface TrailEntry {
  step: string;
  outcome: 'passed' | 'skipped' | 'failed';
  /** Why it failed. */
  problem?: RecordProblem;
}

/** Where an item stands. */
export type Position =
  /** Before this step. */
  | { status: 'at'; step: string; context: ItemContext }
  | { status: 'ended'; outcome: 'succeeded' | 'skipped'; context: ItemContext; /** By a step. */ isStopped?: true }
  | { status: 'failed'; step: string; problem: RecordProblem; context: ItemContext };

export type EndPosition = Exclude<Position, { status: 'at' }>;

/** The position before a step; behind the last one, the item has ended. */
export function goTo(step: string | undefined, context: ItemContext): Position {
  return step === undefined ? { status: 'ended', outcome: 'succeeded', context } : { status: 'at', step, context };
}

/** Of an item that left something behind which it should have undone: no `on_error` takes over. */
export const undoFailed = 'undo_failed';

/** Where an item goes on whose step failed. */
export function fail(step: Step, context: ItemContext, problem: RecordProblem): Position {
  if (step.onError === undefined || problem.code === undoFailed)
    return { status: 'failed', step: step.id, problem, context };
  return goTo(step.onError.goto, withError(context, step.id, problem));
}

/** @throws {RangeError} where the flow has no such step: the item is of another revision. */
export function requireStep(flow: Flow, id: string): Step {
  const step = flow.steps.get(id);
  if (step === undefined) throw new RangeError(`The flow has no step ${id}.`);
  return step;
}
