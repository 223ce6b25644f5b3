import { z } from 'zod';
import type { Json, JsonObject } from '../../core/json.ts';
import type { Scrub } from '../../core/telemetry/scrub.ts';
import { noCounters } from '../../core/pure/counters.ts';
import type { Pipeline } from '../../drizzle/index.ts';
import type { DeadLetter } from '../../engine/ports.ts';
import type { RunEnvironment } from '../../engine/run-environment.ts';
import {
  type ActionStep,
  type Advanced,
  advance,
  bodyChild,
  type ChildEnd,
  type ChildrenResult,
  endChild,
  type Flow,
  goTo,
  isSplit,
  isUndo,
  type ItemContext,
  join,
  type Joined,
  mapItem,
  type Position,
  readUndone,
  resume,
  settle,
  undoFailed,
  type WaitEnding,
} from '../../flow/index.ts';
import type { Sealer } from '../../vault/index.ts';
import { countInRun, insertDeadLetters, type StreamAddress } from '../store/segment-statements.ts';
import { cancelOthers, type ChildRow, insertChildren, toCollectedRow, toSubject } from './child-statements.ts';
import type { StoredItem } from './item-rows.ts';
import { type Move, moveItems, settleDeadLetters, type StepRow, storeSteps } from './item-statements.ts';
import { readJoined } from './read-joined.ts';
import { type ItemReader, outputMember, readContexts, readEnding } from './read-items.ts';
import { forgetUndone, noteUndone, type Undone } from './undo-statements.ts';
import { type NewWait, type ResumedItem, settleWaits, storeWaits } from './wait-statements.ts';

/** What becomes of items that go on. */
interface Moves {
  moves: Move[];
  steps: StepRow[];
  children: ChildRow[];
  /** What children have undone, and the scopes of which nothing is left. */
  undone: Undone[];
  undoneScopes: { id: string; step: string; child: string }[];
  /** What items wait for that are parked, and waits that are over. */
  waits: NewWait[];
  settledWaits: string[];
  deadLetters: DeadLetter[];
}

/** Children that are made in one transaction, apart from the last item's. */
const childrenMax = 2000;

/**
 * Works out where items go on to: through the steps that only decide and compute, up to their next effects or children.
 *
 * @returns moves of the first items where those make many children: the others go on in the next transaction.
 */
export async function findMoves(
  reader: ItemReader,
  flow: Flow,
  environment: RunEnvironment,
  { items, resumed, sealer }: { items: readonly StoredItem[]; resumed: readonly ResumedItem[]; sealer: Sealer },
): Promise<Moves> {
  const found: Moves = {
    moves: [],
    steps: [],
    children: [],
    undone: [],
    undoneScopes: [],
    waits: [],
    settledWaits: [],
    deadLetters: [],
  };
  const all = [...items, ...resumed];
  const over = new Map(resumed.map((item) => [item.id, item]));
  const [contexts, results] = await Promise.all([readContexts(reader, all), readJoined(reader, items)]);
  for (const [index, item] of all.entries()) {
    const context = contexts[index];
    if (context === undefined || found.children.length > childrenMax) break;
    const wait = over.get(item.id);
    const ending = wait && (await readEnding(reader, wait));
    const { end, entered, isUndone } = goOn(flow, item, { context, joined: results.get(item.id), ending }, environment);
    if (wait !== undefined) found.settledWaits.push(wait.wait_id);
    if (end.status === 'wait') found.waits.push({ itemId: item.id, step: end.step.id, request: end.request });
    found.moves.push(toMove(item, end));
    for (const { step, outcome, value, undo } of entered) {
      const position = flow.steps.get(step)?.order ?? 0;
      const sealed = value && sealer.seal(value);
      found.steps.push({ itemId: item.id, step, outcome, position, sealed, undo: undo && sealer.seal(undo) });
    }
    if (isUndone) found.undoneScopes.push({ id: item.id, step: item.step ?? '', child: bodyChild });
    if (end.status === 'ended') found.undone.push(...listUndone(item));
    if (end.status === 'split') found.children.push(...toChildren(item, end, sealer));
    if (end.status === 'ended' && end.collected !== undefined) {
      found.steps.push(toCollectedRow(item.id, sealer.seal({ [outputMember]: end.collected })));
    }
    // A child that fails is no failed record: why it did is kept with it, and its parent may be one.
    if (end.status === 'failed' && item.parent_id === null) found.deadLetters.push(toDeadLetter(item, end));
  }
  return found;
}

function toChildren(
  item: StoredItem,
  { step, children }: Extract<Joined, { status: 'split' }>,
  sealer: Sealer,
): ChildRow[] {
  return children.map(({ name, element, subject }, position) => ({
    parentId: item.id,
    step: step.id,
    name,
    position,
    subject: step.kind === 'for_each' ? toSubject(item, name) : (subject ?? item.subject ?? undefined),
    sealed: step.kind === 'for_each' || element !== null ? sealer.seal({ [outputMember]: element }) : undefined,
  }));
}

