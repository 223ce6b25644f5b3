import { z } from 'zod';
import type { Fault } from '../../../kit/fault.ts';
import type { TableName } from '../../../kit/sql/identifiers.ts';
import type { MysqlDatabase } from './connection.ts';
import { likelyMax, missingTable, tableNames } from '../missing-table.ts';

const column = z.object({
  name: z.string(),
  /** Name of the type alone: `int`, `varchar`. */
  type: z.string(),
  /** With its modifiers: `int(10) unsigned`. */
  full_type: z.string(),
  nullable: z.string(),
  extra: z.string(),
});

export type ColumnFacts = z.output<typeof column>;

export interface TableFacts {
  columns: ColumnFacts[];
  /** Column sets that are unique for every row, the primary key first. */
  unique: string[][];
  /** The primary key, where it is one column. */
  keyColumn: string | undefined;
}

export type FoundTable = { ok: true; facts: TableFacts } | { ok: false; fault: Fault };

/** @see https://dev.mysql.com/doc/refman/8.4/en/information-schema-columns-table.html */
const columnsQuery = `select column_name as name, lower(data_type) as type, lower(column_type) as full_type,
  is_nullable as nullable, lower(extra) as extra
from information_schema.columns where table_schema = ? and table_name = ? order by ordinal_position`;

/** @see https://dev.mysql.com/doc/refman/8.4/en/information-schema-statistics-table.html */
const keysQuery = `select index_name as name, column_name as col, sub_part as part
from information_schema.statistics where table_schema = ? and table_name = ? and non_unique = 0
order by index_name <> 'PRIMARY', index_name, seq_in_index`;

/** @see https://dev.mysql.com/doc/refman/8.4/en/information-schema-tables-table.html */
const likelyQuery = `select table_schema as \`schema\`, table_name as name from information_schema.tables
where (table_schema = ? or table_name = ?) and table_schema not in ('information_schema', 'mysql', 'performance_schema', 'sys')
order by table_schema <> ?, table_name limit ${likelyMax}`;

const keyColumn = z.object({ name: z.string(), col: z.string(), part: z.unknown() });

/** Reads the definition of a table from the catalog. */
export async function findTable(
  database: MysqlDatabase,
  { schema, name }: TableName,
  signal?: AbortSignal,
): Promise<FoundTable> {
  const columns = await database.query({ text: columnsQuery, values: [schema, name] }, signal);
  if (!columns.ok) return columns;
  if (columns.value.length === 0) {
    const likely = await database.query({ text: likelyQuery, values: [schema, name, schema] }, signal);
    const known = likely.ok ? tableNames.parse(likely.value) : [];
    return { ok: false, fault: missingTable({ schema, name }, `${schema}.${name}`, known) };
  }
  const keys = await database.query({ text: keysQuery, values: [schema, name] }, signal);
  if (!keys.ok) return keys;
  const facts = { columns: z.array(column).parse(columns.value), ...toKeys(z.array(keyColumn).parse(keys.value)) };
  return { ok: true, facts };
}

/** Indexes over a part of a text are not unique for the whole of it. */
function toKeys(rows: readonly z.output<typeof keyColumn>[]): Pick<TableFacts, 'unique' | 'keyColumn'> {
  const found = new Map<string, string[]>();
  const partial = new Set<string>();
  for (const { name, col, part } of rows) {
    found.set(name, [...(found.get(name) ?? []), col]);
    if (part !== null) partial.add(name);
  }
  const [key, ...others] = partial.has('PRIMARY') ? [] : (found.get('PRIMARY') ?? []);
  return {
    unique: [...found].flatMap(([name, columns]) => (partial.has(name) ? [] : [columns])),
    keyColumn: others.length === 0 ? key : undefined,
  };
}

export function quoteName(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

export function quoteTable({ schema, name }: TableName): string {
  return `${quoteName(schema)}.${quoteName(name)}`;
}
