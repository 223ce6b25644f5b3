import type { JsonObject } from '../../../../core/json.ts';
import type { TableName } from '../../../kit/sql/identifiers.ts';
import { toMark } from '../table-changes.ts';
import type { DecodedRows, PageRequest, TableDialect } from '../table-source.ts';
import { type ColumnFacts, findTable, quoteName, quoteTable, type TableFacts } from './catalog.ts';
import { toConditions } from './conditions.ts';
import type { MysqlDatabase, Row, Statement } from './connection.ts';
import { findCursorKind, markStatement } from './mark-statement.ts';
import { asRead, castTo, orderTerm, toJson, toPlace } from './values.ts';

/** How a table of MySQL is read: rows become records here. */
export function createTableDialect(database: MysqlDatabase, table: TableName): TableDialect<ColumnFacts> {
  return {
    findTable: async (signal) => {
      const found = await findTable(database, table, signal);
      if (!found.ok) return found;
      return { ok: true, table: { columns: found.facts.columns, key: findKey(found.facts) } };
    },
    toConditions,
    readRows: async (page, signal) => {
      const outcome = await database.query(toStatement(table, page), signal);
      if (!outcome.ok) return outcome;
      return { ok: true, decode: () => decodeRows(outcome.value, page.columns) };
    },
    searchRows: async ({ columns, by }, wanted, signal) => {
      const text = `select ${columns.map(asRead).join(', ')} from ${quoteTable(table)}
        where ${quoteName(by.name)} in (${wanted.map(() => castTo(by)).join(', ')})`;
      const outcome = await database.query({ text, values: [...wanted] }, signal);
      return outcome.ok ? { ok: true, decode: () => decodeRows(outcome.value, columns) } : outcome;
    },
    toPlace,
    findCursorKind: ({ type }) => findCursorKind(type),
    isNullable: ({ nullable }) => nullable !== 'NO',
    readMark: async (request, signal) => {
      const outcome = await database.query(markStatement(table, request), signal);
      return outcome.ok ? toMark(outcome.value[0]) : outcome;
    },
  };
}

function decodeRows(rows: readonly Row[], columns: readonly ColumnFacts[]): DecodedRows {
  const records = rows.map((row): JsonObject =>
    Object.fromEntries(columns.map((column) => [column.name, toJson(row[column.name], column)])),
  );
  return { records, bytes: Buffer.byteLength(JSON.stringify(records)) };
}

function toStatement(
  table: TableName,
  { columns, key, conditions, range, after, limit }: PageRequest<ColumnFacts>,
): Statement {
  const names = key.map(orderTerm).join(', ');
  const place = `(${names}) > (${key.map(castTo).join(', ')})`;
  const limits = range === undefined ? [] : [limitTo(range)];
  const all = [...conditions.texts, ...limits, ...(after.length === 0 ? [] : [place])];
  const where = all.length === 0 ? '' : ` where ${all.join(' and ')}`;
  const selected = columns.map(asRead).join(', ');
  const text = `select ${selected} from ${quoteTable(table)}${where} order by ${names} limit ${limit}`;
  const compared = conditions.values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
  const from = range === undefined || range.rows === 'unset' ? [] : [range.rows.from];
  return { text, values: [...compared, ...from, ...after] };
}

/** Said beside the place, as comparisons of several columns at once go along no index here. */
function limitTo({ column, rows }: NonNullable<PageRequest<ColumnFacts>['range']>): string {
  const name = quoteName(column.name);
  return rows === 'unset' ? `${name} is null` : `${name} >= ${castTo(column)}`;
}

/** The primary key, or another unique one whose columns are never null. */
function findKey({ unique, columns }: TableFacts): readonly string[] | undefined {
  return unique.find((names) => names.every((name) => columns.find((one) => one.name === name)?.nullable === 'NO'));
}
