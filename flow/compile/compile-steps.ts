import type { Findings } from '../../engine/compile/findings.ts';
import type { RunEnvironment } from '../../engine/run-environment.ts';
import { readDuration } from '../../engine/schedule/duration.ts';
import type { StepDefinition } from '../definition.ts';
import { type Step, toUndoId } from '../flow.ts';
import { findKind } from '../steps/kinds.ts';
import { compileRetry } from '../steps/retry.ts';
import { type CompiledStep, withCertain } from '../steps/step-kind.ts';
import { compileWhen } from './compile-when.ts';
import type { FlowParts } from './flow-parts.ts';
import { listCallbacks } from './list-callbacks.ts';
import type { Names, Output } from './names.ts';

/** Steps as far as they are compiled, in the order of the flow. */
export interface Progress {
  flow: FlowParts;
  findings: Findings;
  /** Steps that compiled, and how many there are. */
  made: ((environment: RunEnvironment) => Step)[];
  count: number;
}

type Outputs = Names['outputs'];

interface ListSite {
  /** Path of the list in the definition. */
  at: string;
  names: Names;
  /** The step behind the list; absent where the flow ends. */
  after: string | undefined;
  /** The step whose children go through the list. */
  within: string | undefined;
}

/**
 * Compiles a list of steps, those within them included.
 *
 * @returns the outputs that there may be behind the list; `undefined` where no item comes out of it.
 */
export function compileList(list: readonly StepDefinition[], place: ListSite, progress: Progress): Outputs | undefined {
  let { outputs }: { outputs: Outputs } = place.names;
  let isReached = true;
  for (const [index, step] of list.entries()) {
    const at = `${place.at}[${index}]`;
    const next = list[index + 1]?.id ?? place.after;
    const behind = compileOne(step, { ...place, at, names: { ...place.names, outputs }, after: next }, progress);
    outputs = behind ?? outputs;
    if (behind !== undefined || !isReached) continue;
    isReached = false;
    if (index + 1 === list.length) continue;
    const message = 'No item comes to this step: those before it end every item.';
    progress.findings.warnings.push({ path: `${place.at}[${index + 1}]`, code: 'unreachable', message });
  }
  return isReached ? outputs : undefined;
}

function compileOne(step: StepDefinition, place: ListSite, progress: Progress): Outputs | undefined {
  const { at, names, after: next, within } = place;
  const { flow, findings } = progress;
  const order = progress.count;
  progress.count += 1;
  const kind = findKind(step);
  const site = { id: step.id, at, names, flow, findings, isOfChild: within !== undefined };
  const when = step.when === undefined ? undefined : compileWhen(step.when, `${at}.when`, site);
  const compiled = kind?.compile(step, site) ?? {};
  const { children } = compiled;
  const ends: (Outputs | undefined)[] = [];
  const lists = (kind?.lists?.(step) ?? []).map(({ at: inStep, steps }) => {
    const inner =
      children === undefined
        ? { names, after: next, within }
        : { names: withCallbacks(children.names(ends), steps), after: undefined, within: step.id };
    ends.push(compileList(steps, { ...inner, at: `${at}.${inStep}` }, progress));
    return { first: steps[0]?.id ?? inner.after };
  });
  const joined = children?.join(ends);
  const output = compiled.output ?? joined?.get(step.id)?.field;
  if (output !== undefined) flow.outputs.set(step.id, output);
  const behindFailure = children?.failed(ends) ?? names.outputs;
  const handler = Array.isArray(step.on_error) ? step.on_error : undefined;
  const handlerNames = { ...names, outputs: behindFailure, inHandler: true };
  const handled = handler && compileList(handler, { ...place, at: `${at}.on_error`, names: handlerNames }, progress);

  const make = compiled.make?.({ next, lists: lists.map(({ first }) => first) });
  const isUsable = make !== undefined && (step.when === undefined || when !== undefined);
  if (isUsable) {
    const fails = step.on_error === undefined || step.on_error === 'fail' || step.on_error === 'undo';
    const onError = fails ? undefined : { goto: handler?.[0]?.id ?? next };
    const retry = step.retry && compileRetry(step.retry);
    const timeoutMs = step.timeout === undefined ? undefined : readDuration(step.timeout);
    const base = { id: step.id, order, next, within, when, onError, retry, timeoutMs };
    progress.made.push((environment) => ({ ...base, ...make(environment) }));
  }
  const { undo } = compiled;
  if (undo !== undefined) {
    const undoOrder = progress.count;
    progress.count += 1;
    const id = toUndoId(step.id);
    progress.made.push((environment) => ({ id, order: undoOrder, next: undefined, ...undo(environment) }));
  }
  const ways =
    children === undefined ? (lists.length === 0 ? [finish(step, compiled, names.outputs)] : ends) : [joined];
  // Items that skip the step, and those that go on although it failed, lack its output.
  if (step.when !== undefined) ways.push(names.outputs);
  if (step.on_error === 'continue') ways.push(behindFailure);
  return joinOutputs([...ways, handled]);
}

function finish({ id }: StepDefinition, { output, ends }: CompiledStep, outputs: Outputs): Outputs | undefined {
  if (ends === true) return undefined;
  return output === undefined ? outputs : withCertain(outputs, id, output);
}

/** The names that children read: they wait for callbacks of their own. */
function withCallbacks(names: Names, steps: readonly StepDefinition[]): Names {
  const own = [...listCallbacks(steps)];
  return own.length === 0 ? names : { ...names, callbacks: new Set([...names.callbacks, ...own]) };
}

/** The outputs that there may be where ways meet. */
function joinOutputs(meeting: readonly (Outputs | undefined)[]): Outputs | undefined {
  // Most branches of a long condition may be empty: they are one way.
  const ways = new Set(meeting.filter((way) => way !== undefined));
  const [first] = ways;
  if (ways.size < 2) return first;
  const joined = new Map<string, Output>();
  const certain = new Map<string, number>();
  for (const way of ways) {
    for (const [id, output] of way) {
      joined.set(id, output);
      if (output.isCertain) certain.set(id, (certain.get(id) ?? 0) + 1);
    }
  }
  for (const [id, output] of joined) joined.set(id, { ...output, isCertain: certain.get(id) === ways.size });
  return joined;
}
