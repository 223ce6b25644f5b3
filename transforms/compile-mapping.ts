import type { FieldError } from '../core/errors.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { compileTarget, type BuildTarget } from './build-target.ts';
import { depthMax, toCanonical, unfit } from '../formula/canonical.ts';
import { compileRule, type CompileOptions, type CompiledRule, toWarnings } from './compile-rule.ts';
import { describeFailure, describeValue, inconvertible } from './convert.ts';
import { compileFieldSelection, type SelectFields } from './select-fields.ts';
import { type Formula, type FormulaEnvironment, FormulaError } from '../formula/index.ts';
import { findEntry, type LookupUse } from '../formula/lookup-tables.ts';
import { describeSources, type MappingFacts } from './mapping-facts.ts';
import type { RecordProblem } from './problem.ts';
import type { MappingRule } from './rules.ts';

/** A mapping compiled for running. */
export interface Mapping extends MappingFacts {
  /** Stored tables that its rules name; the environment must provide them. */
  readonly tables: readonly LookupUse[];
  /**
   * Maps a source record to its target record. Never throws or modifies the source record.
   *
   * By default a field without a value is omitted, and a field whose source is null is null. Equal results have equal
   * `JSON.stringify` text, whatever the order of members in the source. The result may share parts with the source
   * record and with other results: treat it as read-only.
   */
  readonly apply: (record: JsonObject, environment: FormulaEnvironment) => MappingResult;
  /** Removes the fields that one kind of write omits; absent if every write writes all fields. */
  readonly selectFields: SelectFields | undefined;
}

export type MappingResult = { ok: true; value: JsonObject } | { ok: false; problem: RecordProblem };

/** `warnings` are probably mistakes. */
export type CompiledMapping =
  { ok: true; mapping: Mapping; warnings: FieldError[] } | { ok: false; problems: FieldError[] };

/** Compiles the rules of a mapping. Reports all problems of all rules at once. */
export function compileMapping(rules: readonly MappingRule[], options: CompileOptions = {}): CompiledMapping {
  const at = options.path ?? 'mapping';
  const results = rules.map((rule, index) => compileRule(rule, `${at}[${index}]`, options));
  const compiled = results.flatMap((result) => (result.ok ? [result.rule] : []));
  const problems = results.flatMap((result) => (result.ok ? [] : result.problems));
  if (problems.length > 0) return { ok: false, problems };

  const target = compileTarget(compiled.map(({ to }) => to));
  if (!target.ok) {
    const wrong = target.problems.map(({ index, code, message }) => ({ path: `${at}[${index}].to`, code, message }));
    return { ok: false, problems: wrong };
  }
  const warnings = compiled.flatMap(({ formula }, index) =>
    formula ? toWarnings(formula, `${at}[${index}].formula`) : [],
  );
  const mapping = {
    ...describeSources(compiled),
    tables: compiled.flatMap((rule) => rule.tables),
    apply: compileApply(compiled, target.build),
    selectFields: compileFieldSelection(compiled),
  };
  return checkConstants(compiled, at) ?? { ok: true, mapping, warnings };
}

/** Constants are converted once, at compile time, so that no record fails on them. */
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

/** Why a rule gives no value. A class, so that the loop can distinguish it from JSON values without wrapping them. */
class Failure {
  readonly problem: RecordProblem;

  constructor(rule: CompiledRule, code: string, message: string) {
    this.problem = { code, field: rule.to.text, message };
  }
}

function compileApply(rules: readonly CompiledRule[], build: BuildTarget): Mapping['apply'] {
  // One list for all records: `build` copies the values before the next record.
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
  const read = rule.formula === undefined ? rule.read(record) : applyFormula(rule, rule.formula, record, environment);
  let value = transform(rule, read, environment);
  if (value instanceof Failure) {
    if (rule.onError === 'fail_record') return value;
    const substitute = replaceFailed(rule);
    return rule.required && (substitute === undefined || substitute === null) ? value : substitute;
  }
  if (value !== undefined && value !== null) return value;
  if (rule.fallback !== undefined) value = rule.fallback;
  if (value !== undefined && value !== null) return value;
  if (rule.required) return failRequired(rule, read instanceof Failure ? undefined : read);
  if (value === undefined || rule.onNull === 'null') return value;
  return rule.onNull === 'omit' ? undefined : failNull(rule);
}

/** Converts, looks up and orders the value read. */
function transform(
  rule: CompiledRule,
  read: Json | undefined | Failure,
  environment: FormulaEnvironment,
): Json | undefined | Failure {
  let value = read;
  if (value === undefined || value === null || value instanceof Failure) return value;
  if (rule.convert !== undefined) {
    const converted = rule.convert.apply(value, environment.zone);
    if (converted === inconvertible) return failConversion(rule, value);
    value = converted;
  }
  if (rule.lookup !== undefined && value !== null) {
    const entries = rule.lookup(environment);
    if (entries === undefined)
      return new Failure(rule, 'lookup_missing', 'The lookup table does not exist; create it or correct its id.');
    value = findEntry(entries, value);
  }
  // JSON cannot represent such numbers and would write null.
  if (value === Infinity || value === -Infinity) return failUnfit(rule);
  if (typeof value !== 'object' || value === null) return value;
  const ordered = toCanonical(value);
  return ordered === unfit ? failUnfit(rule) : ordered;
}

/** Replaces a value that could not be computed. */
function replaceFailed({ onError, fallback }: CompiledRule): Json | undefined {
  if (onError === 'default') return fallback;
  return onError === 'null' ? null : undefined;
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
  return new Failure(rule, 'convert_failed', rule.convert === undefined ? '' : describeFailure(rule.convert, value));
}

function failNull(rule: CompiledRule): Failure {
  return new Failure(rule, 'null_value', 'The value is null, which `on_null` of this rule treats as an error.');
}

function failRequired(rule: CompiledRule, read: Json | undefined): Failure {
  if (rule.lookup !== undefined && read !== undefined && read !== null) {
    return new Failure(
      rule,
      'lookup_missing',
      `The lookup table has no entry for the value (${describeValue(read)}); add one, or set a default.`,
    );
  }
  const source = rule.from === undefined ? 'its rule gives' : `\`${rule.from.text}\` holds`;
  return new Failure(rule, 'required_missing', `The field is required, and ${source} no value.`);
}

function failUnfit(rule: CompiledRule): Failure {
  return new Failure(rule, 'unfit_value', `The value is not JSON, or is nested deeper than ${depthMax} levels.`);
}
