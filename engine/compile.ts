import { canonicalJson, type JsonObject } from '../core/json.ts';
import type { Mapping } from '../transforms/compile-mapping.ts';
import { readComparisons } from '../transforms/read-comparisons.ts';
import { type CompiledKey, compileKey } from './compile/compile-key.ts';
import { type CompiledWrite, compileWrite } from './compile/compile-write.ts';
import { type CompiledStages, compileStages } from './compile/compile-stages.ts';
import type { DescribedObject } from './compile/described-object.ts';
import { type Findings, startFindings } from './compile/findings.ts';
import { type Review, reviewChoices, reviewTypes } from './compile/review.ts';
import { type Definition, onlyStep, type SourceDefinition, type TargetDefinition } from './definition.ts';
import type { Explainer } from './explain-record.ts';
import { nameParts } from './hash.ts';
import type { Plan } from './plan.ts';
import { compileRemoval } from './removal.ts';
import type { RunEnvironment } from './run-environment.ts';
import { compileFields } from './stages/empty-fields.ts';
import type { SearchedObject } from './stages/enrichment.ts';

export type { DescribedObject } from './compile/described-object.ts';

/** A definition that names what is read. */
export type SourcedDefinition = Definition & { source: SourceDefinition };

export function isSourced(definition: Definition): definition is SourcedDefinition {
  return definition.source !== undefined;
}

/** A definition that names everything a run needs. */
export type CompleteDefinition = SourcedDefinition & {
  target: TargetDefinition;
  mapping: NonNullable<Definition['mapping']>;
};

export function isComplete(definition: Definition): definition is CompleteDefinition {
  return definition.source !== undefined && definition.target !== undefined && definition.mapping !== undefined;
}

export interface CompileInput {
  definition: Definition;
  /** What its connector says of the source's object; absent while nobody knows. */
  source?: DescribedObject | undefined;
  /** The same of the target's. */
  target?: DescribedObject | undefined;
  /** What the connectors say of the objects that records are completed with, in the order of the definition. */
  enrich?: readonly SearchedObject[] | undefined;
  /** Given where the definition is looked at before it is saved or used, and not for a run. */
  review?: Review | undefined;
  /** Id of the integration. */
  namespace: string;
  ignoreHashes?: boolean;
  /** What makes the source's connection the one that it is. */
  sourceIdentity?: JsonObject;
}

export type PlanFor = (environment: RunEnvironment) => Plan;

/** A definition that is complete, with nothing wrong with it. */
export interface UsablePlan extends Findings {
  ok: true;
  definition: CompleteDefinition;
  planFor: PlanFor;
  /** Compiles what explains records; nothing that a run needs. */
  compileExplainer: () => Explainer;
}

/** `ok: false` without problems: a draft that lacks a part, or an end that nobody knows. */
export type CompiledPlan = UsablePlan | (Findings & { ok: false });

/**
 * Compiles a definition, as far as it goes: gives its plan where it is complete and nothing is wrong, and in every case
 * all that there is to say of it, with paths into the definition.
 *
 * A revision is compiled once; the plan of a run is that for the instant at which it started, which `now()` gives in
 * all of its formulas.
 */
export function compilePlan(input: CompileInput): CompiledPlan {
  const { definition, target, review } = input;
  const findings = startFindings();
  const { problems } = findings;
  if (review !== undefined) {
    reviewTypes(definition, review, { described: target, searched: input.enrich ?? [] }, findings);
  }
  const whole = findWhole(input);
  // Only of a definition from end to end a key is asked for.
  const key = whole && compileKey(whole.definition, whole.source, problems);
  const stages = compileStages(definition, sourceOf(input, key), input.enrich ?? [], findings);
  const usable = whole && key && compileWhole(input, whole, { key, stages }, findings);
  if (usable === undefined || problems.length > 0) return { ok: false, ...findings };
  if (review !== undefined) problems.push(...reviewChoices(usable.planFor({ now: 0 })));
  return problems.length > 0 ? { ok: false, ...findings } : { ok: true, ...findings, ...usable };
}

