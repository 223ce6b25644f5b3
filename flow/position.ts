import type { RecordProblem } from '../transforms/problem.ts';
import { withError } from './context.ts';
import type { Flow, ItemContext, Step } from './flow.ts';

/** Why a step failed. */
export interface StepProblem extends RecordProblem {
  /** Of a scope: the step within it that failed. */
  culprit?: string | undefined;
}

/** Of an item that took longer at a step than that allows. */
export const stepTimeout = 'step_timeout';

/** A step that an item went through. */
export interface TrailEntry {
  step: string;
  outcome: 'passed' | 'skipped' | 'failed';
  /** Why it failed. */
  problem?: StepProblem;
}

/** Where an item stands. */
export type Position =
  /** Before this step. */
  | { status: 'at'; step: string; context: ItemContext }
  | { status: 'ended'; outcome: 'succeeded' | 'skipped'; context: ItemContext; /** By a step. */ isStopped?: true }
  | { status: 'failed'; step: string; problem: StepProblem; context: ItemContext };

export type EndPosition = Exclude<Position, { status: 'at' }>;

/** The position before a step; behind the last one, the item has ended. */
export function goTo(step: string | undefined, context: ItemContext): Position {
  return step === undefined ? { status: 'ended', outcome: 'succeeded', context } : { status: 'at', step, context };
}

/** Of an item that left something behind which it should have undone: no `on_error` takes over. */
export const undoFailed = 'undo_failed';

/** What ends items from outside of their steps, by how they end: a newer item of their record, or somebody who canceled them. */
export const endings = {
  interrupted: { code: 'interrupted', message: 'A newer change of the record ended this item.' },
  canceled: { code: 'canceled', message: 'The item was canceled.' },
} as const satisfies Record<string, RecordProblem>;

/** Of what was given up as in doubt, no more is kept with the item. */
export const inDoubt: RecordProblem = {
  code: 'in_doubt',
  message: 'The answer to its write was lost. Find out whether the target has it; it is not tried again.',
};

/** How an item ends whose step failed so: `undefined` where that is not from outside. */
export function findEnding({ code }: RecordProblem): keyof typeof endings | undefined {
  return code === 'interrupted' || code === 'canceled' ? code : undefined;
}

/** Whether a failure is to reach the item itself, past every `on_error`. */
export function isFinal(problem: RecordProblem): boolean {
  return problem.code === undoFailed || findEnding(problem) !== undefined;
}

/** Where an item goes on whose step failed. */
export function fail(step: Step, context: ItemContext, problem: StepProblem): Position {
  if (step.onError === undefined || isFinal(problem)) return { status: 'failed', step: step.id, problem, context };
  return goTo(step.onError.goto, withError(context, problem.culprit ?? step.id, problem));
}

/** @throws {RangeError} where the flow has no such step: the item is of another revision. */
export function requireStep(flow: Flow, id: string): Step {
  const step = flow.steps.get(id);
  if (step === undefined) throw new RangeError(`The flow has no step ${id}.`);
  return step;
}
