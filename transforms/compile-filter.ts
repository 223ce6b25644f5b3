import type { FieldError } from '../core/errors.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { compileFormulaAt, compilePathAt, type CompileOptions } from './compile-rule.ts';
import { compileGetter, type Getter } from './paths.ts';
import type { Condition, Filter } from './rules.ts';

/**
 * A filter compiled for running: true for the records to keep.
 *
 * Nothing is coerced: `1` never equals `"1"`, and an ordering or text operator is false unless both sides have its type.
 * Text compares by UTF-16 code unit, as `<` does. A missing field counts as null for `equals` and `in`; only `exists`
 * tells them apart, it is true for a field that is there and null. `not_equals`, `not_in` and `not_exists` are true
 * exactly where their counterpart is false. `contains` also finds an item of a list of texts.
 */
export type Keep = (record: JsonObject) => boolean;

export type CompiledFilter =
  /** A filter that is a formula keeps a record for `true` only, and throws what the formula throws. */
  { ok: true; keep: Keep } | { ok: false; problems: FieldError[] };

/** Conditions may be nested so deep; a person writes two or three levels. */
const nestingMax = 20;

/** Compiles a condition tree or a formula; gives every problem of it together. */
export function compileFilter(filter: Filter, options: CompileOptions = {}): CompiledFilter {
  const problems: FieldError[] = [];
  const at = options.path ?? 'filter';
  const keep =
    typeof filter === 'string'
      ? compileFormulaFilter(filter, at, options, problems)
      : compileCondition(filter, at, 0, problems);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, keep };
}

const keepNone: Keep = () => false;

function compileFormulaFilter(source: string, at: string, { formulas }: CompileOptions, problems: FieldError[]): Keep {
  const evaluate = compileFormulaAt(source, at, formulas, problems);
  return evaluate === undefined ? keepNone : (record) => evaluate(record) === true;
}

function compileCondition(condition: Condition, at: string, depth: number, problems: FieldError[]): Keep {
  if (depth > nestingMax) {
    const message = `Conditions are nested deeper than ${nestingMax} levels.`;
    problems.push({ path: at, code: 'nested_too_deep', message });
    return keepNone;
  }
  const compileAll = (name: string, parts: readonly Condition[]): Keep[] =>
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

function compileComparison(comparison: Comparison, read: Getter): Keep {
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

function negate(keep: Keep): Keep {
  return (record) => !keep(record);
}

function compileEquals(read: Getter, value: Json): Keep {
  return (record) => (read(record) ?? null) === value;
}

function compileIn(read: Getter, values: readonly Json[]): Keep {
  const accepted = new Set(values);
  return (record) => accepted.has(read(record) ?? null);
}

function compileTextMatch(read: Getter, operator: 'contains' | 'starts_with' | 'ends_with', part: string): Keep {
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

function compileOrdering(read: Getter, ordering: Ordering, bound: string | number): Keep {
  const holds = orderings[ordering];
  return (record) => {
    const value = read(record);
    if (typeof value === 'number') return typeof bound === 'number' && holds(value, bound);
    return typeof value === 'string' && typeof bound === 'string' && holds(value, bound);
  };
}