/** What is known of the source's records. Formulas are checked against a catalog, too; a sample says nothing for certain. */
function sourceOf(
  { definition, source, review }: CompileInput,
  key: CompiledKey | undefined,
): Parameters<typeof compileStages>[1] {
  const known = review?.source;
  return {
    schema: known?.from === 'catalog' ? known.schema : source?.schema,
    taken: key?.paths ?? definition.source?.key ?? [],
    readKey: definition.aggregate === undefined ? key?.readSame : undefined,
  };
}

/** A definition from end to end. */
interface Whole {
  definition: CompleteDefinition;
  source: DescribedObject;
  target: DescribedObject;
}

function findWhole({ definition, source, target }: CompileInput): Whole | undefined {
  const isWhole = isComplete(definition) && source !== undefined && target !== undefined;
  return isWhole ? { definition, source, target } : undefined;
}

/** Compiles what only holds of a definition from end to end: which records are written, and how. */
function compileWhole(
  input: CompileInput,
  { definition, target }: Whole,
  { key, stages }: { key: CompiledKey; stages: CompiledStages },
  { problems }: Findings,
): Omit<UsablePlan, 'ok' | keyof Findings> | undefined {
  const { mapping } = stages;
  // What a script makes of the fields of the key nobody knows: with one, nothing follows from the key.
  const keyPaths =
    stages.aggregate?.aggregate.groupPaths ?? (definition.script === undefined ? key.writtenPaths : undefined);
  const write = mapping && compileWrite(definition.target, target, mapping, keyPaths, problems);
  if (mapping === undefined || write === undefined) return undefined;

  const removal = findRemoval(definition, target, { ...write, mapping }, problems);
  const [where, scope, fields] = [findWhere(definition), scopeOf(input), compileFields(definition.mapping)];
  return {
    definition,
    compileExplainer: stages.compileExplainer,
    planFor: (environment) => ({
      namespace: input.namespace,
      stream: definition.source.object,
      step: onlyStep,
      ...write.plan,
      readKey: key.readElement,
      keyIsList: key.isList,
      where,
      stages: stages.stagesFor(environment, (record) => write.map(record, environment)),
      fields,
      // Groups of the number 1 and of the text are two, and mean one target record.
      targetIdIsInjective: stages.aggregate === undefined && write.plan.targetIdIsInjective,
      ignoreHashes: input.ignoreHashes ?? false,
      reading: input.ignoreHashes === true ? 'all' : 'changes',
      holdsRepeats: true,
      removal,
      reactivation: removal?.reactivation,
      scope: `${scope} ${environment.tableVersions ?? ''}`,
      onError: {
        record: definition.on_error?.record ?? 'dead_letter',
        abortAbovePercent: definition.on_error?.abort_above_percent,
      },
    }),
  };
}

function findRemoval(
  definition: CompleteDefinition,
  object: DescribedObject,
  { declared, match, mapping }: Pick<CompiledWrite, 'declared' | 'match'> & { mapping: Mapping },
  problems: Findings['problems'],
): Plan['removal'] {
  const identity = { by: declared.identity, paths: match.paths, isNeverRead: declared.givesNoId !== undefined };
  const isWritten = (member: string): boolean =>
    mapping.targets.some((path) => (path === member || path.startsWith(`${member}.`)) && !mapping.isPartial(path));
  return compileRemoval({ definition, object, identity, isWritten }, problems);
}

/** Names what makes one write of a record and not another. */
function scopeOf({ definition, sourceIdentity = {} }: CompileInput): string {
  const { source = null, target = null, enrich = [], script = null, aggregate = null, mapping = null } = definition;
  const zone = definition.timezone === undefined ? [] : [definition.timezone];
  const defaults = definition.mapping_defaults ?? null;
  const parts = [sourceIdentity, source, target, enrich, script, aggregate, mapping, defaults, ...zone];
  return nameParts({ of: canonicalJson(parts) });
}

/** A share of failed records is one of all that there are: then the source has to hand out every one of them. */
export function findWhere({ source: { filter }, on_error: policy }: SourcedDefinition): Plan['where'] {
  const countsAll = policy?.abort_above_percent !== undefined;
  return filter === undefined || countsAll ? [] : readComparisons(filter).decisive;
}
