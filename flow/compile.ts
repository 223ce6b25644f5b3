import { canonicalJson, isJsonObject, type JsonObject } from '../core/json.ts';
import { formatPath, parsePath } from '../core/paths.ts';
import { type CompiledKey, compileKey } from '../engine/compile/compile-key.ts';
import type { DescribedObject } from '../engine/compile/described-object.ts';
import { type Findings, startFindings } from '../engine/compile/findings.ts';
import type { Review } from '../engine/compile/review.ts';
import { isSourced } from '../engine/compile.ts';
import { nameParts } from '../engine/hash.ts';
import { runItemKey } from '../engine/inputs/run-input.ts';
import type { RunEnvironment } from '../engine/run-environment.ts';
import type { SearchedObject } from '../engine/stages/enrichment.ts';
import type { FieldType } from '../transforms/schema/field-type.ts';
import { readFieldType } from '../transforms/schema/read-field-type.ts';
import type { KnownSchema } from '../transforms/schema/check-types.ts';
import { checkShape } from './compile/check-shape.ts';
import { checkSteps } from './compile/check-steps.ts';
import { type CompiledSource, compileSource } from './compile/compile-source.ts';
import { compileList, type Progress } from './compile/compile-steps.ts';
import { compileValue } from './compile/compile-value.ts';
import { compileWhen } from './compile/compile-when.ts';
import type { CalledIntegration, FlowParts } from './compile/flow-parts.ts';
import { listCallbacks } from './compile/list-callbacks.ts';
import type { Names } from './compile/names.ts';
import type { StateUse } from './compile/states.ts';
import type { Definition } from './definition.ts';
import { suggestNames } from './compile/suggest-names.ts';
import { type Flow, type FlowSource, isUndo } from './flow.ts';
import { isSourceless } from './is-whole.ts';
import { closings, listAllSteps } from './list-steps.ts';
import { isWrite } from './steps/action.ts';
import { findKind } from './steps/kinds.ts';

export interface FlowInput {
  definition: Definition;
  /** What its connector says of the source's object; absent while nobody knows. */
  source?: DescribedObject | undefined;
  /** The same of the objects that actions write to, by the ids of the steps; of those that are known. */
  targets: ReadonlyMap<string, DescribedObject>;
  /** The same of the objects that actions and checks look up. Default: none is known. */
  searched?: ReadonlyMap<string, SearchedObject> | undefined;
  /** What is known of the integrations that steps call, by the ids of the steps. Default: nothing. */
  calls?: ReadonlyMap<string, CalledIntegration> | undefined;
  /** What the connectors say of the objects that records are completed with, in the order of the definition. */
  enrich?: readonly SearchedObject[] | undefined;
  /** Given where the definition is looked at before it is saved or used, and not for a run. */
  review?: FlowReview | undefined;
  /** Id of the integration. */
  namespace: string;
  ignoreHashes?: boolean;
  /** What makes the source's connection the one that it is. */
  sourceIdentity?: JsonObject;
}

/** What a flow is compared with before it is saved. */
export interface FlowReview extends Pick<Review, 'source'> {
  /** Schemas of what actions write, and of what integrations take that are called, by the ids of the steps, as far as they are known. */
  targets: ReadonlyMap<string, KnownSchema>;
}

/** What compiling finds out about a flow. */
export interface FlowFindings extends Findings {
  /** States of connections and integrations that its conditions read. */
  states: readonly StateUse[];
  /** What its steps respond. */
  responses: readonly FieldType[];
  /** What its steps leave as `steps.ID`, by their ids. */
  outputs: ReadonlyMap<string, FieldType>;
}

export interface UsableFlow extends FlowFindings {
  ok: true;
  flowFor(environment: RunEnvironment): Flow;
}

/** `ok: false` without problems: a draft that lacks its source, or an end that nobody knows. */
export type CompiledFlow = UsableFlow | (FlowFindings & { ok: false });

/**
 * Checks and compiles a flow, as far as it goes: gives it where it is complete and nothing is wrong, and in every case
 * all that there is to say of it, with paths into the definition.
 *
 * A revision is compiled once; the flow of a run is that for the instant at which it started, which `now()` gives.
 */
