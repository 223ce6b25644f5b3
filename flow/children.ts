import type { Json } from '../core/json.ts';
import type { RunEnvironment } from '../engine/run-environment.ts';
import type { RecordProblem } from '../transforms/problem.ts';
import { contextBytesMax, countBytes, tooLarge, withOutput } from './context.ts';
import type { Flow, ItemContext, SplitStep, Step } from './flow.ts';
import { type EndPosition, fail, goTo, type Position, requireStep, type TrailEntry } from './position.ts';

/** What became of the children of an item. */
export interface ChildrenResult {
  /** How many failed, and the first of them in their order; absent where none did. */
  failed: { count: number; name: string; step: string; problem: RecordProblem } | undefined;
  /** What those left that came to a good end, in their order; `undefined` where that is more than an item can carry. */
  collected: readonly Json[] | undefined;
}

/** As of a step that found nothing to make children of. */
export const noChildren: ChildrenResult = { failed: undefined, collected: [] };

/** Where an item goes on whose children have ended, and what is to be said of the step. */
export interface Joined {
  position: Position;
  entry: TrailEntry;
}

/**
 * Takes an item on behind a step whose children have ended.
 *
 * @throws {RangeError} where the flow has no such step, or one without children.
 */
export function join(flow: Flow, stepId: string, context: ItemContext, { failed, collected }: ChildrenResult): Joined {
  const step = requireStep(flow, stepId);
  if (!isSplit(step)) throw new RangeError(`The step ${stepId} has no children.`);
  const after = step.collect === undefined ? context : withOutput(context, step.id, [...(collected ?? [])]);
  if (collected === undefined || countBytes(after) > contextBytesMax) return failAt(step, context, tooLarge);
  if (failed !== undefined) return failAt(step, after, describeFailed(failed));
  return { position: goTo(step.next, after), entry: { step: step.id, outcome: 'passed' } };
}

/** Takes an item on behind a step that failed. */
export function failAt(step: SplitStep, context: ItemContext, problem: RecordProblem): Joined {
  return { position: fail(step, context, problem), entry: { step: step.id, outcome: 'failed', problem } };
}

function describeFailed({ count, name, step, problem }: NonNullable<ChildrenResult['failed']>): RecordProblem {
  const which = count === 1 ? `The element "${name}" failed` : `${count} elements failed, the first of them "${name}"`;
  return { code: 'elements_failed', message: `${which} at the step \`${step}\`: ${problem.message}` };
}

/** The context in which a child of an item begins. */
export function toChildContext({ as }: SplitStep, context: ItemContext, element: Json): ItemContext {
  return as === undefined ? context : { ...context, [as]: element };
}

/** Whether children of an item go through steps of this one. */
export function isSplit(step: Step): step is SplitStep {
  return step.kind === 'for_each';
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
