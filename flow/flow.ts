import type { ApprovalNotice } from '../core/pure/approval-notice.ts';
import type { itemChanges, sameKeyModes, WaitKind, WaitStatus } from '../core/enums.ts';
import type { FieldComparison } from '../core/field-comparison.ts';
import type { Json, JsonObject } from '../core/json.ts';
import type { WriteOperation } from '../core/records.ts';
import type { GuardQuestion } from '../engine/approvals/guard-question.ts';
import type { Plan } from '../engine/plan.ts';
import type { StateName } from './compile/states.ts';
import type { RetryPolicy } from './steps/retry.ts';
import type { RemovalGuard } from '../engine/removal.ts';
import type { Enrichment } from '../engine/stages/enrichment.ts';
import type { RunEnvironment } from '../engine/run-environment.ts';
import type { Keep } from '../transforms/compile-filter.ts';
import type { RecordProblem } from '../transforms/problem.ts';

/**
 * A flow compiled for running: a graph of steps whose order was worked out beforehand, so that where an item stands is
 * one id. Holds no connection and no state.
 */
export interface Flow {
  source: FlowSource;
  /** What items are made of: what their run was given (`input`), or what was delivered, read by both names. Absent: a record. */
  given?: 'input' | 'both' | undefined;
  /** The step that an item begins at. */
  first: string;
  steps: ReadonlyMap<string, Step>;
  /** Steps whose written records items read as `known.STEP.id`; none where nothing reads them. */
  known: readonly string[];
  /** What conditions read of connections and integrations. */
  states: readonly StateName[];
  /** Steps that wait for callbacks, whose addresses an item has from its beginning. */
  callbacks: readonly string[];
  onError: Plan['onError'];
  /** The first of the steps that a run ends with, by what they are for; absent where there are none. */
  closing: Readonly<Partial<Record<ClosingName, string>>>;
  /** Which changes of a record go on that came while an earlier one was on its way. */
  sameKey: (typeof sameKeyModes)[number];
  /** Whether an item ends the one of its record that is on its way. Absent: deletions do. */
  interrupts?: Keep | undefined;
  /** Names an item for people, by what it is made of. */
  label?: ((context: ItemContext, environment: RunEnvironment) => FormulaResult) | undefined;
}

/** How records of the source become items. */
export interface FlowSource extends Pick<
  Plan,
  'namespace' | 'stream' | 'readKey' | 'keyIsList' | 'where' | 'stages' | 'reading'
> {
  /** Differs between sources whose changes are others: of another system, filter or watch. */
  scope: string;
  /** Text that changes when a change of the record makes an item: of the watched fields, or of the whole record. */
  digest(record: JsonObject): string;
  /** Kinds of change that make items. */
  changes: ReadonlySet<ItemChange>;
  /** What becomes of records that were there before the first run: items, or known records without one. */
  start: 'process' | 'baseline';
  guard: ItemGuard;
}

/** How much may change at once before a run makes no items. */
export interface ItemGuard {
  deletes: RemovalGuard;
  /** Items of a run. */
  itemsMax?: number | undefined;
  /** Share of the known records that are updated. */
  changesPercentMax?: number | undefined;
  /** What people are asked of items that are held back. */
  question: GuardQuestion;
}

/** Lists of steps that a run goes through at its end. */
export type ClosingName = 'then' | 'finally';

export type ItemChange = (typeof itemChanges)[number];

/** The names that formulas and mapping paths of a flow's steps read. */
export interface ItemContext extends JsonObject {
  /** Of a deleted record, as it was last. */
  record: JsonObject;
  /** The record of the key's last item that succeeded or was skipped; null for one that is new. */
  before: JsonObject | null;
  change: ItemChange;
  /** What the run was given; only in flows without a source, and in those that read what is delivered by this name. */
  input?: JsonObject;
  /** Output of each step that the item went through, by its id; none of steps that were skipped. */
  steps: JsonObject;
  /** `{ STEP: { id } }`: the record that a step has written for the key; its id is null where there is none. */
  known?: JsonObject;
  /** `{ id, seq, key }`: `seq` counts the items of the key. */
  item: JsonObject;
  /** `{ id, trigger, started_at }`. */
  run: JsonObject;
  /** `{ type, run_id, integration_id, outcome }`: of a run that another one's end started, which that was. */
  trigger: JsonObject;
  /** What conditions read of connections and integrations, by names and ids; only in flows with such conditions. */
  connections?: JsonObject;
  integrations?: JsonObject;
  calendars?: JsonObject;
  /** Addresses that the waits for callbacks are answered at, by the ids of their steps; only in flows that have some. */
  callbacks?: JsonObject;
  /** `{ code, message, step }` of the step that failed last; only steps of an `on_error` read it. */
  error?: JsonObject;
}