export function compileFlow(input: FlowInput): CompiledFlow {
  const { definition, source: described, enrich: searched = [], review } = input;
  const findings = startFindings();
  findings.problems.push(...checkShape(definition));
  const sourced = isSourced(definition) ? definition : undefined;
  const key = sourced && described && compileKey({ source: sourced.source }, described, findings.problems);
  const source = compileSource({ definition, schema: described?.schema, searched, review }, key, findings);
  const states: StateUse[] = [];
  const responses: FieldType[] = [];
  const outputs = new Map<string, FieldType>();
  const steps = compileSteps(input, { key, source, states, responses, outputs }, findings);
  const interrupts = compileInterrupt(input, source, findings);
  const label = compileLabel(input, source, findings);
  suggestNames(findings.problems, definition);
  const [first] = definition.steps ?? [];
  const isUsable = findings.problems.length === 0 && steps !== undefined;
  const ends = sourced && key && { sourced, key };
  if (!isUsable || first === undefined || (ends === undefined && !isSourceless(definition)))
    return { ok: false, ...findings, states, responses, outputs };
  const base = planOf(input);
  return {
    ok: true,
    ...findings,
    states,
    responses,
    outputs,
    flowFor: (environment) => ({
      source: {
        namespace: base.namespace,
        stream: base.stream,
        reading: base.reading,
        scope: nameParts({ of: originOf(input) }),
        ...(ends === undefined
          ? noSource
          : { readKey: ends.key.read, keyIsList: ends.key.isList, ...source.sourceFor(ends.sourced, environment) }),
      },
      given: findGiven(definition),
      first: first.id,
      known: reads(definition, 'known') ? listWriters(definition) : [],
      callbacks: reads(definition, 'callbacks') ? listAllCallbacks(definition) : [],
      closing: findClosing(definition),
      states,
      steps: new Map(steps.map((make) => make(environment)).map((step) => [step.id, step])),
      onError: base.onError,
      sameKey: definition.same_key ?? (definition.source === undefined || isPayload(definition) ? 'all' : 'latest'),
      interrupts,
      label,
    }),
  };
}

/** Compiles what tells whether an item ends the one before it. */
function compileInterrupt(
  { definition, review }: FlowInput,
  { record }: CompiledSource,
  findings: Findings,
): Flow['interrupts'] {
  if (definition.interrupt === undefined) return undefined;
  const flow = { review: review?.targets, states: [] };
  return compileWhen(definition.interrupt, 'interrupt', { names: namesOfNew(record, definition), flow, findings });
}

/** Compiles what names items for people. */
function compileLabel(
  { definition, review }: FlowInput,
  { record }: CompiledSource,
  findings: Findings,
): Flow['label'] {
  if (definition.label === undefined) return undefined;
  const flow = { review: review?.targets };
  return compileValue(definition.label, 'label', { names: namesOfNew(record, definition), flow, findings }).compute;
}

/** What an item reads that has come to no step yet: what it was made of. */
function namesOfNew(record: Names['record'], definition: Definition): Names {
  return {
    record,
    input: typeOfInput(definition),
    outputs: new Map(),
    ids: new Set(),
    known: [],
    callbacks: new Set(),
    inHandler: false,
    elements: new Map(),
    keyPaths: undefined,
  };
}

/** @returns `undefined` where a step does not compile, or there are none. */
function compileSteps(
  input: FlowInput,
  {
    key,
    source: { record },
    ...found
  }: { key: CompiledKey | undefined; source: CompiledSource } & Pick<FlowParts, 'states' | 'responses' | 'outputs'>,
  findings: Findings,
): Progress['made'] | undefined {
  const { definition, targets, searched = new Map(), calls = new Map(), review } = input;
  const { steps = [], mapping_defaults: defaults } = definition;
  const wrong = checkSteps(definition);
  findings.problems.push(...wrong);
  // Names would mean one step and another.
  if (wrong.length > 0) return undefined;
  const flow: FlowParts = {
    targets,
    searched,
    calls,
    review: review?.targets,
    defaults,
    ...found,
    plan: planOf(input),
    readKey: ({ record: about }) => (isJsonObject(about) && key !== undefined ? key.read(about) : noRecord),
    origin: originOf(input),
    isAsked: isPayload(definition) || isSourceless(definition),
  };
  const names: Names = {
    record,
    input: typeOfInput(definition),
    outputs: new Map(),
    ids: new Set(listOutputs(definition)),
    known: listWriters(definition),
    callbacks: new Set(listCallbacks(steps)),
    inHandler: false,
    elements: new Map(),
    keyPaths: isSourceless(definition)
      ? (definition.input?.key ?? []).map((path) => toContextPath(path, 'input'))
      : key?.paths.map((path) => toContextPath(path, 'record')),
  };
  const progress: Progress = { flow, findings, made: [], count: 0 };
  compileList(steps, { at: 'steps', names, after: undefined, within: undefined }, progress);
  // What items gave is theirs: the steps of the run read what steps of the same list gave.
  const closingNames: Names = { ...names, callbacks: new Set(), isClosing: true, keyPaths: [] };
  for (const { at, of } of closings) {
    compileList(of(definition), { at, names: closingNames, after: undefined, within: undefined }, progress);
  }
  return progress.made.length === progress.count ? progress.made : undefined;
}

