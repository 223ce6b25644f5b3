import type { FieldError } from '../core/errors.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { compileGetter, type Getter } from '../core/path-readers.ts';
import { compileFormulaAt, compilePathAt, type CompileOptions, listTables, toWarnings } from './compile-rule.ts';
import { type FormulaEnvironment, FormulaError } from '../formula/index.ts';
import type { LookupUse } from '../formula/lookup-tables.ts';
import type { RecordProblem } from './problem.ts';
import type { Condition, Filter } from './rules.ts';
import { describeType } from '../formula/value-type.ts';

/**
 * A filter compiled for running: true for the records to keep. A formula keeps a record for `true` only, and may fail
 * for a record; conditions never fail.
 *
 * Nothing is coerced: `1` never equals `"1"`, and an ordering or text operator is false unless both sides have its
 * type. Text compares by UTF-16 code unit, as `<` does. A missing field counts as null for `equals` and `in`; only
 * `exists` tells them apart, it is true for a field that is there and null. `not_equals`, `not_in` and `not_exists` are
 * true exactly where their counterpart is false. `contains` also finds an item of a list of texts.
 */
export type Keep = (record: JsonObject, environment: FormulaEnvironment) => boolean | RecordProblem;

/** `warnings` are probably mistakes; `tables` are the stored lookup tables that the environment must have; `reads` are the paths that a formula reads. */
export type CompiledFilter =
  | { ok: true; keep: Keep; warnings: FieldError[]; tables: LookupUse[]; reads: readonly string[] }
  | { ok: false; problems: FieldError[] };

/** Maximum nesting of conditions; people write two or three levels. */
const nestingMax = 20;

/** Compiles a condition tree or a formula. Reports all problems at once. */
export function compileFilter(filter: Filter, options: CompileOptions = {}): CompiledFilter {
  const problems: FieldError[] = [];
  const warnings: FieldError[] = [];
  const tables: LookupUse[] = [];
  const reads: string[] = [];
  const at = options.path ?? 'filter';
  const keep =
    typeof filter === 'string'
      ? compileFormulaFilter(filter, at, options, { problems, warnings, tables, reads })
      : compileCondition(filter, at, 0, problems);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, keep, warnings, tables, reads };
}

/** A condition as a closure. */
type Test = (record: JsonObject) => boolean;

const keepNone: Test = () => false;

function compileFormulaFilter(
  text: string,
  at: string,
  { recordType }: CompileOptions,
  {
    problems,
    warnings,
    tables,
    reads,
  }: { problems: FieldError[]; warnings: FieldError[]; tables: LookupUse[]; reads: string[] },
): Keep {
  const formula = compileFormulaAt(text, at, recordType, problems);
  if (formula === undefined) return keepNone;
  warnings.push(...toWarnings(formula, at));
  tables.push(...listTables(formula, at));
  reads.push(...formula.reads);
  const { kind } = formula.type;
  if (kind !== 'boolean' && kind !== 'any' && kind !== 'null') {
    const message = `A condition must give true or false; this formula gives ${describeType(formula.type)}.`;
    problems.push({ path: at, code: 'invalid_formula', message });
  }
  return (record, environment) => {
    try {
      return formula.evaluate(record, environment) === true;
    } catch (error) {
      if (error instanceof FormulaError) return { code: 'filter_failed', message: error.message };
      throw error;
    }
  };
}

function compileCondition(condition: Condition, at: string, depth: number, problems: FieldError[]): Test {
  if (depth > nestingMax) {
    const message = `Conditions are nested deeper than ${nestingMax} levels; flatten them or use a formula.`;
    problems.push({ path: at, code: 'nested_too_deep', message });
    return keepNone;
  }
  const compileAll = (name: string, parts: readonly Condition[]): Test[] =>
    parts.map((part, i) => compileCondition(part, `${at}.${name}[${i}]`, depth + 1, problems));
  if ('all' in condition) {
    const parts = compileAll('all', condition.all);
    return (record) => parts.every((part) => part(record));
  }
  if ('any' in condition) {
    const parts = compileAll('any', condition.any);
    return (record) => parts.some((part) => part(record));
  }
  if ('not' in condition) {
    const part = compileCondition(condition.not, `${at}.not`, depth + 1, problems);
    return (record) => !part(record);
  }
  const path = compilePathAt(condition.field, `${at}.field`, problems);
  return path === undefined ? keepNone : compileComparison(condition, compileGetter(path));
}

type Comparison = Extract<Condition, { operator: string }>;

function compileComparison(comparison: Comparison, read: Getter): Test {
  switch (comparison.operator) {
    case 'equals':
      return compileEquals(read, comparison.value);
    case 'not_equals':
      return negate(compileEquals(read, comparison.value));
    case 'in':
      return compileIn(read, comparison.value);
    case 'not_in':
      return negate(compileIn(read, comparison.value));
    case 'exists':
      return (record) => read(record) !== undefined;
    case 'not_exists':
      return (record) => read(record) === undefined;
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      return compileTextMatch(read, comparison.operator, comparison.value);
    case 'greater':
    case 'greater_or_equal':
    case 'less':
    case 'less_or_equal':
      return compileOrdering(read, comparison.operator, comparison.value);
  }
}

function negate(keep: Test): Test {
  return (record) => !keep(record);
}

function compileEquals(read: Getter, value: Json): Test {
  return (record) => (read(record) ?? null) === value;
}

function compileIn(read: Getter, values: readonly Json[]): Test {
  const accepted = new Set(values);
  return (record) => accepted.has(read(record) ?? null);
}

function compileTextMatch(read: Getter, operator: 'contains' | 'starts_with' | 'ends_with', part: string): Test {
  return (record) => {
    const value = read(record);
    if (typeof value === 'string') {
      if (operator === 'contains') return value.includes(part);
      return operator === 'starts_with' ? value.startsWith(part) : value.endsWith(part);
    }
    return operator === 'contains' && Array.isArray(value) && value.includes(part);
  };
}

type Ordering = 'greater' | 'greater_or_equal' | 'less' | 'less_or_equal';

const orderings: Readonly<Record<Ordering, <T extends string | number>(a: T, b: T) => boolean>> = {
  greater: (a, b) => a > b,
  greater_or_equal: (a, b) => a >= b,
  less: (a, b) => a < b,
  less_or_equal: (a, b) => a <= b,
};

function compileOrdering(read: Getter, ordering: Ordering, bound: string | number): Test {
  const holds = orderings[ordering];
  return (record) => {
    const value = read(record);
    if (typeof value === 'number') return typeof bound === 'number' && holds(value, bound);
    return typeof value === 'string' && typeof bound === 'string' && holds(value, bound);
  };
}
