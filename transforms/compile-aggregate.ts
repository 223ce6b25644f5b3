import type { FieldError } from '../core/errors.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { compileGetter, type Getter } from '../core/path-readers.ts';
import { formatPath, type Path } from '../core/paths.ts';
import { type Accumulator, accumulators, type AggregationName } from './accumulators.ts';
import { type BuildTarget, compileTarget } from './build-target.ts';
import { compilePathAt, type CompileOptions } from './compile-rule.ts';
import { describeValue } from './convert.ts';
import type { RecordProblem } from './problem.ts';
import type { Aggregation, AggregateRules } from './rules.ts';
import { anyType, type ObjectType, openObjectType, type ValueType } from '../formula/value-type.ts';

/** The contribution of one record to its group. */
export interface Contribution {
  /** Key of the group: JSON of the list of its values. */
  key: string;
  group: Json[];
  /** One value per field; `undefined` if the record has none. */
  values: (Json | undefined)[];
}

/** State of a group: JSON, so that it can be stored between pages. */
export type GroupState = { group: Json[]; fields: Json[] };

/** An aggregation compiled for running. */
export interface Aggregate {
  /** Returns a record's contribution, or why it has none. */
  read(record: JsonObject): { ok: true; contribution: Contribution } | { ok: false; problem: RecordProblem };
  /** Adds a contribution to a group, in reading order. May modify the given state. */
  fold(state: GroupState | undefined, contribution: Contribution): GroupState;
  /** The record of a group that the mapping reads. */
  finish(state: GroupState): JsonObject;
  /** The paths that define a group, in canonical form. */
  readonly groupPaths: readonly string[];
  /** The type of these records. */
  readonly recordType: ObjectType;
}

export type CompiledAggregate = { ok: true; aggregate: Aggregate } | { ok: false; problems: FieldError[] };

interface Field {
  name: string;
  /** Absent for a count of records. */
  path: Path | undefined;
  read: Getter;
  accumulator: Accumulator;
}

/** A JSON list cannot hold `undefined`, which means "no value yet". */
const unset = null;

/** Compiles the rules of an aggregation. Reports all problems at once. */
export function compileAggregate(rules: AggregateRules, options: CompileOptions = {}): CompiledAggregate {
  const at = options.path ?? 'aggregate';
  const record = options.recordType ?? openObjectType;
  const problems: FieldError[] = [];
  const group = rules.group_by.flatMap((text, i) => compilePathAt(text, `${at}.group_by[${i}]`, problems) ?? []);
  const fields = Object.entries(rules.fields).map(([name, one]) => compileField(name, one, `${at}.fields`, problems));
  if (problems.length > 0) return { ok: false, problems };
  const target = compileTarget([...group, ...fields.map(({ name }) => toPath(name))]);
  if (!target.ok) return { ok: false, problems: target.problems.map((problem) => toFieldError(problem, rules, at)) };
  const recordType = typeOfGroups(group, fields, record);
  const groupPaths = group.map(({ text }) => text);
  return { ok: true, aggregate: { ...compileFolding(group, fields, target.build), groupPaths, recordType } };
}

function compileField(name: string, one: Aggregation, at: string, problems: FieldError[]): Field {
  const [operation, argument] = readAggregation(one);
  const path = argument === undefined ? undefined : compilePathAt(argument, `${at}.${name}.${operation}`, problems);
  return {
    name,
    path,
    read: path === undefined ? () => true : compileGetter(path),
    accumulator: accumulators[operation],
  };
}

/** Its schema gives an aggregation exactly one member; only a count of records names no path. */
function readAggregation(one: Aggregation): [AggregationName, string | undefined] {
  const [[name, argument] = ['', undefined]] = Object.entries<string | true>(one);
  if (!isAggregationName(name)) throw new TypeError('Unknown aggregation.');
  return [name, typeof argument === 'string' ? argument : undefined];
}

function isAggregationName(name: string): name is AggregationName {
  return Object.hasOwn(accumulators, name);
}

function compileFolding(
  group: readonly Path[],
  fields: readonly Field[],
  build: BuildTarget,
): Pick<Aggregate, 'read' | 'fold' | 'finish'> {
  const getters = group.map(compileGetter);
  return {
    read(record) {
      const values = getters.map((get) => get(record) ?? null);
      const odd = values.findIndex((value) => typeof value === 'object' && value !== null);
      if (odd !== -1)
        return refuse(
          'invalid_group',
          group[odd]?.text,
          'Records can be grouped by numbers, text, true and false only; group by a scalar field.',
        );
      const key = JSON.stringify(values);
      const taken: (Json | undefined)[] = [];
      for (const { name, read, accumulator } of fields) {
        const value = read(record);
        const isMissing = value === undefined || value === null;
        const wrong = isMissing ? undefined : accumulator.refuse?.(value);
        if (!isMissing && wrong !== undefined) {
          return refuse('aggregate_failed', name, `The value (${describeValue(value)}) ${wrong}.`);
        }
        taken.push(isMissing ? undefined : value);
      }
      return { ok: true, contribution: { key, group: values, values: taken } };
    },
    fold(state, { group: values, values: taken }) {
      const next = state ?? { group: values, fields: fields.map(() => unset) };
      for (const [i, { accumulator }] of fields.entries()) {
        const value = taken[i];
        if (value !== undefined) next.fields[i] = accumulator.fold(next.fields[i] ?? undefined, value);
      }
      return next;
    },
    finish({ group: values, fields: states }) {
      return build([...values, ...fields.map(({ accumulator }, i) => accumulator.finish(states[i] ?? undefined))]);
    },
  };
}

function refuse(code: string, field: string | undefined, message: string): { ok: false; problem: RecordProblem } {
  return { ok: false, problem: { code, field, message } };
}

function toPath(name: string): Path {
  return { segments: [name], text: formatPath([name]) };
}

function toFieldError(
  { index, code, message }: { index: number; code: string; message: string },
  { group_by: group, fields }: AggregateRules,
  at: string,
): FieldError {
  const name = Object.keys(fields)[index - group.length];
  return { path: name === undefined ? `${at}.group_by[${index}]` : `${at}.fields.${name}`, code, message };
}

/** Groups have no other members; of nested values only their existence is known. */
function typeOfGroups(group: readonly Path[], fields: readonly Field[], record: ObjectType): ObjectType {
  const members = new Map<string, ValueType>();
  for (const path of group) {
    const [first, ...rest] = path.segments;
    if (typeof first === 'string') members.set(first, rest.length === 0 ? typeAt(path, record) : openObjectType);
  }
  for (const { name, path, accumulator } of fields) {
    members.set(name, accumulator.typeOf(path === undefined ? anyType : typeAt(path, record)));
  }
  return { kind: 'object', members, others: undefined };
}

/** The type of the value at a path, if known. */
function typeAt({ segments }: Path, record: ObjectType): ValueType {
  let type: ValueType = record;
  for (const segment of segments) {
    if (type.kind === 'list' && typeof segment === 'number') type = type.items;
    else if (type.kind === 'object' && typeof segment === 'string')
      type = type.members.get(segment) ?? type.others ?? anyType;
    else return anyType;
  }
  return type;
}
