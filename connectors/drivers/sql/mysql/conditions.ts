import type { FieldComparison } from '../../../../core/field-comparison.ts';
import { type ComparedColumn, compileConditions, type SqlConditions } from '../sql-conditions.ts';
import { type ColumnFacts, quoteName } from './catalog.ts';

/** Writes comparisons as conditions on the columns of a table. */
export function toConditions(comparisons: readonly FieldComparison[], columns: readonly ColumnFacts[]): SqlConditions {
  return compileConditions(comparisons, {
    findColumn(name) {
      const column = columns.find((candidate) => candidate.name === name);
      const kind = column && findKind(column.type);
      return kind && { sql: quoteName(name), kind, nullable: column.nullable !== 'NO' };
    },
    parameter: () => '?',
  });
}

/**
 * Collations here ignore case, accents and spaces at the end, so that of texts only "equal" is asked for.
 *
 * @see https://dev.mysql.com/doc/refman/8.4/en/charset-collation-names.html
 */
function findKind(type: string): ComparedColumn['kind'] | undefined {
  if (/^(?:(?:var)?char|(?:tiny|medium|long)?text)$/.test(type)) return 'string';
  return /^(?:tiny|small|medium)?int$/.test(type) ? 'number' : undefined;
}
