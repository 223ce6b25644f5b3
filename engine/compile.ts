import type { FieldError } from '../core/errors.ts';
import { canonicalJson, type JsonObject } from '../core/json.ts';
import { compileGetter, type Getter } from '../core/path-readers.ts';
import { parsePath } from '../core/paths.ts';
import type { IdempotencyClass } from '../core/records.ts';
import { compileFilter } from '../transforms/compile-filter.ts';
import { compileMapping, type Mapping } from '../transforms/compile-mapping.ts';
import { compileFilterExplainer, compileMappingExplainer } from '../transforms/explain/index.ts';
import type { FormulaEnvironment } from '../formula/index.ts';
import type { LookupUse } from '../formula/lookup-tables.ts';
import { typeOfRecord } from '../formula/json-schema-type.ts';
import type { RecordProblem } from '../transforms/problem.ts';
import type { ObjectType } from '../formula/value-type.ts';
import { readComparisons } from '../transforms/read-comparisons.ts';
import type { Definition, SourceDefinition, TargetDefinition } from './definition.ts';
import type { SearchedObject } from './enrichment.ts';
import { compileFields } from './stages/empty-fields.ts';
import type { Explainer } from './explain-record.ts';
import { nameParts } from './hash.ts';
import { isIdentifying, keyLengthMax, keyProblem, toKeyText } from './key-text.ts';
import type { Plan } from './plan.ts';
import { compileRemoval } from './removal.ts';
import { compileShaping } from './shaping.ts';
import { compileValidators } from './validators.ts';

/** What a connector says of one of its objects, as far as compiling needs it. */
export interface DescribedObject {
  /** Paths of the fields that identify a record, where the object declares them. */
  key?: readonly string[] | undefined;
  /** JSON Schema of a record, where it is known. */
  schema?: JsonObject | undefined;
  operations: {
    list?: object | undefined;
    create?: DescribedWrite | undefined;
    update?: DescribedWrite | undefined;
    upsert?: DescribedWrite | undefined;
    delete?: DescribedWrite | undefined;
  };
}

interface DescribedWrite {
  effect?: 'reversible' | 'destructive' | undefined;
  idempotency: IdempotencyClass;
  /** Who gives a record its identity: its match fields, or the target when it creates it. */
  identity: 'match' | 'assigned';
  /** Whether match fields can be named. */
  matchOn?: 'required' | 'optional' | 'unused' | undefined;
  /** Paths of the fields that say which record it is, where no match fields are named. */
  key?: readonly string[] | undefined;
  /** Paths of the fields without which it cannot be made. */
  needs?: readonly string[] | undefined;
  /** JSON Schema of what it takes, where that is known. */
  schema?: JsonObject | undefined;
}

/** A definition that names everything a run needs. */
export type CompleteDefinition = Definition & {
  source: SourceDefinition;
  target: TargetDefinition;
  mapping: NonNullable<Definition['mapping']>;
};

export function isComplete(definition: Definition): definition is CompleteDefinition {
  return definition.source !== undefined && definition.target !== undefined && definition.mapping !== undefined;
}

export interface CompileInput {
  definition: CompleteDefinition;
  source: DescribedObject;
  target: DescribedObject;
  /** What the connectors say of the objects that records are completed with, in the order of the definition. */
  enrich?: readonly SearchedObject[] | undefined;
  /** Id of the integration. */
  namespace: string;
  ignoreHashes?: boolean;
  /** What makes the source's connection the one that it is. */
  sourceIdentity?: JsonObject;
}

/** What a run starts with: the instant, and the stored tables that its definition names. */
export interface RunEnvironment extends FormulaEnvironment {
  /** Names the versions of the tables: with others, records come to something else. */
  readonly tableVersions?: string | undefined;
}

export type PlanFor = (environment: RunEnvironment) => Plan;

export type CompiledPlan =
  | {
      ok: true;
      planFor: PlanFor;
      /** Compiles what explains records; nothing that a run needs. */
      compileExplainer: () => Explainer;
      /** What is probably a mistake. */
      doubts: FieldError[];
      /** The stored lookup tables that a plan's environment must have. */
      tables: LookupUse[];
    }
  | { ok: false; problems: FieldError[] };