/** What is to be kept of a step that an item went through. */
interface EnteredStep {
  step: string;
  outcome: 'passed' | 'skipped' | 'failed';
  value: JsonObject | undefined;
  /** Of a step that created something: what undoes it, or why nothing does. */
  undo?: JsonObject | undefined;
}

/** How far an item gets; of a child that ends, with what it leaves. */
type Outcome = Extract<Advanced, { status: 'action' | 'wait' }> | Extract<Joined, { status: 'split' }> | ChildEnd;

/** What is over that an item waited for at its step: its children, or a wait. */
interface Over {
  joined: ChildrenResult | undefined;
  ending: WaitEnding | undefined;
}

function goOn(
  flow: Flow,
  item: StoredItem,
  over: Over & { context: ItemContext },
  environment: RunEnvironment,
): { end: Outcome; entered: EnteredStep[]; isUndone: boolean } {
  const entered: EnteredStep[] = [];
  const found = findPosition(flow, item, over.context, over, entered);
  const { position } = found;
  const advanced: Outcome =
    position.status === 'at' ? advance(flow, position.step, position.context, environment) : position;
  for (const { step: name, outcome, problem } of 'trail' in advanced ? advanced.trail : []) {
    entered.push({ step: name, outcome, value: toKept(advanced.context, name, outcome, problem) });
  }
  const parentStep = flow.steps.get(item.parent_step ?? '');
  const isOver = advanced.status === 'ended' || advanced.status === 'failed';
  const end =
    isOver && parentStep !== undefined && isSplit(parentStep) ? endChild(parentStep, advanced, environment) : advanced;
  if (end.status === 'failed' && !entered.some(({ step: name }) => name === end.step)) {
    const { code, message } = end.problem;
    entered.push({ step: end.step, outcome: 'failed', value: { code, message } });
  }
  return { end, entered, isUndone: found.isUndone === true };
}

/** Where an item goes on: at its step, or behind it where that is settled. */
function findPosition(
  flow: Flow,
  item: StoredItem,
  context: ItemContext,
  { joined, ending }: Over,
  entered: EnteredStep[],
): { position: Position | Extract<Joined, { status: 'split' }>; isUndone?: boolean | undefined } {
  const at = findStep(flow, item);
  if (at === undefined) return { position: goTo(undefined, context) };
  const step = flow.steps.get(at);
  if (step === undefined || (step.within !== (item.parent_step ?? undefined) && !isUndo(step))) {
    const message = `The flow has no step \`${at}\` any more where the item stood.`;
    return { position: { status: 'failed', step: at, problem: { code: 'step_removed', message }, context } };
  }
  if (isSplit(step) && joined !== undefined) {
    // What the children gave is the item's from now on.
    for (const [name, output] of Object.entries(step.shares ? joined.outputs : {})) {
      entered.push({ step: name, outcome: 'passed', value: { [outputMember]: output } });
    }
    const gone = join(flow, at, context, joined);
    if (gone.status === 'split') return { position: gone };
    const { position, entry, isUndone } = gone;
    entered.push({ ...entry, value: toKept(position.context, at, entry.outcome, entry.problem) });
    return { position, isUndone };
  }
  if (step.kind === 'wait' && ending !== undefined) {
    const position = resume(flow, at, context, ending);
    entered.push(enterResumed(at, position));
    return { position };
  }
  if (item.step !== at || step.kind !== 'action' || item.settled === 'again') {
    return { position: { status: 'at', step: at, context } };
  }
  const result = readResult(step, item, context);
  const position = settle(flow, at, context, result);
  if (result.ok) {
    const undo = hasCreated(step, item)
      ? mapUndo(step, { ...context, steps: { ...context.steps, [at]: result.output } })
      : undefined;
    entered.push({ step: at, outcome: 'passed', value: { [outputMember]: result.output }, undo });
  }
  return { position };
}

/** Whether the item itself created what its step wrote: nothing that was there before is undone. */
function hasCreated({ effectOf }: ActionStep, { settled }: StoredItem): boolean {
  return effectOf === 'item' || settled === 'created';
}

/** What undoes what a step created, with its inputs as they are now. */
function mapUndo({ undo, ...step }: ActionStep, context: ItemContext): JsonObject | undefined {
  if (undo === undefined) return undefined;
  const mapped = mapItem({ ...step, plan: { ...step.plan, stages: undo } }, context);
  return mapped.ok ? { record: mapped.value } : { code: mapped.problem.code, message: mapped.problem.message };
}

/** What a child has undone that came to its end. */
function listUndone({ child, parent_step: parentStep, subject, key }: StoredItem): Undone[] {
  const undoStep = parentStep === null ? undefined : readUndone(child ?? '');
  const [, step, itemId] = child?.split(' ') ?? [];
  if (undoStep === undefined || step === undefined || itemId === undefined) return [];
  return [{ itemId, step, undoStep, subject: subject ?? key }];
}