/** What all steps have in common. */
export interface StepBase {
  id: string;
  /** Where the step stands in the order of the flow: what comes later has a greater one. */
  order: number;
  /** The step after it; absent where the flow ends. */
  next: string | undefined;
  /** The step whose children go through this one; absent for the steps of the item itself. */
  within?: string | undefined;
  /** Steps whose condition is not true are skipped. */
  when?: Keep | undefined;
  /** Where an item goes on whose step failed; absent where the item fails. `goto` absent: the flow ends there. */
  onError?: { goto: string | undefined } | undefined;
  /** When it is tried again, before it counts as failed. */
  retry?: RetryPolicy | undefined;
  /** How long an item may take there before it fails. */
  timeoutMs?: number | undefined;
}

/** A step that decides and computes, and touches nothing outside of the item. */
export interface PureStep extends StepBase {
  kind: 'transform' | 'condition' | 'respond' | 'stop';
  run(context: ItemContext, environment: RunEnvironment): PureOutcome;
}

export type PureOutcome =
  | { status: 'passed'; output?: Json; goto: string | undefined }
  | { status: 'ended'; outcome: 'succeeded' | 'skipped' }
  | { status: 'failed'; problem: RecordProblem };

/** What an action did, as its output says it: `{ id, outcome, record }`. `unchanged` where nothing was to be written. */
export const actionOutcomes = ['created', 'updated', 'written', 'deleted', 'unchanged'] as const;

/** A step that writes to a system. */
export interface ActionStep extends StepBase {
  kind: 'action';
  connectionId: string;
  target: {
    object: string;
    operation: WriteOperation;
    matchOn: readonly string[];
    byId: boolean;
    options: JsonObject;
    /** Of an operation with a name of its own: the object whose record it is of, and the id of that. It makes or removes none. */
    about?: { object: string; readId(record: JsonObject): string | undefined };
  };
  /** No answer tells the id of what it creates, `unless` a member of the action says how. */
  givesNoId: { unless?: string } | undefined;
  /** Where its `target_id` reads ids, as `steps.ID` or `known.ID`. */
  idFrom: readonly string[];
  /** The same of its fields that are mapped from such an id as it is. */
  idsCopied: readonly string[];
  /** How the context becomes a record of the target, and how a lost answer is survived. */
  plan: Plan;
  /**
   * What the ledger knows an effect by: the key of the record, so that unchanged content is not written again, or the
   * item, of which each has its own effect.
   */
  effectOf: 'record' | 'item';
  /** Makes the record by which what the step created is undone, of the context behind it. */
  undo?: Plan['stages'] | undefined;
}

/** A step that looks a record up. It changes nothing there, and so is asked again until its answer is stored. */
export interface FindStep extends StepBase {
  kind: 'find';
  search: {
    object: string;
    options: JsonObject;
    /** How records are found by `{ by }`, many at a time. */
    enrichment: Enrichment;
    /** Members of the records that are known to hold texts. */
    texts: readonly string[];
  };
  /** The value to find by, as text; null where the item has none, for which nothing is found. */
  by(context: ItemContext, environment: RunEnvironment): FormulaResult;
  /** @param record Null where nothing was found. */
  end(record: JsonObject | null): ActionResult;
}

/** A step that reads records of an object. It changes nothing there, and so is asked again until its answer is stored. */
export interface ListStep extends StepBase {
  kind: 'list';
  list: {
    object: string;
    /** Most records that it gives. */
    limit: number;
    /** Members of the records that are known to hold texts. */
    texts: readonly string[];
  };
  /** What is asked for an item; null where it lacks a value, for which nothing is there. */
  ask(context: ItemContext, environment: RunEnvironment): AskedList;
  /** The options of the object, with those that are the item's. */
  optionsFor(asked: ListRequest): JsonObject;
  /** What records have to be like, for systems that can tell. */
  compare(asked: ListRequest): FieldComparison[];
  /** Whether a record is as asked; its fields that are wanted. */
  pick(asked: ListRequest, record: JsonObject): JsonObject | undefined;
  end(found: ListedRecords): ActionResult;
}

export type AskedList = { ok: true; request: ListRequest | null } | { ok: false; problem: RecordProblem };

/** What is asked for an item, by paths of fields and of options. */
export interface ListRequest {
  where: JsonObject;
  options: JsonObject;
}

export interface ListedRecords {
  records: readonly JsonObject[];
  /** False where there are, or may be, others. */
  isComplete: boolean;
}

/** A step that looks something up. */
export type SearchStep = FindStep | ListStep;

export function isSearch(step: Step): step is SearchStep {
  return step.kind === 'find' || step.kind === 'list';
}

/** A step at which items stand until something was done outside of them. */
export type OutwardStep = ActionStep | SearchStep;

/** What became of an action: its output, or why it failed. */
export type ActionResult = { ok: true; output: Json } | { ok: false; problem: RecordProblem };

/** The name by which a step that undoes another reads what it writes. */
export const undoName = 'undo';

const undoSuffix = '.undo';

