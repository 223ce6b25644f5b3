import type { FieldError } from '../core/errors.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { compileTarget, type BuildTarget } from './build-target.ts';
import { depthMax, toCanonical, unfit } from './canonical.ts';
import { compileRule, type CompileOptions, type CompiledRule, toDoubts } from './compile-rule.ts';
import { describeFailure, describeValue, inconvertible } from './convert.ts';
import { type Formula, type FormulaEnvironment, FormulaError } from './formula/index.ts';
import { findEntry, type LookupUse } from './lookup-tables.ts';
import { describeSources, type MappingFacts } from './mapping-facts.ts';
import type { RecordProblem } from './problem.ts';
import type { MappingRule } from './rules.ts';

/** A mapping compiled for running. */
export interface Mapping extends MappingFacts {
  /** The stored tables that its rules name; the environment must have them. */
  readonly tables: readonly LookupUse[];
  /**
   * Makes the target record of a source record. Never throws and never changes the source record.
   *
   * A field without a value is left out, a field whose source is null is null. Equal results have equal
   * `JSON.stringify` text, whatever the order of members in the source. The result may share parts with the source
   * record and with other results: treat it as read-only.
   */
  readonly apply: (record: JsonObject, environment: FormulaEnvironment) => MappingResult;
}

export type MappingResult = { ok: true; value: JsonObject } | { ok: false; problem: RecordProblem };

/** `doubts` are probably mistakes. */
export type CompiledMapping =
  { ok: true; mapping: Mapping; doubts: FieldError[] } | { ok: false; problems: FieldError[] };

/** Compiles the rules of a mapping; gives every problem of every rule together. */
export function compileMapping(rules: readonly MappingRule[], options: CompileOptions = {}): CompiledMapping {
  const at = options.path ?? 'mapping';
  const results = rules.map((rule, index) => compileRule(rule, `${at}[${index}]`, options.recordType));
  const compiled = results.flatMap((result) => (result.ok ? [result.rule] : []));
  const problems = results.flatMap((result) => (result.ok ? [] : result.problems));
  if (problems.length > 0) return { ok: false, problems };

  const target = compileTarget(compiled.map(({ to }) => to));
  if (!target.ok) {
    const wrong = target.problems.map(({ index, code, message }) => ({ path: `${at}[${index}].to`, code, message }));
    return { ok: false, problems: wrong };
  }
  const doubts = compiled.flatMap(({ formula }, index) =>
    formula ? toDoubts(formula, `${at}[${index}].formula`) : [],
  );
  const tables = compiled.flatMap((rule) => rule.tables);
  const mapping = { ...describeSources(compiled), tables, apply: compileApply(compiled, target.build) };
  return checkConstants(compiled, at) ?? { ok: true, mapping, doubts };
}

/** Constants go through their rule's conversion once, at compile time, so that no record fails on them. */
function checkConstants(rules: readonly CompiledRule[], at: string): CompiledMapping | undefined {
  const problems: FieldError[] = [];
  for (const [index, rule] of rules.entries()) {
    if (rule.from !== undefined || rule.formula !== undefined || rule.tables.length > 0) continue;
    const result = applyRule(rule, {}, { now: 0 });
    if (!(result instanceof Failure)) continue;
    const { code, message } = result.problem;
    problems.push({ path: `${at}[${index}].value`, code, message });
  }
  return problems.length > 0 ? { ok: false, problems } : undefined;
}

/** Why a rule gives no value. A class, so that the loop can tell it from every JSON value without wrapping those. */
class Failure {
  readonly problem: RecordProblem;

  constructor(rule: CompiledRule, code: string, message: string) {
    this.problem = { code, field: rule.to.text, message };
  }
}

function compileApply(rules: readonly CompiledRule[], build: BuildTarget): Mapping['apply'] {
  // One list for all records: `build` copies the values out of it before the next record comes.
  const values = rules.map((): Json | undefined => undefined);
  return (record, environment) => {
    for (let i = 0; i < values.length; i += 1) {
      const rule = rules[i];
      if (rule === undefined) break;
      const value = applyRule(rule, record, environment);
      if (value instanceof Failure) return { ok: false, problem: value.problem };
      values[i] = value;
    }
    return { ok: true, value: build(values) };
  };
}

function applyRule(
  rule: CompiledRule,
  record: JsonObject,
  environment: FormulaEnvironment,
): Json | undefined | Failure {
  let value: Json | undefined;
  if (rule.formula === undefined) {
    value = rule.read(record);
  } else {
    const result = applyFormula(rule, rule.formula, record, environment);
    if (result instanceof Failure) return result;
    value = result;
  }
  const read = value;
  if (rule.convert !== undefined && value !== undefined) {
    const converted = rule.convert(value);
    if (converted === inconvertible) return failConversion(rule, value);
    value = converted;
  }
  if (rule.lookup !== undefined && value !== undefined && value !== null) {
    const entries = rule.lookup(environment);
    if (entries === undefined) return new Failure(rule, 'lookup_missing', 'The lookup table is not there.');
    value = findEntry(entries, value);
  }
  if (value === undefined || value === null) {
    if (rule.fallback !== undefined) value = rule.fallback;
    if (rule.required && (value === undefined || value === null)) return failRequired(rule, read);
    return value;
  }
  if (typeof value !== 'object') return value;
  const ordered = toCanonical(value);
  return ordered === unfit ? failUnfit(rule) : ordered;
}

function applyFormula(
  rule: CompiledRule,
  formula: Formula,
  record: JsonObject,
  environment: FormulaEnvironment,
): Json | undefined | Failure {
  try {
    return formula.evaluate(record, environment);
  } catch (error) {
    if (error instanceof FormulaError) return new Failure(rule, 'formula_failed', error.message);
    throw error;
  }
}

function failConversion(rule: CompiledRule, value: Json): Failure {
  const message = rule.conversion === undefined ? '' : describeFailure(rule.conversion, value);
  return new Failure(rule, 'convert_failed', message);
}

function failRequired(rule: CompiledRule, read: Json | undefined): Failure {
  if (rule.lookup !== undefined && read !== undefined && read !== null) {
    return new Failure(rule, 'lookup_missing', `The lookup table has no entry for the value (${describeValue(read)}).`);
  }
  const source = rule.from === undefined ? 'its rule gives' : `\`${rule.from.text}\` holds`;
  return new Failure(rule, 'required_missing', `The field is required, and ${source} no value.`);
}

function failUnfit(rule: CompiledRule): Failure {
  return new Failure(rule, 'unfit_value', `The value is not JSON, or is nested deeper than ${depthMax} levels.`);
}
