import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { parsePath } from '../core/paths.ts';
import type { RunEnvironment } from '../engine/run-environment.ts';
import type { RecordProblem } from '../transforms/problem.ts';
import { advance, type Advanced, resume, settle } from './advance.ts';
import {
  bodyChild,
  type ChildEnd,
  type ChildrenResult,
  endChild,
  finallyChild,
  join,
  noChildren,
  toChildContext,
} from './children.ts';
import type {
  ActionResult,
  ActionStep,
  FindStep,
  Flow,
  ItemContext,
  ListStep,
  SearchStep,
  WaitEnding,
  WaitRequest,
} from './flow.ts';
import { mapItem } from './map-item.ts';
import { placeOptions } from './steps/searches/place-options.ts';
import type { EndPosition, Position, TrailEntry } from './position.ts';

/** What would become of an item in one step. */
export interface PreviewedStep {
  step: string;
  /** Keys of the elements that the step is gone through for, those of outer loops first; absent outside of loops. */
  elements?: readonly string[];
  outcome: TrailEntry['outcome'];
  /** What later steps would read as `steps.ID`. */
  output?: Json;
  /** The output is what the step gave in a run. */
  recorded?: true;
  /** What an action would write. */
  writes?: JsonObject;
  /** What a look-up would ask for. */
  asks?: PreviewedFind;
  /** Which records a list would ask for. */
  lists?: PreviewedList;
  /** What the item would wait for. */
  waits?: PreviewedWait;
  problem?: RecordProblem;
}

export interface PreviewedFind {
  object: string;
  /** Path into the records of the object. */
  key: string;
  /** What it has to be; null for an item that has no value, for which nothing is asked. */
  by: string | null;
}

export interface PreviewedList {
  object: string;
  limit: number;
  /** What the item would ask for, by paths of fields and options; null where it lacks a value, and nothing is asked. */
  where: JsonObject | null;
  options?: JsonObject;
}

export interface PreviewedWait {
  for: WaitRequest['kind'];
  /** How long, in seconds, or until when. */
  seconds?: number;
  until?: string;
  /** What approvers are asked. */
  message?: string;
  /** The other integration that would be called, and what it would be given. */
  integration_id?: string;
  input?: JsonObject;
}

export interface PreviewedItem {
  outcome: 'succeeded' | 'skipped' | 'failed';
  steps: PreviewedStep[];
  problem?: RecordProblem;
}

/**
 * Takes an item through all steps of a flow, without writing anything.
 *
 * @param stubs Outputs of actions and waits by the ids of their steps. Default: of a record that was created, with an
 *   invented id, of one that was found, with invented texts, and of waits that were approved or answered.
 * @param recorded The same, as steps gave them in a run. What an action wrote then gives way to what it would write.
 */
export function previewItem(
  flow: Flow,
  start: ItemContext,
  environment: RunEnvironment,
  stubs: Readonly<JsonObject> = {},
  recorded: Readonly<JsonObject> = {},
): PreviewedItem {
  const preview: Preview = { flow, environment, stubs, recorded, steps: [] };
  const end = goThrough(preview, [], flow.first, start);
  const { steps } = preview;
  return end.status === 'failed' ? { outcome: 'failed', steps, problem: end.problem } : { outcome: end.outcome, steps };
}

interface Preview {
  flow: Flow;
  environment: RunEnvironment;
  stubs: Readonly<JsonObject>;
  recorded: Readonly<JsonObject>;
  /** Filled on the way. */
  steps: PreviewedStep[];
}

/** More elements of a loop would make the answer longer than anybody reads. */
const elementsMax = 20;

/** Takes an item, or a child, from a step to its end. */
function goThrough(preview: Preview, elements: readonly string[], at: string, context: ItemContext): EndPosition {
  const { flow, environment, steps } = preview;
  const note = (step: PreviewedStep): void => {
    steps.push(elements.length === 0 ? step : { ...step, elements });
  };
  for (let position: Position = { status: 'at', step: at, context }; ;) {
    if (position.status !== 'at') return position;
    const advanced: Advanced = advance(flow, position.step, position.context, environment);
    for (const step of describeTrail(advanced)) note(step);
    if (advanced.status === 'action') position = perform(preview, advanced, note);
    else if (advanced.status === 'find') position = find(preview, advanced, note);
    else if (advanced.status === 'wait') position = waitFor(preview, advanced, note);
    else if (advanced.status === 'split') position = goThroughSplit(preview, elements, advanced, note);
    else return advanced;
  }
}

