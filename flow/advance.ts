import type { JsonObject } from '../core/json.ts';
import type { RunEnvironment } from '../engine/run-environment.ts';
import type { RecordProblem } from '../transforms/problem.ts';
import { failAt, isSplit, join, noChildren } from './children.ts';
import { contextBytesMax, countBytes, countContext, tooLarge, withOutput } from './context.ts';
import {
  type ActionResult,
  type ActionStep,
  type FindStep,
  type Flow,
  isSearch,
  type ItemContext,
  type ListedRecords,
  type ListStep,
  type NewChild,
  type PureStep,
  type SearchStep,
  type SplitStep,
  type WaitEnding,
  type WaitRequest,
  type WaitStep,
} from './flow.ts';
import { fail, goTo, type Position, requireStep, type TrailEntry } from './position.ts';
import { timedOut } from './steps/timeout.ts';

/** How far an item gets: to an effect, to a look-up, to children that have to end first, to a wait, or to its end. */
export type Advanced = (
  | { status: 'action'; step: ActionStep; context: ItemContext }
  | { status: 'find'; step: SearchStep; context: ItemContext }
  | { status: 'split'; step: SplitStep; children: readonly NewChild[]; context: ItemContext }
  | { status: 'wait'; step: WaitStep; request: WaitRequest; context: ItemContext }
  | Exclude<Position, { status: 'at' }>
) & {
  /** The steps that it went through on the way, in their order. */
  trail: TrailEntry[];
};

/**
 * Takes an item through the steps that only decide and compute, from the step `at` to its next action, look-up or wait, or
 * to its end.
 *
 * Pure: the same item and environment come to the same. Every step leads to later ones only, so each item ends.
 *
 * @throws {RangeError} where the flow has no step `at`: the item is of another revision.
 */
export function advance(flow: Flow, at: string, context: ItemContext, environment: RunEnvironment): Advanced {
  const trail: TrailEntry[] = [];
  let bytes = countContext(context);
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
    if (isSearch(step)) return { status: 'find', step, context: position.context, trail };
    if (isSplit(step)) {
      const split = step.split(position.context, environment);
      if (split.ok && split.children.length > 0) {
        return { status: 'split', step, children: split.children, context: position.context, trail };
      }
      const joined = split.ok
        ? join(flow, step.id, position.context, noChildren)
        : failAt(step, position.context, split.problem);
      if (joined.status === 'split') return { ...joined, trail };
      trail.push(joined.entry);
      ({ position } = joined);
      bytes = countContext(position.context);
      continue;
    }
    if (step.kind === 'wait') {
      const begun = step.begin(position.context, environment);
      if (begun.ok) {
        const { timeoutMs: afterMs } = step;
        const request = afterMs === undefined ? begun.request : { ...begun.request, due: { afterMs } };
        return { status: 'wait', step, request, context: position.context, trail };
      }
      const failed = failAt(step, position.context, begun.problem);
      trail.push(failed.entry);
      ({ position } = failed);
      bytes = countContext(position.context);
      continue;
    }
    const passed = pass(step, position.context, environment, bytes);
    trail.push(passed.entry);
    ({ position, bytes } = passed);
  }
  return { ...position, trail };
}

/**
 * Where an item goes on whose action is settled.
 *
 * @throws {RangeError} where the flow has no such step.
 */
export function settle(flow: Flow, stepId: string, context: ItemContext, result: ActionResult): Position {
  const step = requireStep(flow, stepId);
  if (!result.ok) return fail(step, context, result.problem);
  const after = withOutput(context, step.id, result.output);
  return countContext(after) > contextBytesMax ? fail(step, context, tooLarge) : goTo(step.next, after);
}

/** What a look-up gives an item, by what was found: null for nothing. */
export function answerFind(step: FindStep, context: ItemContext, found: JsonObject | null): ActionResult {
  return fitting(step, context, step.end(found));
}

/** What a list gives an item. */
export function answerList(step: ListStep, context: ItemContext, found: ListedRecords): ActionResult {
  return fitting(step, context, step.end(found));
}

function fitting(step: SearchStep, context: ItemContext, result: ActionResult): ActionResult {
  const isTooLarge = result.ok && countContext(withOutput(context, step.id, result.output)) > contextBytesMax;
  return isTooLarge ? { ok: false, problem: tooLarge } : result;
}

/**
 * Where an item goes on whose wait is over.
 *
 * @throws {RangeError} where the flow has no such wait.
 */
export function resume(flow: Flow, stepId: string, context: ItemContext, ending: WaitEnding): Position {
  const step = requireStep(flow, stepId);
  if (step.kind !== 'wait') throw new RangeError(`The step ${stepId} is no wait.`);
  if (step.timeoutMs !== undefined && ending.status === 'expired') return fail(step, context, timedOut(stepId));
  const outcome = step.end(ending);
  if (outcome.status === 'failed') return fail(step, context, outcome.problem);
  if (outcome.status === 'passed') return settle(flow, stepId, context, { ok: true, output: outcome.output });
  return {
    status: 'ended',
    outcome: outcome.outcome,
    context: withOutput(context, stepId, outcome.output),
    isStopped: true,
  };
}

interface Passed {
  position: Position;
  entry: TrailEntry;
  /** Size of the context. */
  bytes: number;
}

function pass(step: PureStep, context: ItemContext, environment: RunEnvironment, bytes: number): Passed {
  const failWith = (problem: RecordProblem): Passed => {
    const position = fail(step, context, problem);
    return { position, entry: { step: step.id, outcome: 'failed', problem }, bytes: countContext(position.context) };
  };
  const result = step.run(context, environment);
  if (result.status === 'failed') return failWith(result.problem);
  const entry: TrailEntry = { step: step.id, outcome: 'passed' };
  if (result.status === 'ended')
    return { position: { status: 'ended', outcome: result.outcome, context, isStopped: true }, entry, bytes };
  const { output } = result;
  if (output === undefined) return { position: goTo(result.goto, context), entry, bytes };
  // With its name, quotes and separators.
  const grown = bytes + countBytes(output) + step.id.length + separatorBytes;
  if (grown > contextBytesMax) return failWith(tooLarge);
  return { position: goTo(result.goto, withOutput(context, step.id, output)), entry, bytes: grown };
}

const separatorBytes = 4;