/** What is kept of a wait that is over: its output, or why it failed. */
function enterResumed(step: string, position: Position): EnteredStep {
  const output = position.context.steps[step];
  if (output !== undefined) return { step, outcome: 'passed', value: { [outputMember]: output } };
  const problem = position.status === 'failed' ? position.problem : position.context.error;
  return { step, outcome: 'failed', value: failure.parse(problem) };
}

/** The step that an item stands at, or begins with; `undefined` where there is none. */
function findStep(flow: Flow, { step, parent_step: parentStep, child }: StoredItem): string | undefined {
  // A child that failed behind its last step begins again: what was done is not done twice.
  if (step !== null && step !== parentStep) return step;
  const made = flow.steps.get(parentStep ?? '');
  if (parentStep === null) return flow.first;
  return made !== undefined && isSplit(made) ? made.startOf(child ?? '') : parentStep;
}

/** Why the step failed, as it is kept. */
const failure = z.object({ code: z.string(), message: z.string() });

/** What an action gave: the id that the target knows the record by, what was done, and the record that was written. */
function readResult(
  step: ActionStep,
  { settled, target_id: id }: StoredItem,
  context: ItemContext,
): Parameters<typeof settle>[3] {
  if (settled === 'failed') {
    const { code, message } = failure.parse(context.error);
    return { ok: false, problem: { code, message } };
  }
  const mapped = mapItem(step, context);
  const record = mapped.ok ? mapped.value : null;
  return { ok: true, output: { id, outcome: settled, record } };
}

function toKept(
  { steps }: ItemContext,
  name: string,
  outcome: EnteredStep['outcome'],
  problem: { code: string; message: string } | undefined,
): JsonObject | undefined {
  const output: Json | undefined = outcome === 'skipped' ? undefined : steps[name];
  const kept = {
    ...(problem === undefined ? {} : { code: problem.code, message: problem.message }),
    ...(output === undefined ? {} : { [outputMember]: output }),
  };
  return Object.keys(kept).length === 0 ? undefined : kept;
}

function toDeadLetter(
  item: StoredItem,
  { step, problem, context }: Extract<ChildEnd, { status: 'failed' }>,
): DeadLetter {
  return { sourceKey: item.key, field: undefined, ...problem, record: context.record, step, itemId: item.id };
}

function toMove({ id }: StoredItem, end: Outcome): Move {
  switch (end.status) {
    case 'action':
      return { id, status: 'ready', step: end.step.id, children: 0 };
    case 'split':
      return { id, status: 'ready', step: end.step.id, children: end.children.length };
    case 'wait':
      return { id, status: 'parked', step: end.step.id, children: 0, released: end.step.release };
    case 'ended':
      return {
        id,
        status: end.outcome,
        step: undefined,
        children: 0,
        settled: end.isStopped === true ? 'stopped' : undefined,
      };
    case 'failed':
      return {
        id,
        status: 'failed',
        step: end.step,
        children: 0,
        settled: end.problem.code === undoFailed ? undoFailed : undefined,
      };
  }
}

/** Writes moves down; under the lease of the flow's reading. */
export function storeMoves(
  tx: Pipeline,
  address: StreamAddress,
  { moves, steps, children, undone, undoneScopes, waits, settledWaits, deadLetters }: Moves,
  { flow, sealer, scrub }: { flow: Flow; sealer: Sealer; scrub: Scrub },
): PromiseLike<unknown> {
  const anySteps = [...flow.steps.values()].filter((step) => isSplit(step) && step.join === 'any').map(({ id }) => id);
  const done = moves.filter(({ status }) => status === 'succeeded' || status === 'skipped').map(({ id }) => id);
  const failed = moves.filter(({ status }) => status === 'failed').map(({ id }) => id);
  const counters = { ...noCounters, failed: deadLetters.length };
  return Promise.all([
    // Waits come before what else is locked, as for those who answer them.
    settledWaits.length === 0 ? undefined : settleWaits(tx, address, settledWaits),
    waits.length === 0 ? undefined : storeWaits(tx, address, waits),
    moveItems(tx, address, moves, anySteps),
    anySteps.length === 0 || done.length === 0 ? undefined : cancelOthers(tx, address, done),
    children.length === 0 ? undefined : insertChildren(tx, address, children),
    steps.length === 0 ? undefined : storeSteps(tx, address, steps),
    undone.length === 0 ? undefined : forgetUndone(tx, address, undone),
    undoneScopes.length === 0 ? undefined : noteUndone(tx, address, undoneScopes),
    settleDeadLetters(tx, address, { done, failed }),
    deadLetters.length === 0 ? undefined : insertDeadLetters(tx, address, deadLetters, { sealer, scrub }),
    deadLetters.length === 0 ? undefined : countInRun(tx, address, { counters }),
  ]);
}