type Split = Pick<Extract<Advanced, { status: 'split' }>, 'step' | 'children' | 'context'>;

function goThroughSplit(
  preview: Preview,
  elements: readonly string[],
  split: Split,
  note: (step: PreviewedStep) => void,
): Position {
  const { id } = split.step;
  for (let result = noChildren, more = split; ;) {
    result = goThroughChildren(preview, elements, more, result);
    const joined = join(preview.flow, id, more.context, result);
    if (joined.status === 'split') more = joined;
    else {
      note(describeEntry(joined.entry, joined.position.context));
      return joined.position;
    }
  }
}

function goThroughChildren(
  preview: Preview,
  elements: readonly string[],
  { step, children, context }: Split,
  before: ChildrenResult,
): ChildrenResult {
  let result = before;
  for (const { name, element } of children.slice(0, elementsMax)) {
    if (step.join === 'any' && result.succeeded > 0) break;
    const inner = toChildContext(step, context, element);
    const at = step.startOf(name);
    const within = step.kind === 'for_each' ? [...elements, name] : elements;
    const end =
      at === undefined
        ? ({ status: 'ended', outcome: 'succeeded', context: inner } as const)
        : goThrough(preview, within, at, inner);
    result = addChild(result, name, endChild(step, end, preview.environment));
  }
  return result;
}

function addChild(result: ChildrenResult, name: string, end: ChildEnd): ChildrenResult {
  const added = {
    ...result,
    total: result.total + 1,
    outputs: { ...result.outputs, ...end.context.steps },
    hasFinally: name === finallyChild,
  };
  if (end.status === 'failed') {
    const { count = 0, ...first } = result.failed ?? { name, step: end.step, problem: end.problem };
    return { ...added, failed: { ...first, count: count + 1 } };
  }
  return {
    ...added,
    succeeded: result.succeeded + 1,
    collected: [...(result.collected ?? []), ...(end.collected === undefined ? [] : [end.collected])],
    stopped: name === bodyChild && end.isStopped === true ? end.outcome : result.stopped,
  };
}

function describeTrail({ trail, context }: Advanced): PreviewedStep[] {
  return trail.map((entry) => describeEntry(entry, context));
}

function describeEntry({ step, outcome, problem }: TrailEntry, { steps }: ItemContext): PreviewedStep {
  const output = outcome !== 'skipped' && Object.hasOwn(steps, step) ? steps[step] : undefined;
  return {
    step,
    outcome,
    ...(output === undefined ? {} : { output }),
    ...(problem === undefined ? {} : { problem }),
  };
}

function readMember(outputs: Readonly<JsonObject>, id: string): Json | undefined {
  return Object.hasOwn(outputs, id) ? outputs[id] : undefined;
}

function markRecorded(isRecorded: boolean): Pick<PreviewedStep, 'recorded'> {
  return isRecorded ? { recorded: true } : {};
}

function perform(
  { flow, stubs, recorded }: Preview,
  { step, context }: { step: ActionStep; context: ItemContext },
  note: (step: PreviewedStep) => void,
): Position {
  const mapped = mapItem(step, context);
  if (!mapped.ok) {
    note({ step: step.id, outcome: 'failed', problem: mapped.problem });
    return settle(flow, step.id, context, mapped);
  }
  const stub = readMember(stubs, step.id);
  const given = stub === undefined ? readMember(recorded, step.id) : undefined;
  const known = isJsonObject(given) ? given : inventOutput(step, mapped.value);
  const output = stub ?? { ...known, record: mapped.value };
  note({ step: step.id, outcome: 'passed', output, ...markRecorded(isJsonObject(given)), writes: mapped.value });
  return settle(flow, step.id, context, { ok: true, output });
}

function find(
  preview: Preview,
  { step, context }: { step: SearchStep; context: ItemContext },
  note: (step: PreviewedStep) => void,
): Position {
  const { flow, stubs, recorded } = preview;
  const { given, ...asked } = step.kind === 'find' ? askFind(preview, step, context) : askList(preview, step, context);
  const stub = readMember(stubs, step.id);
  const found = stub ?? readMember(recorded, step.id);
  const isAsked = 'asks' in asked || 'lists' in asked;
  const result: ActionResult = found === undefined || !isAsked ? given : { ok: true, output: found };
  const mark = markRecorded(isAsked && stub === undefined && found !== undefined);
  note(
    result.ok
      ? { step: step.id, outcome: 'passed', output: result.output, ...mark, ...asked }
      : { step: step.id, outcome: 'failed', problem: result.problem, ...asked },
  );
  return settle(flow, step.id, context, result);
}