/** The id of the step that undoes another: no definition has one like it. */
export function toUndoId(step: string): string {
  return `${step}${undoSuffix}`;
}

/** Whether a step undoes another one. */
export function isUndo({ id }: Pick<StepBase, 'id'>): boolean {
  return id.endsWith(undoSuffix);
}

/**
 * A step that an item goes through as several: each child goes through steps of its own, and the item goes on behind the
 * step when they have ended.
 */
export interface SplitStep extends StepBase {
  kind: 'for_each' | 'parallel' | 'scope';
  /** Whether the item goes on when all children have ended, or when one has come to a good end. */
  join: 'all' | 'any';
  /** What the steps of the children gave is the item's behind the step. */
  shares: boolean;
  /** Of a scope: another child goes through steps when the first one has ended. */
  hasFinally?: boolean;
  /** Of a scope: what its steps created is undone where one of them fails. */
  undoes?: boolean;
  /** The name by which a child reads its element. */
  as: string | undefined;
  /** The first step of a child; `undefined` where it has none. */
  startOf(child: string): string | undefined;
  split(context: ItemContext, environment: RunEnvironment): SplitOutcome;
  /** What a child that has come to a good end adds to the list that the step gives; absent where it gives none. */
  collect?: ((context: ItemContext, environment: RunEnvironment) => FormulaResult) | undefined;
}

/** A child of an item, before it is made. */
export interface NewChild {
  /** No other child of the step has it: effects in a loop are known by it. */
  name: string;
  /** What the child reads by the name that the step gives it. */
  element: Json;
  /** What its effects are known by, where that is not what those of the item are. */
  subject?: string;
}

export type SplitOutcome = { ok: true; children: readonly NewChild[] } | { ok: false; problem: RecordProblem };

/** What a formula gave. */
export type FormulaResult = { ok: true; value: Json } | { ok: false; problem: RecordProblem };

/** What an item waits for. */
export interface WaitRequest {
  kind: WaitKind;
  /** When the wait ends by itself: so long after it began, or at an instant. Absent: only an answer ends it. */
  due?: { afterMs: number } | { atMs: number } | undefined;
  /** Of a check: when it is given up. `due` is when it is asked first. */
  endsAfterMs?: number | undefined;
  approval?: ApprovalRequest | undefined;
  /** Of `call` and `sync`: what is asked of which other integration. */
  call?: CallRequest | undefined;
  /** Of an event: the integration that it is delivered to, absent for the own one, and its key. */
  event?: { integration: string | undefined; key: string; lookBackMs: number } | undefined;
  /** Of `batch`: items with the same group come into one, and each adds an element to its list. */
  batch?: { group: string; element: Json } | undefined;
}

/** What an item asks people. */
export interface ApprovalRequest {
  message: string;
  approvers: readonly string[];
  quorum: number;
  notByRequester: boolean;
  /** One decision for all items of the run at the step. */
  together: boolean;
  /** What people are told of it, and when, in that order. */
  notices: readonly ApprovalNotice[];
}

/** What an item asks of another integration. */
export interface CallRequest {
  /** Id of the integration. */
  integration: string;
  /** The wait is over as soon as a run is made. */
  detached: boolean;
  /** The record that is to go through its steps; absent where it only runs. */
  input: JsonObject | undefined;
}

/** What became of a wait. */
export interface WaitEnding {
  status: Exclude<WaitStatus, 'open' | 'canceled' | 'withdrawn'>;
  /** What the answer gave: members of the output. */
  answer: JsonObject;
}

/** What a wait asks another system again and again, and what the answer has to be. */
export interface Check {
  /** How records are found by `{ by }`, many at a time. */
  enrichment: Enrichment;
  everyMs: number;
  /** The value to find by, as text. */
  by(context: ItemContext, environment: RunEnvironment): FormulaResult;
  /** @param result Null where nothing was found. @returns a problem where the condition cannot be evaluated. */
  isMet(context: ItemContext, result: Json, environment: RunEnvironment): ReturnType<Keep>;
}

/** A step at which items stand until a time has come, or somebody has answered. */
export interface WaitStep extends StepBase {
  kind: 'wait';
  /** Newer items of the record may pass meanwhile. */
  release: boolean;
  begin(
    context: ItemContext,
    environment: RunEnvironment,
  ): { ok: true; request: WaitRequest } | { ok: false; problem: RecordProblem };
  end(ending: WaitEnding): WaitOutcome;
  check?: Check | undefined;
  /** Items wait for what is delivered. */
  isEvent?: true;
  /** Items are collected here: the first step of their batches, whose list is read by the name `as`. */
  batch?: { max: number; as: string; first: string } | undefined;
}

export type WaitOutcome =
  | { status: 'passed'; output: Json }
  | { status: 'ended'; outcome: 'skipped'; output: JsonObject }
  | { status: 'failed'; problem: RecordProblem };

export type Step = PureStep | ActionStep | SearchStep | SplitStep | WaitStep;
