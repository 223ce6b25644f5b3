import type { Json, JsonObject } from '../../core/json.ts';
import { withTenantPipelined } from '../../drizzle/index.ts';
import type { DeadLetter } from '../../engine/ports.ts';
import type { RunEnvironment } from '../../engine/run-environment.ts';
import {
  type Advanced,
  advance,
  bodyChild,
  type ChildEnd,
  type ChildrenResult,
  endChild,
  endings,
  findEnding,
  type Flow,
  goTo,
  isFinal,
  isSearch,
  isSplit,
  isUndo,
  type ItemContext,
  join,
  type Joined,
  labelItem,
  type Position,
  resume,
  settle,
  type StepProblem,
  stepTimeout,
  undoFailed,
  type WaitEnding,
} from '../../flow/index.ts';
import type { RecordProblem } from '../../transforms/problem.ts';
import type { Sealer } from '../../vault/index.ts';
import { type ChildRow, toCollectedRow, toSubject } from './child-statements.ts';
import { selectEnding } from './interrupt-statements.ts';
import type { StoredItem } from './item-rows.ts';
import { type Move, skipped, type StepRow } from './item-statements.ts';
import { readJoined } from './read-joined.ts';
import { hasCreated, listUndone, mapUndo } from './undo/map-undo.ts';
import { findCallProblem, findPauseAt, type Pause, type Paused, readPauses } from './waits/pauses.ts';
import { hasTimedScope, readTimedOut } from './timeouts/read-timed-out.ts';
import { readAnswers } from './waits/read-answers.ts';
import { noteOrigin, outputMember, toSealable } from './sealed/origins.ts';
import { readFound, readProblem, readResult } from './sealed/read-results.ts';
import { type ItemReader, readContexts, readEnding } from './read-items.ts';
import type { Moves } from './store-moves.ts';
import type { ResumedItem } from './waits/wait-statements.ts';

/** Children that are made in one transaction, apart from the last item's. */
const childrenMax = 2000;

/**
 * Works out where items go on to: through the steps that only decide and compute, up to their next effects, look-ups or children.
 *
 * @returns moves of the first items where those make many children: the others go on in the next transaction.
 */
export async function findMoves(
  reader: ItemReader,
  flow: Flow,
  environment: RunEnvironment,
  { items, resumed, sealer }: { items: readonly StoredItem[]; resumed: readonly ResumedItem[]; sealer: Sealer },
): Promise<Moves> {
  const found = noMoves();
  const all = [...items, ...resumed];
  const isTimed = hasTimedScope(flow) && all.some(({ parent_id: parent }) => parent !== null);
  const over = new Map(resumed.map((item) => [item.id, item]));
  const [contexts, results, ended, timedOutBy, answers, pauses] = await Promise.all([
    readContexts(reader, all),
    readJoined(reader, items),
    flow.interrupts !== undefined || all.some(({ canceling }) => canceling) ? findEnded(reader, all) : none,
    isTimed ? readTimedOut(reader, all) : none,
    readAnswers(reader, resumed),
    readPauses(reader, flow, items, resumed),
  ]);
  for (const [index, item] of all.entries()) {
    const context = contexts[index];
    if (context === undefined || found.children.length > childrenMax) break;
    const wait = over.get(item.id);
    const status = wait?.wait_status;
    const isWithdrawn = status === 'withdrawn';
    const ending =
      wait === undefined || status === undefined || isWithdrawn
        ? undefined
        : await readEnding(reader, { ...wait, wait_status: status }, answers.get(item.id));
    const endedBy = ended.get(item.id) ?? timedOutBy.get(item.id) ?? (isWithdrawn ? endings.interrupted : undefined);
    const paused = endedBy === undefined ? pauses.get(item.id) : undefined;
    const isPauseOver = wait?.wait_kind === 'retry';
    const known = { context, joined: results.get(item.id), ending, endedBy, paused, isPauseOver };
    const { end, entered, isUndone } = goOn(flow, item, known, environment);
    if (wait !== undefined) found.settledWaits.push(wait.wait_id);
    if (end.status === 'wait') found.waits.push({ itemId: item.id, step: end.step.id, request: end.request });
    if (end.status === 'pause') found.waits.push({ itemId: item.id, step: end.step, request: end.request });
    const isNew = item.step === null && item.parent_id === null;
    found.moves.push({
      ...toMove(item, end, wait?.wait_kind === 'retry'),
      label: isNew ? labelItem(flow, context, environment) : undefined,
    });
    found.steps.push(...entered.map((entry) => toStepRow(flow, item, entry, sealer)));
    if (isUndone) found.undoneScopes.push({ id: item.id, step: item.step ?? '', child: bodyChild });
    if (end.status === 'ended') found.undone.push(...listUndone(item));
    if (end.status === 'split') found.children.push(...toChildren(item, end, sealer));
    if (end.status === 'ended' && end.collected !== undefined) {
      found.steps.push(toCollectedRow(item.id, sealer.seal({ [outputMember]: end.collected })));
    }
    // A child that fails is no failed record: why it did is kept with it, and its parent may be one.
    if (end.status === 'failed' && item.parent_step === null && findEnding(end.problem) === undefined)
      found.deadLetters.push(toDeadLetter(item, end));
  }
  return found;
}