/** What a step would ask, unless that cannot be told, and what it might be given. */
type SearchPreview = Pick<PreviewedStep, 'asks' | 'lists'> & { given: ActionResult };

function askFind({ environment }: Preview, step: FindStep, context: ItemContext): SearchPreview {
  const { object, enrichment } = step.search;
  const value = step.by(context, environment);
  if (!value.ok) return { given: value };
  const by = typeof value.value === 'string' ? value.value : null;
  const found = by === null ? null : inventFound(step, by);
  return { asks: { object, key: enrichment.key, by }, given: step.end(found) };
}

function askList({ environment }: Preview, step: ListStep, context: ItemContext): SearchPreview {
  const { object, limit, texts } = step.list;
  const asked = step.ask(context, environment);
  if (!asked.ok) return { given: asked };
  const { request } = asked;
  const records = request === null ? [] : [placeOptions(inventTexts(step.id, texts), request.where)];
  const options = request === null || Object.keys(request.options).length === 0 ? {} : { options: request.options };
  const where = request === null ? null : request.where;
  return { lists: { object, limit, where, ...options }, given: step.end({ records, isComplete: true }) };
}

function inventTexts(step: string, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, `<${name} of ${step}>`]));
}

/** A record as a look-up might find it: what is known to hold texts has some. */
function inventFound({ id, search: { enrichment, texts } }: FindStep, by: string): JsonObject {
  const found = inventTexts(id, texts);
  const key = parsePath(enrichment.key);
  const [name, ...below] = key.ok ? key.path.segments : [];
  return typeof name === 'string' && below.length === 0 ? { ...found, [name]: by } : found;
}

function waitFor(
  { flow, stubs, recorded }: Preview,
  { step, request, context }: Extract<Advanced, { status: 'wait' }>,
  note: (step: PreviewedStep) => void,
): Position {
  const stub = readMember(stubs, step.id);
  const given = stub ?? readMember(recorded, step.id);
  const position =
    given === undefined
      ? resume(flow, step.id, context, { status: endings[request.kind], answer: inventAnswer(step.id, request) })
      : settle(flow, step.id, context, { ok: true, output: given });
  const entry = describeEntry({ step: step.id, outcome: 'passed' }, position.context);
  note({ ...entry, ...markRecorded(stub === undefined && given !== undefined), waits: describeWait(request) });
  return position;
}

const endings = {
  time: 'expired',
  approval: 'approved',
  callback: 'answered',
  event: 'answered',
  check: 'met',
  batch: 'answered',
  retry: 'expired',
  call: 'answered',
  sync: 'answered',
} as const satisfies Record<WaitRequest['kind'], WaitEnding['status']>;

function inventAnswer(step: string, { kind, call }: WaitRequest): JsonObject {
  if (call === undefined) return {};
  return { run_id: `<run of ${step}>`, ...(kind === 'call' ? { item_id: `<item of ${step}>` } : {}) };
}

function describeWait({ kind, due, endsAfterMs, approval, call }: WaitRequest): PreviewedWait {
  const afterMs = endsAfterMs ?? (due !== undefined && 'afterMs' in due ? due.afterMs : undefined);
  return {
    for: kind,
    ...(afterMs === undefined ? {} : { seconds: afterMs / 1000 }),
    ...(due !== undefined && 'atMs' in due ? { until: new Date(due.atMs).toISOString() } : {}),
    ...(approval === undefined ? {} : { message: approval.message }),
    ...(call === undefined ? {} : { integration_id: call.integration }),
    ...(call?.input === undefined ? {} : { input: call.input }),
  };
}

const outcomes = { create: 'created', update: 'updated', upsert: 'created', delete: 'deleted' } as const;

function inventOutput({ id, plan, target }: ActionStep, mapped: JsonObject): JsonObject {
  return { id: plan.readTargetId(mapped) ?? `<id of ${id}>`, outcome: outcomes[target.operation] };
}
