import type { Json, JsonObject } from '../core/json.ts';
import type { RunEnvironment } from '../engine/run-environment.ts';
import { contextBytesMax, countContext, tooLarge, withOutput } from './context.ts';
import { type Flow, type ItemContext, type NewChild, type SplitStep, type Step, toUndoId } from './flow.ts';
import {
  type EndPosition,
  fail,
  goTo,
  isFinal,
  type Position,
  requireStep,
  type StepProblem,
  stepTimeout,
  type TrailEntry,
  undoFailed,
} from './position.ts';

/** Names of the children of a scope. */
export const bodyChild = 'scope';
export const finallyChild = 'finally';

const undoPrefix = 'undo ';

/** What a step created, and what undoes it. */
export interface Undoable {
  step: string;
  /** The item that created it. */
  itemId: string;
  /** What the effect is known by. */
  subject: string;
  undo: Json;
}

/** The child that undoes what a step created. */
function toUndoChild({ step, itemId, subject, undo }: Undoable): NewChild {
  return { name: `${undoPrefix}${step} ${itemId}`, element: undo, subject };
}

/** The step that a child of a scope begins with which undoes something; `undefined` of other children. */
export function readUndone(child: string): string | undefined {
  const [, step] = child.startsWith(undoPrefix) ? child.split(' ') : [];
  return step === undefined ? undefined : toUndoId(step);
}

/** A child that failed, and why. */
export interface FailedChild {
  name: string;
  step: string;
  problem: StepProblem;
}

/** What became of the children of an item. */
export interface ChildrenResult {
  /** How many there are. */
  total: number;
  /** How many came to a good end. */
  succeeded: number;
  /** How many failed, and the first of them in their order; absent where none did. */
  failed: (FailedChild & { count: number }) | undefined;
  /** Of a scope: whether its last steps were gone through. */
  hasFinally?: boolean;
  /** What those left that came to a good end, in their order; `undefined` where that is more than an item can carry. */
  collected: readonly Json[] | undefined;
  /** Outputs of their steps, for a step that shares these. */
  outputs: JsonObject;
  /** Of a scope that undoes: what the last of its steps created that is not undone, and whether that failed. */
  undo?: { next: readonly Undoable[]; hasFailed: boolean };
  /** How a step of a child ended it. */
  stopped?: 'succeeded' | 'skipped' | undefined;
}

/** As of a step that found nothing to make children of. */
export const noChildren: ChildrenResult = { total: 0, succeeded: 0, failed: undefined, collected: [], outputs: {} };

/** Where an item goes on whose children have ended: to more of them, or behind the step, with what is to be said of that. */
export type Joined =
  | { status: 'split'; step: SplitStep; children: readonly NewChild[]; context: ItemContext }
  | {
      status: 'joined';
      position: Position;
      entry: TrailEntry;
      /** All that the steps of the scope created is undone: they begin again where the item is tried again. */
      isUndone?: boolean;
    };

/**
 * Takes an item on behind a step whose children have ended.
 *
 * @throws {RangeError} where the flow has no such step, or one without children.
 */
export function join(flow: Flow, stepId: string, context: ItemContext, result: ChildrenResult): Joined {
  const step = requireStep(flow, stepId);
  if (!isSplit(step)) throw new RangeError(`The step ${stepId} has no children.`);
  const { collected, outputs, stopped } = result;
  const shared = step.shares ? { ...context, steps: { ...context.steps, ...outputs } } : context;
  const after = step.collect === undefined ? shared : withOutput(shared, step.id, [...(collected ?? [])]);
  if (collected === undefined || countContext(after) > contextBytesMax) return failAt(step, context, tooLarge);
  const undoes = step.undoes === true && result.failed !== undefined && result.undo?.hasFailed !== true;
  const next = undoes ? (result.undo?.next ?? []) : [];
  if (next.length > 0) return { status: 'split', step, children: next.map(toUndoChild), context: after };
  if (step.hasFinally === true && result.hasFinally !== true) {
    return { status: 'split', step, children: [{ name: finallyChild, element: null }], context: after };
  }
  const problem = findProblem(step, result);
  if (problem !== undefined) return { ...failAt(step, after, problem), isUndone: undoes };
  const position: Position =
    step.kind === 'scope' && stopped !== undefined
      ? { status: 'ended', outcome: stopped, context: after, isStopped: true }
      : goTo(step.next, after);
  return { status: 'joined', position, entry: { step: step.id, outcome: 'passed' } };
}

/** Takes an item on behind a step that failed. */
export function failAt(step: Step, context: ItemContext, problem: StepProblem): Extract<Joined, { status: 'joined' }> {
  const entry: TrailEntry = { step: step.id, outcome: 'failed', problem };
  return { status: 'joined', position: fail(step, context, problem), entry };
}

function findProblem(
  { kind, join: mode, timeoutMs }: SplitStep,
  { failed, succeeded, undo }: ChildrenResult,
): StepProblem | undefined {
  if (failed === undefined || (mode === 'any' && succeeded > 0)) return undefined;
  const { count, name, step, problem } = failed;
  if (problem.code === undoFailed) return problem;
  if (undo?.hasFailed === true) {
    return {
      code: undoFailed,
      message: `What was created could not be undone, at the step \`${step}\`: ${problem.message} Later changes of the record wait until a retry has undone it.`,
    };
  }
  if (isFinal(problem)) return problem;
  if (kind === 'scope') {
    // A scope that takes too long ends its steps for that, whichever they are at.
    const culprit = problem.code === stepTimeout && timeoutMs !== undefined ? undefined : (problem.culprit ?? step);
    return { ...problem, culprit, message: `At the step \`${step}\`: ${problem.message}` };
  }
  const [one, many, code] = words[kind];
  const which = count === 1 ? `The ${one} "${name}" failed` : `${count} ${many} failed, the first of them "${name}"`;
  return { code, message: `${which} at the step \`${step}\`: ${problem.message}` };
}

const words = {
  for_each: ['element', 'elements', 'elements_failed'],
  parallel: ['branch', 'branches', 'branches_failed'],
} as const;

/** The context in which a child of an item begins. */
export function toChildContext({ as }: SplitStep, context: ItemContext, element: Json): ItemContext {
  return as === undefined ? context : { ...context, [as]: element };
}

/** Whether children of an item go through steps of this one. */
export function isSplit(step: Step): step is SplitStep {
  return step.kind === 'for_each' || step.kind === 'parallel' || step.kind === 'scope';
}

/** How a child ended, with what it adds to the list that its step gives. */
export type ChildEnd = EndPosition & { collected?: Json };

/** Ends a child: what the step collects of it may fail, which fails the child. */
export function endChild(step: SplitStep, end: EndPosition, environment: RunEnvironment): ChildEnd {
  if (step.collect === undefined || end.status === 'failed' || end.outcome === 'skipped') return end;
  const collected = step.collect(end.context, environment);
  return collected.ok
    ? { ...end, collected: collected.value }
    : { status: 'failed', step: step.id, problem: collected.problem, context: end.context };
}
