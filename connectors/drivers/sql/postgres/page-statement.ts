import type { SqlConditions } from '../sql-conditions.ts';
import type { PageRequest } from '../table-source.ts';
import type { ColumnFacts } from './catalog.ts';
import { quoteName, quoteTable, type TableName } from '../../../kit/sql/identifiers.ts';

/** What a page is read by. */
export interface PageShape {
  table: TableName;
  columns: readonly ColumnFacts[];
  key: readonly ColumnFacts[];
  isFirst: boolean;
  conditions: SqlConditions;
  range?: PageRequest<ColumnFacts>['range'];
}

/**
 * Reads a page as one JSON text that the database builds: parsing it costs this process far less than rows do.
 *
 * Parameters: those of the conditions, the first value of the range, the last key's values as text, then the number of
 * rows.
 */
export function pageStatement({ table, columns, key, isFirst, conditions, range }: PageShape): string {
  // Named by their table: a bare name would mean the output column, which may be the number's text.
  const names = key.map(({ name }) => `t.${quoteName(name)}`).join(', ');
  const limits = range === undefined ? [] : [limitTo(range, conditions.values.length + 1)];
  const from = conditions.values.length + 1 + (range === undefined || range.rows === 'unset' ? 0 : 1);
  const place = key.map(({ type }, index) => `$${from + index}::text::${type}`).join(', ');
  const all = [...conditions.texts, ...limits, ...(isFirst ? [] : [`(${names}) > (${place})`])];
  const where = all.length === 0 ? '' : ` where ${all.join(' and ')}`;
  const limit = `$${isFirst ? from : from + key.length}::int`;
  const members = columns.map((column) => `${asJson(column)} as ${quoteName(column.name)}`).join(', ');
  return `select coalesce(json_agg(page), '[]')::text as page from (
  select ${members} from ${quoteTable(table)} as t${where} order by ${names} limit ${limit}) as page`;
}

function limitTo({ column, rows }: NonNullable<PageShape['range']>, position: number): string {
  const name = `t.${quoteName(column.name)}`;
  return rows === 'unset' ? `${name} is null` : `${name} >= $${position}::text::${column.type}`;
}

/**
 * Reads the rows that have one of some values in a column, as one JSON text.
 *
 * Parameter: a JSON list of the values as text.
 */
export function searchStatement({
  table,
  columns,
  by,
}: {
  table: TableName;
  columns: readonly ColumnFacts[];
  by: ColumnFacts;
}): string {
  const members = columns.map((column) => `${asJson(column)} as ${quoteName(column.name)}`).join(', ');
  return `select coalesce(json_agg(page), '[]')::text as page from (
  select ${members} from ${quoteTable(table)} as t where t.${quoteName(by.name)} in (
    select value::${by.type} from json_array_elements_text($1::text::json) as wanted (value))) as page`;
}

/** Numbers that JSON numbers cannot hold exactly: they become texts. */
const exactNumbers: Readonly<Record<string, string>> = {
  int8: 'text',
  numeric: 'text',
  money: 'text',
  _int8: 'text[]',
  _numeric: 'text[]',
  _money: 'text[]',
};

function asJson({ name, base }: ColumnFacts): string {
  const cast = exactNumbers[base];
  return `t.${quoteName(name)}${cast === undefined ? '' : `::${cast}`}`;
}
