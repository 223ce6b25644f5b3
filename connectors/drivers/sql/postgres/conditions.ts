import type { FieldComparison } from '../../../../core/field-comparison.ts';
import { type ComparedColumn, compileConditions, type SqlConditions } from '../sql-conditions.ts';
import type { ColumnFacts } from './catalog.ts';
import { quoteName } from '../../../kit/sql/identifiers.ts';

/**
 * Writes comparisons as conditions on the columns of a table `t`.
 *
 * "Equal" of a collation is as good as the same bytes, or wider, for collations that are not deterministic.
 *
 * @see https://www.postgresql.org/docs/current/collation.html#COLLATION-NONDETERMINISTIC
 */
export function toConditions(comparisons: readonly FieldComparison[], columns: readonly ColumnFacts[]): SqlConditions {
  return compileConditions(comparisons, {
    findColumn(name) {
      const column = columns.find((candidate) => candidate.name === name);
      const kind = column && findKind(column.type);
      return kind && { sql: `t.${quoteName(name)}`, kind, nullable: !column.notNull };
    },
    parameter: (position, value) => `$${position}::text${typeof value === 'string' ? '' : `::${castOf(value)}`}`,
    byBytes: (sql) => `${sql} collate "C"`,
  });
}

/** Other types stand in records as texts that are written in more than one way, or compared unlike their text. */
function findKind(type: string): ComparedColumn['kind'] | undefined {
  if (type === 'text' || /^character varying(?:\(\d+\))?$/.test(type)) return 'string';
  if (type === 'integer' || type === 'smallint') return 'number';
  return type === 'boolean' ? 'boolean' : undefined;
}

/** Whole numbers as such, so that an index over the column serves. */
function castOf(value: number | boolean): string {
  if (typeof value === 'boolean') return 'boolean';
  return Number.isSafeInteger(value) ? 'int8' : 'float8';
}
