import type { Json } from '../core/json.ts';
import type { RunEnvironment } from '../engine/run-environment.ts';
import type { RecordProblem } from '../transforms/problem.ts';
import { contextBytesMax, countBytes, tooLarge, withError, withOutput } from './context.ts';
import type { ActionStep, Flow, ItemContext, Step } from './flow.ts';

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
  | { status: 'ended'; outcome: 'succeeded' | 'skipped'; context: ItemContext }
  | { status: 'failed'; step: string; problem: RecordProblem; context: ItemContext };

export type Advanced = (
  { status: 'action'; step: ActionStep; context: ItemContext } | Exclude<Position, { status: 'at' }>
) & {
  /** The steps that it went through on the way, in their order. */
  trail: TrailEntry[];
};

/**
 * Takes an item through the steps that only decide and compute, from the step `at` to its next action, or to its end.
 *
 * Pure: the same item and environment come to the same. Every step leads to later ones only, so each item ends.
 *
 * @throws {RangeError} where the flow has no step `at`: the item is of another revision.
 */
export function advance(flow: Flow, at: string, context: ItemContext, environment: RunEnvironment): Advanced {
  const trail: TrailEntry[] = [];
  let bytes = countBytes(context);
  if (bytes > contextBytesMax) return { status: 'failed', step: at, problem: tooLarge, context, trail };
  let position: Position = { status: 'at', step: at, context };
  while (position.status === 'at') {
    const step = requireStep(flow, position.step);
    const applies = step.when?.(position.context, environment) ?? true;
    if (typeof applies === 'object') {
      trail.push({ step: step.id, outcome: 'failed', problem: applies });
      return { status: 'failed', step: step.id, problem: applies, context: position.context, trail };
    }
    if (!applies) {
      trail.push({ step: step.id, outcome: 'skipped' });
      position = goTo(step.next, position.context);
      continue;
    }
    if (step.kind === 'action') return { status: 'action', step, context: position.context, trail };
    const passed = pass(step, position.context, environment, bytes);
    trail.push(passed.entry);
    ({ position, bytes } = passed);
  }
  return { ...position, trail };
}

/** What became of an action: its output, or why it failed. */
export type ActionResult = { ok: true; output: Json } | { ok: false; problem: RecordProblem };

/**
 * Where an item goes on whose action is settled.
 *
 * @throws {RangeError} where the flow has no such step.
 */
export function settle(flow: Flow, stepId: string, context: ItemContext, result: ActionResult): Position {
  const step = requireStep(flow, stepId);
  if (!result.ok) return fail(step, context, result.problem);
  const after = withOutput(context, step.id, result.output);
  return countBytes(after) > contextBytesMax ? fail(step, context, tooLarge) : goTo(step.next, after);
}

interface Passed {
  position: Position;
  entry: TrailEntry;
  /** Size of the context. */
  bytes: number;
}

type PureStep = Exclude<Step, ActionStep>;

function pass(step: PureStep, context: ItemContext, environment: RunEnvironment, bytes: number): Passed {
  const failWith = (problem: RecordProblem): Passed => {
    const position = fail(step, context, problem);
    return { position, entry: { step: step.id, outcome: 'failed', problem }, bytes: countBytes(position.context) };
  };
  const result = step.run(context, environment);
  if (result.status === 'failed') return failWith(result.problem);
  const entry: TrailEntry = { step: step.id, outcome: 'passed' };
  if (result.status === 'ended')
    return { position: { status: 'ended', outcome: result.outcome, context }, entry, bytes };
  const { output } = result;
  if (output === undefined) return { position: goTo(result.goto, context), entry, bytes };
  // With its name, quotes and separators.
  const grown = bytes + countBytes(output) + step.id.length + separatorBytes;
  if (grown > contextBytesMax) return failWith(tooLarge);
  return { position: goTo(result.goto, withOutput(context, step.id, output)), entry, bytes: grown };
}

const separatorBytes = 4;

function goTo(step: string | undefined, context: ItemContext): Position {
  return step === undefined ? { status: 'ended', outcome: 'succeeded', context } : { status: 'at', step, context };
}

function fail(step: Step, context: ItemContext, problem: RecordProblem): Position {
  if (step.onError === undefined) return { status: 'failed', step: step.id, problem, context };
  return goTo(step.onError.goto, withError(context, step.id, problem));
}

function requireStep(flow: Flow, id: string): Step {
  const step = flow.steps.get(id);
  if (step === undefined) throw new RangeError(`The flow has no step ${id}.`);
  return step;
}
