import type { FieldComparison } from '../../../core/field-comparison.ts';

export type Constant = string | number | boolean;

/** A column whose values stand in records as texts, numbers or booleans, and as nothing else but null. */
export interface ComparedColumn {
  /** As statements name it. */
  sql: string;
  kind: 'string' | 'number' | 'boolean';
  nullable: boolean;
}

/** How a database compares its values with ours. */
export interface SqlDialect {
  findColumn(name: string): ComparedColumn | undefined;
  /** The parameter at a position (from 1), as a value of the type that the comparison needs. */
  parameter(position: number, value: Constant): string;
  /**
   * A text column that is compared by its bytes, whatever its collation: with constants in ASCII, that is the order of
   * code units in every encoding of a database. Absent: only "equal" is asked for, which may then take more for equal
   * than we do, but never less.
   */
  byBytes?(sql: string): string;
}

/** Conditions for a statement to join by `and`. Their parameters are its first ones. */
export interface SqlConditions {
  texts: readonly string[];
  values: readonly Constant[];
}

export const noConditions: SqlConditions = { texts: [], values: [] };

const operators = {
  equals: '=',
  not_equals: '<>',
  in: 'in',
  not_in: 'not in',
  greater: '>',
  greater_or_equal: '>=',
  less: '<',
  less_or_equal: '<=',
} as const satisfies Record<FieldComparison['operator'], string>;

/** Parameters of one statement, at most. */
const parametersMax = 1000;

/**
 * Writes comparisons as conditions that are true of every row for whose record the comparison is not false. Those that
 * a database could answer otherwise are left out.
 */
export function compileConditions(comparisons: readonly FieldComparison[], dialect: SqlDialect): SqlConditions {
  const texts: string[] = [];
  const values: Constant[] = [];
  for (const comparison of comparisons) {
    const [name, ...rest] = comparison.segments;
    const column = typeof name === 'string' && rest.length === 0 ? dialect.findColumn(name) : undefined;
    const text = column && compileCondition(comparison, column, dialect, values);
    if (text !== undefined) texts.push(text);
  }
  return { texts, values };
}

function compileCondition(
  { operator, values: given }: FieldComparison,
  { sql, kind, nullable }: ComparedColumn,
  { parameter, byBytes }: SqlDialect,
  values: Constant[],
): string | undefined {
  const constants = given.filter((value) => value !== null);
  if (constants.length === 0) return given.length === 0 ? undefined : compareWithNull(operator, sql);
  if (values.length + constants.length > parametersMax) return undefined;
  if (!constants.every((value) => typeof value === kind && isComparable(value))) return undefined;
  const isEquality = operator === 'equals' || operator === 'in';
  const side = kind === 'string' && !isEquality ? byBytes?.(sql) : sql;
  if (side === undefined) return undefined;
  const parameters = constants.map((value) => parameter(values.push(value), value)).join(', ');
  const list = operator === 'in' || operator === 'not_in' ? `(${parameters})` : parameters;
  const condition = `${side} ${operators[operator]} ${list}`;
  // Null equals no constant. What else is asked of it need not be false.
  return nullable && operator !== 'equals' ? `(${condition} or ${sql} is null)` : condition;
}

function compareWithNull(operator: FieldComparison['operator'], sql: string): string | undefined {
  if (operator === 'equals' || operator === 'in') return `${sql} is null`;
  return operator === 'not_equals' || operator === 'not_in' ? `${sql} is not null` : undefined;
}

/** Texts beyond ASCII are other bytes in other encodings, and some databases do not have every character. */
function isComparable(value: Constant): boolean {
  if (typeof value !== 'string') return typeof value === 'boolean' || Number.isFinite(value);
  return /^[\t\n\r -~]*$/.test(value);
}
