import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { compileFormula, type Formula, FormulaError } from '../../formula/index.ts';
import { anyType, type ObjectType, openObjectType, type ValueType } from '../../formula/value-type.ts';
import type { Case } from './cases.ts';
import { toJson, toName } from './values.ts';

/** @returns why a case fails, `undefined` where it passes. */
export function judge({ test, kind }: Case): string | undefined {
  const { original } = test;
  const compiled = compileFormula(original.expr, { record: readEnvironment(original, kind) });
  if (kind === 'parse') return judgeParsing(test.ast !== undefined, compiled);
  const failsByPlan = original['evalError'] !== undefined;
  if (!compiled.ok) return failsByPlan ? undefined : `does not compile: ${compiled.problems[0]?.message}`;
  const typed = isJsonObject(original['typedResult']) ? original['typedResult'] : {};
  const type = describeDeduced(typed['deducedType']);
  if (type !== undefined && !isDeepStrictEqual(toPlain(compiled.formula.type), type)) {
    return `has the type ${JSON.stringify(toPlain(compiled.formula.type))}, not ${JSON.stringify(type)}`;
  }
  if (original['checkOnly'] === true) return type === undefined ? 'has a type that JSON has not' : undefined;
  return judgeResult(compiled.formula, original, typed['result']);
}

/** The names that a case declares; without the check of types any name is taken. */
function readEnvironment(original: JsonObject, kind: Case['kind']): ObjectType {
  if (kind === 'parse' || original['disableCheck'] === true) return openObjectType;
  const declared = Array.isArray(original['typeEnv']) ? original['typeEnv'].filter(isJsonObject) : [];
  return { kind: 'object', members: new Map(declared.map(({ name }) => [toName(name), anyType])), others: undefined };
}

/** Problems of the text itself, whatever its names and types mean. */
const syntaxCodes: ReadonlySet<string> = new Set([
  'syntax',
  'unsupported',
  'number_too_large',
  'nested_too_deep',
  'too_long',
]);

function judgeParsing(isFormula: boolean, compiled: ReturnType<typeof compileFormula>): string | undefined {
  if (!isFormula) return compiled.ok ? 'parses' : undefined;
  const refused = !compiled.ok && compiled.problems.some(({ code }) => syntaxCodes.has(code));
  return refused ? 'does not parse' : undefined;
}

function judgeResult(formula: Formula, original: JsonObject, typedResult: Json | undefined): string | undefined {
  const record = readBindings(original['bindings']);
  if (record === undefined) return 'reads a value that JSON has not';
  const failsByPlan = original['evalError'] !== undefined;
  const expected = toJson(typedResult ?? original['value'] ?? { boolValue: true });
  try {
    const result = formula.evaluate(record, { now: 0 }) ?? null;
    if (failsByPlan) return 'gives a value instead of an error';
    if (expected === undefined) return 'expects a value that JSON has not';
    return isDeepStrictEqual(normalize(result), normalize(expected)) ? undefined : `gives ${JSON.stringify(result)}`;
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    return failsByPlan ? undefined : error.message;
  }
}

function readBindings(bindings: Json | undefined): JsonObject | undefined {
  const record: JsonObject = {};
  for (const [name, binding] of Object.entries(isJsonObject(bindings) ? bindings : {})) {
    const value = isJsonObject(binding) ? toJson(binding['value']) : undefined;
    if (value === undefined) return undefined;
    record[name] = value;
  }
  return record;
}

/** Members in one order, and no negative zero, as JSON text has none. */
function normalize(value: Json): Json {
  if (typeof value === 'number') return value + 0;
  if (Array.isArray(value)) return value.map(normalize);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, normalize(member)]));
}

const kinds: Readonly<Record<string, string>> = {
  BOOL: 'boolean',
  INT64: 'number',
  UINT64: 'number',
  DOUBLE: 'number',
  STRING: 'string',
  TIMESTAMP: 'timestamp',
  DURATION: 'duration',
};

/** The deduced type of a case as our types have it; `undefined` where there is none. */
function describeDeduced(type: Json | undefined): Json | undefined {
  if (!isJsonObject(type)) return undefined;
  const [[kind, content] = ['', null]] = Object.entries(type);
  if (kind === 'dyn') return 'any';
  if (kind === 'null') return 'null';
  if (kind === 'mapType') return 'object';
  if (kind === 'listType') {
    const items = isJsonObject(content) ? describeDeduced(content['elemType']) : undefined;
    return items === undefined ? undefined : [items];
  }
  return kinds[toName(content)];
}

function toPlain(type: ValueType): Json {
  if (type.kind !== 'list') return type.kind;
  // An empty list is one of any items there.
  return [type.items.kind === 'null' ? 'any' : toPlain(type.items)];
}