export function noMoves(): Moves {
  return {
    moves: [],
    steps: [],
    children: [],
    undone: [],
    undoneScopes: [],
    waits: [],
    settledWaits: [],
    deadLetters: [],
    arrivals: [],
  };
}

export function toStepRow(
  flow: Flow,
  { id }: StoredItem,
  { step, outcome, value, undo }: EnteredStep,
  sealer: Sealer,
): StepRow {
  return {
    itemId: id,
    step,
    outcome,
    position: flow.steps.get(step)?.order ?? 0,
    sealed: value && sealer.seal(value),
    undo: undo && sealer.seal(undo),
  };
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

const none: ReadonlyMap<string, RecordProblem> = new Map();

async function findEnded(
  { database, address }: ItemReader,
  items: readonly StoredItem[],
): Promise<ReadonlyMap<string, RecordProblem>> {
  const ids = items.map(({ id }) => id);
  const found = await withTenantPipelined(database, address.orgId, (tx) => selectEnding(tx, address, ids));
  return new Map(found.map(({ id, by }) => [id, endings[by]]));
}

/** What is to be kept of a step that an item went through. */
interface EnteredStep {
  step: string;
  outcome: StepRow['outcome'];
  value: JsonObject | undefined;
  /** Of a step that created something: what undoes it, or why nothing does. */
  undo?: JsonObject | undefined;
}

/** How far an item gets; of a child that ends, with what it leaves. */
type Outcome =
  Extract<Advanced, { status: 'action' | 'find' | 'wait' }> | Extract<Joined, { status: 'split' }> | Pause | ChildEnd;

/** What is over that an item waited for at its step: its children, or a wait. */
interface Over {
  joined: ChildrenResult | undefined;
  ending: WaitEnding | undefined;
  /** How often it has paused there already, of one whose step failed that may be tried again. */
  paused?: Paused | undefined;
  /** It has paused before its step, which it goes through again. */
  isPauseOver?: boolean | undefined;
}

export function goOn(
  flow: Flow,
  item: StoredItem,
  over: Over & { context: ItemContext; endedBy: RecordProblem | undefined },
  environment: RunEnvironment,
): { end: Outcome; entered: EnteredStep[]; isUndone: boolean } {
  const entered: EnteredStep[] = [];
  const found = findPosition(flow, item, over.context, over, entered);
  const { position: reached } = found;
  const position = over.endedBy === undefined ? reached : endBy(over.endedBy, reached, entered);
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
    entered.push({
      step: end.step,
      outcome: findEnding(end.problem) === undefined ? 'failed' : 'interrupted',
      value: { code, message },
    });
  }
  return { end, entered, isUndone: found.isUndone === true };
}

/** Ends an item before its next step. What has just failed within a scope that took too long failed for that. */
function endBy(problem: RecordProblem, reached: Reached, entered: EnteredStep[]): Reached {
  if (reached.status === 'at') return { ...reached, status: 'failed', problem };
  if (reached.status !== 'failed' || problem.code !== stepTimeout || isFinal(reached.problem)) return reached;
  const last = entered.findIndex(({ step }) => step === reached.step);
  if (last !== -1) entered.splice(last, 1);
  return { ...reached, problem };
}

type Reached = Position | Pause | Extract<Joined, { status: 'split' }>;

