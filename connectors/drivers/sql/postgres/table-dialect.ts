import { isJsonObject, type Json, type JsonObject } from '../../../../core/json.ts';
import type { Fault } from '../../../kit/fault.ts';
import { parseJson, toPlainText } from '../../../kit/type-guards.ts';
import type { TableName } from '../../../kit/sql/identifiers.ts';
import { toMark } from '../table-changes.ts';
import type { DecodedRows, TableDialect } from '../table-source.ts';
import { type ColumnFacts, findTable, type TableFacts } from './catalog.ts';
import { toConditions } from './conditions.ts';
import type { DatabasePool } from './database-pool.ts';
import { findCursorKind, markStatement } from './mark-statement.ts';
import { pageStatement, searchStatement } from './page-statement.ts';

/** How a table of PostgreSQL is read: the database makes a page one JSON text. */
export function createTableDialect(database: DatabasePool, table: TableName): TableDialect<ColumnFacts> {
  return {
    findTable: async (signal) => {
      const found = await findTable(database, table, signal);
      if (!found.ok) return found;
      const { facts } = found;
      const refuseKey = (key: readonly ColumnFacts[]): Fault | undefined => refuseNullable(facts, key);
      return { ok: true, table: { columns: facts.columns, key: findKey(facts), refuseKey } };
    },
    toConditions,
    readRows: async ({ after, limit, ...shape }, signal) => {
      const text = pageStatement({ ...shape, table, isFirst: after.length === 0 });
      const from = shape.range === undefined || shape.range.rows === 'unset' ? [] : [shape.range.rows.from];
      const values = [...shape.conditions.values.map(String), ...from, ...after, limit];
      const outcome = await database.run({ text, values }, signal);
      if (!outcome.ok) return outcome;
      return toPage(outcome.rows[0]?.['page']);
    },
    searchRows: async (search, wanted, signal) => {
      const statement = { text: searchStatement({ ...search, table }), values: [JSON.stringify(wanted)] };
      const outcome = await database.run(statement, signal);
      return outcome.ok ? toPage(outcome.rows[0]?.['page']) : outcome;
    },
    // Every type's JSON form is also one that its input takes, so that the record itself gives the place.
    toPlace: (value) => toPlainText(value),
    findCursorKind: ({ base }) => findCursorKind(base),
    isNullable: ({ notNull }) => !notNull,
    readMark: async (request, signal) => {
      const outcome = await database.run(markStatement(table, request), signal);
      return outcome.ok ? toMark(outcome.rows[0]) : outcome;
    },
  };
}

function findKey({ unique, columns }: TableFacts): readonly string[] | undefined {
  const isKey = (names: readonly string[]): boolean =>
    names.every((name) => columns.find((column) => column.name === name)?.notNull === true);
  return unique.find((index) => index.primary || isKey(index.columns))?.columns;
}

/** Of views nobody knows which columns are null: who names the key answers for it. */
function refuseNullable({ kind }: TableFacts, key: readonly ColumnFacts[]): Fault | undefined {
  const nullable = key.find(({ notNull }) => !notNull);
  if (nullable === undefined || kind === 'v' || kind === 'm') return undefined;
  return { kind: 'config', message: `Rows cannot be read along ${nullable.name}, which may be null.` };
}

function toPage(page: unknown): { ok: true; decode: () => DecodedRows } {
  const json = typeof page === 'string' ? page : '[]';
  return { ok: true, decode: () => ({ records: toRecords(parseJson(json)), bytes: Buffer.byteLength(json) }) };
}

function toRecords(page: Json): JsonObject[] {
  return Array.isArray(page) ? page.filter(isJsonObject) : [];
}