/**
 * Compiles a definition, or says everything that is wrong with it, with paths into the definition.
 *
 * A revision is compiled once; the plan of a run is that for the instant at which it started, which `now()` gives in
 * all of its formulas.
 */
export function compilePlan(input: CompileInput): CompiledPlan {
  const { definition, source, target } = input;
  const problems: FieldError[] = [];
  const key = compileKey(definition, source, problems);
  const recordType = typeOfRecord(source.schema);
  const filter =
    definition.source.filter === undefined ? undefined : compileFilter(definition.source.filter, { recordType });
  if (filter !== undefined && !filter.ok) problems.push(...filter.problems.map(under('source.')));
  const from = { recordType, taken: key.paths };
  const { enrichments, aggregate, mappedType } = compileShaping(definition, from, input.enrich ?? [], problems);
  const compiled = compileMapping(definition.mapping, {
    recordType: mappedType,
    defaults: definition.mapping_defaults,
  });
  if (!compiled.ok) problems.push(...compiled.problems);
  const declared = findOperation(definition.target, target, problems);
  const match = compiled.ok ? compileMatch(definition.target, target, compiled.mapping, problems) : undefined;
  const removal =
    compiled.ok && declared && match
      ? findRemoval(input, { declared, match, mapping: compiled.mapping }, problems)
      : undefined;
  const validators = compileValidators(definition, problems);
  if (problems.length > 0 || !compiled.ok || declared === undefined || match === undefined)
    return { ok: false, problems };

  // What a script makes of the fields of the key nobody knows: with one, nothing follows from the key.
  const keyPaths = aggregate?.groupPaths ?? (definition.script === undefined ? key.paths : undefined);
  const idempotency = weaken(declared.idempotency, compiled.mapping, match.paths, keyPaths);
  if (idempotency === 'none' && definition.target.delivery === undefined) {
    return { ok: false, problems: [...problems, undecided(declared)] };
  }
  const keep = filter?.ok === true ? filter.keep : () => true;
  const identity = compileIdentity(definition.target, declared, match);
  const [where, scope, fields] = [findWhere(definition), scopeOf(input), compileFields(definition.mapping)];
  const doubts = [...(filter?.ok === true ? filter.doubts.map(under('source.')) : []), ...compiled.doubts];
  return {
    ok: true,
    doubts,
    tables: [...(filter?.ok === true ? filter.tables.map(under('source.')) : []), ...compiled.mapping.tables],
    compileExplainer: () => compileExplainer(definition, { recordType, mappedType }),
    planFor: (environment) => ({
      namespace: input.namespace,
      stream: definition.source.object,
      operation: definition.target.operation,
      readKey: key.read,
      keeps: (record) => {
        const kept = keep(record, environment);
        return kept === true ? (validators.read?.(record) ?? true) : kept;
      },
      where,
      enrich: enrichments,
      script: definition.script,
      aggregate,
      map: (record) => {
        const mapped = mapWithMatch(compiled.mapping, match, record, environment);
        if (!mapped.ok) return mapped;
        const problem =
          identityProblem(identity.readTargetId(mapped.value), match) ?? validators.written?.(mapped.value);
        return problem === undefined ? mapped : { ok: false, problem };
      },
      fields,
      narrow: compiled.mapping.narrow,
      ...identity,
      idempotency,
      // Groups of the number 1 and of the text are two, and mean one target record.
      targetIdIsInjective: aggregate === undefined && isInjective(compiled.mapping, match.paths, keyPaths),
      delivery: definition.target.delivery,
      ignoreHashes: input.ignoreHashes ?? false,
      reading: input.ignoreHashes === true ? 'all' : 'changes',
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

function compileExplainer(
  { source: { filter }, mapping, mapping_defaults: defaults }: CompleteDefinition,
  { recordType, mappedType }: { recordType: ObjectType; mappedType: ObjectType },
): Explainer {
  return {
    filter: filter === undefined ? undefined : compileFilterExplainer(filter, 'source.filter', { recordType }),
    fields: compileMappingExplainer(mapping, { recordType: mappedType, defaults }),
  };
}

function findRemoval(
  { definition, target }: CompileInput,
  { declared, match, mapping }: { declared: DescribedWrite; match: FieldSet; mapping: Mapping },
  problems: FieldError[],
): Plan['removal'] {
  const identity = { by: declared.identity, paths: match.paths };
  const isWritten = (member: string): boolean =>
    mapping.targets.some((path) => (path === member || path.startsWith(`${member}.`)) && !mapping.isPartial(path));
  return compileRemoval({ definition, object: target, identity, isWritten }, problems);
}

function undecided({ matchOn }: DescribedWrite): FieldError {
  const instead =
    matchOn === 'optional' ? ' Or name fields that tell its records apart in `match_on`: then it is looked up.' : '';
  return {
    path: 'target.delivery',
    code: 'required',
    message: `A repeated write to this target cannot be recognised: say which of the two evils a lost answer may cause.${instead}`,
    allowed: ['at_least_once', 'at_most_once'],
  };
}

/** Names what makes one write of a record and not another. */
function scopeOf({ definition, sourceIdentity = {} }: CompileInput): string {
  const { source, target, enrich = [], script = null, aggregate = null, mapping } = definition;
  const defaults = definition.mapping_defaults ?? null;
  const parts = [sourceIdentity, source, target, enrich, script, aggregate, mapping, defaults];
  return nameParts({ of: canonicalJson(parts) });
}

/** A share of failed records is one of all that there are: then the source has to hand out every one of them. */
function findWhere({ source: { filter }, on_error: policy }: CompleteDefinition): Plan['where'] {
  const countsAll = policy?.abort_above_percent !== undefined;
  return filter === undefined || countsAll ? [] : readComparisons(filter).decisive;
}

interface FieldSet {
  paths: readonly string[];
  getters: readonly Getter[];
}

function compileKey(
  { source: definition, aggregate }: CompleteDefinition,
  object: DescribedObject,
  problems: FieldError[],
): { paths: readonly string[]; read: Plan['readKey'] } {
  if (object.operations.list === undefined) {
    problems.push({ path: 'source.object', code: 'not_readable', message: 'This object cannot be read.' });
  }
  const names = definition.key ?? object.key;
  // Where records are grouped, groups have keys, and nobody needs those of the records.
  if (names === undefined && aggregate === undefined) {
    problems.push({
      path: 'source.key',
      code: 'required',
      message:
        'This object declares no key: name the fields that identify a record. The primary key of a table is known once the schema of its connection was read.',
    });
  }
  const { paths, getters } = compilePaths(names ?? [], 'source.key', problems);
  return {
    paths,
    read: (record) => {
      const text = toKeyText(getters.map((get) => get(record)));
      if (text === undefined) return { ok: false, problem: missingKey };
      const problem = keyProblem(text);
      return problem === undefined ? { ok: true, key: text } : { ok: false, problem };
    },
  };
}

const missingKey: RecordProblem = { code: 'missing_key', message: 'The record has no value in a field of its key.' };

function findOperation(
  definition: TargetDefinition,
  object: DescribedObject,
  problems: FieldError[],
): DescribedWrite | undefined {
  const declared = object.operations[definition.operation];
  if (declared !== undefined) return declared;
  const allowed = (['create', 'update', 'upsert'] as const).filter((name) => object.operations[name] !== undefined);
  problems.push({
    path: 'target.operation',
    code: 'unsupported',
    message: `This object does not support ${definition.operation}.`,
    allowed,
  });
  return undefined;
}

/** The fields of a mapped record that say which target record it is. */
function compileMatch(
  definition: TargetDefinition,
  object: DescribedObject,
  mapping: Mapping,
  problems: FieldError[],
): FieldSet {
  const write = object.operations[definition.operation];
  // What the target assigns, nobody can map: only fields that say which record is meant identify it.
  const key = write?.key ?? (write?.identity === 'match' ? object.key : undefined);
  const names = definition.match_on ?? key ?? [];
  const match = compilePaths(names, 'target.match_on', problems);
  for (const [index, path] of match.paths.entries()) {
    if (mapping.isPartial(path)) {
      const message = `\`${path}\` identifies the target's record: it is written always.`;
      problems.push({ path: `mapping[${mapping.targets.indexOf(path)}].only_on`, code: 'invalid_value', message });
    }
    if (mapping.targets.includes(path)) continue;
    problems.push({
      path: definition.match_on === undefined ? 'mapping' : `target.match_on[${index}]`,
      code: 'unmapped',
      message: `No rule of the mapping gives \`${path}\`, which identifies the target's record.`,
      allowed: mapping.targets,
    });
  }
  return match;
}

function compilePaths(names: readonly string[], at: string, problems: FieldError[]): FieldSet {
  const paths: string[] = [];
  const getters: Getter[] = [];
  for (const [index, name] of names.entries()) {
    const parsed = parsePath(name);
    if (parsed.ok) {
      paths.push(parsed.path.text);
      getters.push(compileGetter(parsed.path));
    } else {
      problems.push({ path: `${at}[${index}]`, code: 'invalid_path', message: parsed.message });
    }
  }
  return { paths, getters };
}

function mapWithMatch(
  mapping: Mapping,
  match: FieldSet,
  record: JsonObject,
  environment: FormulaEnvironment,
): ReturnType<Plan['map']> {
  const mapped = mapping.apply(record, environment);
  if (!mapped.ok) return mapped;
  for (const [index, get] of match.getters.entries()) {
    if (isIdentifying(get(mapped.value))) continue;
    const problem = {
      code: 'required_missing',
      field: match.paths[index],
      message: 'The field identifies the target record and has no value.',
    };
    return { ok: false, problem };
  }
  return mapped;
}

/** How a mapped record says which record of the target it is. */
function compileIdentity(
  { operation }: TargetDefinition,
  { identity }: DescribedWrite,
  { paths, getters }: FieldSet,
): Pick<Plan, 'readTargetId' | 'readMatch'> {
  const readMatch = (mapped: JsonObject): string | undefined => toKeyText(getters.map((get) => get(mapped)));
  if (identity === 'match') return { readTargetId: readMatch };
  return { readTargetId: () => undefined, ...(operation === 'upsert' && paths.length > 0 ? { readMatch } : {}) };
}

/** The ledger keeps the text that a target record is known by. */
function identityProblem(text: string | undefined, { paths }: FieldSet): RecordProblem | undefined {
  const problem = text === undefined ? undefined : keyProblem(text);
  return problem && { ...problem, field: paths[0], message: oddIdentity };
}

const oddIdentity = `What identifies the target record is longer than ${keyLengthMax} characters, or holds characters that no text may hold.`;

/**
 * Writing again is harmless only while the target's key follows from the source key: an upsert by a field that can
 * change would meet another record after the change, so it is marked and looked up instead.
 */
function weaken(
  declared: IdempotencyClass,
  mapping: Mapping,
  matchPaths: readonly string[],
  keyPaths: readonly string[] | undefined,
): IdempotencyClass {
  if (declared !== 'natural') return declared;
  const pure =
    keyPaths !== undefined &&
    matchPaths.length > 0 &&
    matchPaths.every((path) => mapping.sourcesOf(path)?.every((source) => keyPaths.includes(source)) === true);
  return pure ? 'natural' : 'lookup';
}

/** Different source keys give different target ids: every field of the key is copied as it is into a match field. */
function isInjective(
  mapping: Mapping,
  matchPaths: readonly string[],
  keyPaths: readonly string[] | undefined,
): boolean {
  const copied = new Set(matchPaths.map((path) => mapping.isIdentityOf(path)));
  return matchPaths.length > 0 && keyPaths?.every((path) => copied.has(path)) === true;
}

function under(prefix: string): <Placed extends { path: string }>(placed: Placed) => Placed {
  return (placed) => ({ ...placed, path: `${prefix}${placed.path}` });
}