/** Where an item goes on: at its step, or behind it where that is settled. */
function findPosition(
  flow: Flow,
  item: StoredItem,
  context: ItemContext,
  { joined, ending, paused, isPauseOver = false }: Over,
  entered: EnteredStep[],
): { position: Reached; isUndone?: boolean | undefined } {
  const at = findStep(flow, item);
  if (at === undefined) return { position: goTo(undefined, context) };
  const step = flow.steps.get(at);
  if (step === undefined || (step.within !== (item.parent_step ?? undefined) && !isUndo(step))) {
    const message = `The flow has no step \`${at}\` any more where the item stood.`;
    return { position: { status: 'failed', step: at, problem: { code: 'step_removed', message }, context } };
  }
  if (item.settled === skipped) return { position: goTo(step.next, context) };
  if (isSplit(step) && joined !== undefined) {
    // What the children gave is the item's from now on.
    for (const [name, output] of Object.entries(step.shares ? joined.outputs : {})) {
      entered.push({ step: name, outcome: 'passed', value: toSealable(output) });
    }
    const gone = join(flow, at, context, joined);
    if (gone.status === 'split') return { position: gone };
    const { position, entry, isUndone } = gone;
    const isEnded = entry.problem !== undefined && findEnding(entry.problem) !== undefined;
    const outcome = isEnded ? 'interrupted' : entry.outcome;
    entered.push({ ...entry, outcome, value: toKept(position.context, at, outcome, entry.problem) });
    return { position, isUndone };
  }
  if (step.kind === 'wait' && ending !== undefined && !isPauseOver) {
    const problem = findCallProblem(step, ending);
    const again = problem && findPauseAt(step, context, paused, problem);
    if (again?.status === 'pause') return { position: again };
    const position = resume(flow, at, context, ending);
    entered.push(enterResumed(at, position));
    return { position };
  }
  const pause = findPauseAt(step, context, paused);
  if (pause?.status === 'pause') return { position: pause };
  if (pause !== undefined) return { position: settle(flow, at, context, { ok: false, problem: pause.problem }) };
  if (isSearch(step) && item.step === at) {
    const result = readFound(step, item, context);
    if (result !== undefined) return { position: settle(flow, at, context, result) };
  }
  if (item.step !== at || step.kind !== 'action' || item.settled === 'again' || ending !== undefined) {
    return { position: { status: 'at', step: at, context } };
  }
  const result = readResult(step, item, context);
  const position = settle(flow, at, context, result);
  if (result.ok) {
    noteOrigin(result.output, item.target_fingerprint);
    const undo = hasCreated(step, item)
      ? mapUndo(step, { ...context, steps: { ...context.steps, [at]: result.output } }, item)
      : undefined;
    entered.push({ step: at, outcome: 'passed', value: toSealable(result.output), undo });
  }
  return { position };
}

/** What is kept of a wait that is over: its output, or why it failed. */
function enterResumed(step: string, position: Position): EnteredStep {
  const output = position.context.steps[step];
  if (output !== undefined) return { step, outcome: 'passed', value: { [outputMember]: output } };
  const problem = position.status === 'failed' ? position.problem : position.context.error;
  return { step, outcome: 'failed', value: readProblem(problem) };
}

/** The step that an item stands at, or begins with; `undefined` where there is none. */
function findStep(flow: Flow, { step, parent_step: parentStep, child }: StoredItem): string | undefined {
  // A child that failed behind its last step begins again: what was done is not done twice.
  if (step !== null && step !== parentStep) return step;
  const made = flow.steps.get(parentStep ?? '');
  if (parentStep === null) return child === 'then' || child === 'finally' ? flow.closing[child] : flow.first;
  if (made?.kind === 'wait' && made.batch !== undefined) return made.batch.first;
  return made !== undefined && isSplit(made) ? made.startOf(child ?? '') : parentStep;
}

function toKept(
  { steps }: ItemContext,
  name: string,
  outcome: EnteredStep['outcome'],
  problem: StepProblem | undefined,
): JsonObject | undefined {
  const output: Json | undefined = outcome === 'skipped' ? undefined : steps[name];
  const kept = {
    ...(problem === undefined ? {} : { code: problem.code, message: problem.message }),
    ...(problem?.culprit === undefined ? {} : { culprit: problem.culprit }),
    ...(output === undefined ? {} : { [outputMember]: output }),
  };
  return Object.keys(kept).length === 0 ? undefined : kept;
}

function toDeadLetter(
  item: StoredItem,
  { step, problem: { code, message, field }, context }: Extract<ChildEnd, { status: 'failed' }>,
): DeadLetter {
  return { sourceKey: item.key, field, code, message, record: context.record, step, itemId: item.id };
}

/** @param hasPaused Between two tries of its step, whose time goes on then. */
export function toMove({ id, step, parent_id: parentId }: StoredItem, end: Outcome, hasPaused = false): Move {
  switch (end.status) {
    case 'action':
    case 'find':
      return {
        id,
        status: 'ready',
        step: end.step.id,
        children: 0,
        timeout: hasPaused && end.step.id === step ? 'kept' : end.step.timeoutMs,
      };
    case 'split':
      return {
        id,
        status: 'ready',
        step: end.step.id,
        children: end.children.length,
        // What a scope does behind its steps is not timed.
        timeout: 'trail' in end ? end.step.timeoutMs : undefined,
      };
    case 'wait':
      return { id, status: 'parked', step: end.step.id, children: 0, released: end.step.release };
    case 'pause':
      return { id, status: 'parked', step: end.step, children: 0, timeout: 'kept' };
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
        status: (parentId === null ? findEnding(end.problem) : undefined) ?? 'failed',
        step: end.step,
        children: 0,
        settled: end.problem.code === undoFailed ? undoFailed : undefined,
      };
  }
}