function isPayload({ source }: Definition): boolean {
  return source?.payload !== undefined;
}

/** What runs are given, as formulas read it; `undefined` where they read a source. */
function typeOfInput(definition: Definition): Names['input'] {
  if (isSourceless(definition)) return readFieldType(definition.input?.schema ?? { type: 'object' });
  return isPayload(definition) ? 'record' : undefined;
}

/** Of what items are made that are made of no record of a source. */
function findGiven(definition: Definition): Flow['given'] {
  if (isSourceless(definition)) return 'input';
  return isPayload(definition) && reads(definition, 'input') ? 'both' : undefined;
}

/** Of a flow whose runs read nothing. */
const noSource: Omit<FlowSource, 'namespace' | 'stream' | 'reading' | 'scope'> = {
  readKey: () => ({ ok: true, key: runItemKey }),
  where: [],
  stages: [],
  digest: () => '',
  changes: new Set(),
  start: 'process',
  guard: { deletes: {}, question: { message: '', approvers: [], notByRequester: false, notices: [] } },
};

const noRecord = { ok: false, problem: { code: 'missing_key', message: 'The item has no record.' } } as const;

/** What the records of a flow are, before its first step. */
function originOf({ definition: { source, enrich = [], timezone }, sourceIdentity = {} }: FlowInput): string {
  return canonicalJson([sourceIdentity, source ?? null, enrich, ...(timezone === undefined ? [] : [timezone])]);
}

function planOf({ definition, namespace, ignoreHashes = false }: FlowInput): FlowParts['plan'] {
  const { source, on_error: policy } = definition;
  return {
    namespace,
    stream: source?.object ?? '',
    ignoreHashes,
    reading: ignoreHashes ? 'all' : 'changes',
    onError: { record: policy?.record ?? 'dead_letter', abortAbovePercent: policy?.abort_above_percent },
  };
}

/** The first of each list of steps that a run ends with. */
function findClosing(definition: Definition): Flow['closing'] {
  return Object.fromEntries(
    closings.flatMap(({ name, of }) =>
      of(definition)
        .slice(0, 1)
        .map(({ id }) => [name, id]),
    ),
  );
}

function* listOutputs(definition: Definition): Generator<string> {
  for (const { step } of listAllSteps(definition))
    if (findKind(step)?.hasOutput(step) === true && !isUndo(step)) yield step.id;
}

/** Steps that leave a record in their target. */
function listWriters(definition: Definition): string[] {
  return [...listAllSteps(definition)].flatMap(({ step }) =>
    step.action === undefined || !isWrite(step.action) || step.action.operation === 'delete' ? [] : [step.id],
  );
}

/** Looking up what was written costs, and so do addresses: it is done where a formula or path may read them. */
function reads(definition: Definition, name: 'known' | 'callbacks' | 'input'): boolean {
  const { steps, on_error: policy, finally: last, label, interrupt } = definition;
  return JSON.stringify([steps, policy, last, label, interrupt]).includes(name);
}

function listAllCallbacks(definition: Definition): string[] {
  return [...listAllSteps(definition)].flatMap(({ step }) => (step.wait?.for === 'callback' ? [step.id] : []));
}

/** A path of the source's record, or of what a run is given, as steps read it. */
function toContextPath(path: string, of: 'record' | 'input'): string {
  const parsed = parsePath(path);
  return formatPath([of, ...(parsed.ok ? parsed.path.segments : [path])]);
}
