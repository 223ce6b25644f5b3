import { z } from 'zod';
import type { DiscoveredField, DiscoveredObject, Discovery } from '../../../../core/connection-requests.ts';
import { isSensitiveName } from '../../../../core/secret.ts';
import { boundDiscovery } from '../../shared/discover/bound.ts';
import { fieldsMax, joinPath } from '../../shared/discover/field-path.ts';
import { toConnectorError } from '../../../kit/fault.ts';
import { toCursorColumns } from '../table-changes.ts';
import { findCursorKind } from './mark-statement.ts';
import type { MysqlDatabase, MysqlOutcome, MysqlSettings, Row } from './connection.ts';

const tablesMax = 500;
const columnsMax = 50_000;

/** Tables and views that the user may see, those of the connection's own database first. */
const tables = `select table_schema as sch, table_name as name, table_type as kind from information_schema.tables
  where table_schema not in ('information_schema', 'mysql', 'performance_schema', 'sys')
  order by table_schema <> ?, table_schema, table_name limit ${tablesMax + 1}`;

/** @see https://dev.mysql.com/doc/refman/8.4/en/information-schema-columns-table.html (`EXTRA` tells what is generated) */
const columnsQuery = `select t.sch, t.name, t.kind, c.column_name as col, lower(c.data_type) as type, c.column_type as full_type,
  c.is_nullable = 'NO' as needed,
  c.column_default is not null or lower(c.extra) regexp 'auto_increment|generated' as filled
from (${tables}) t
join information_schema.columns c on c.table_schema = t.sch and c.table_name = t.name
where c.ordinal_position <= ${fieldsMax}
order by t.sch <> ?, t.sch, t.name, c.ordinal_position limit ${columnsMax}`;

const keysQuery = `select t.sch, t.name, s.column_name as col from (${tables}) t
join information_schema.statistics s on s.table_schema = t.sch and s.table_name = t.name
where s.index_name = 'PRIMARY' order by t.sch, t.name, s.seq_in_index`;

/**
 * Columns of documents, which MariaDB keeps as texts with a check. MySQL has a type for them, and no such list.
 *
 * @see https://mariadb.com/docs/server/reference/data-types/string-data-types/json
 */
const documentsQuery = `select t.sch, t.name, c.constraint_name as col from (${tables}) t
join information_schema.check_constraints c on c.constraint_schema = t.sch and c.table_name = t.name
where c.check_clause = concat('json_valid(\`', c.constraint_name, '\`)')`;

/** Columns that an index begins with, and their whole values. */
const indexesQuery = `select distinct t.sch, t.name, s.column_name as col from (${tables}) t
join information_schema.statistics s on s.table_schema = t.sch and s.table_name = t.name
where s.seq_in_index = 1 and s.sub_part is null and s.index_type = 'BTREE'`;

const keyColumn = z.object({ sch: z.string(), name: z.string(), col: z.string() });
const column = keyColumn.extend({
  kind: z.string(),
  type: z.string(),
  full_type: z.string(),
  needed: z.coerce.boolean(),
  filled: z.coerce.boolean(),
});

type Column = z.output<typeof column>;

/** Lists the tables of a server with their columns. @throws {ConnectorError} */
export async function discoverTables(
  database: MysqlDatabase,
  { connectorId, host, port, database: own }: MysqlSettings,
  signal: AbortSignal,
): Promise<Discovery> {
  const read = (outcome: MysqlOutcome<readonly Row[]>): readonly Row[] => {
    if (outcome.ok) return outcome.value;
    throw toConnectorError(outcome.fault, { connectorId, operation: 'discover', endpoint: `${host}:${port} ${own}` });
  };
  const columns = read(await database.query({ text: columnsQuery, values: [own, own] }, signal));
  const keys = read(await database.query({ text: keysQuery, values: [own] }, signal));
  const keyed = Map.groupBy(z.array(keyColumn).parse(keys), toName);
  const documents = await database.query({ text: documentsQuery, values: [own] }, signal);
  if (!documents.ok && documents.fault.kind !== 'config') read(documents);
  const checked = new Set((documents.ok ? z.array(keyColumn).parse(documents.value) : []).map(toColumnName));
  const indexes = read(await database.query({ text: indexesQuery, values: [own] }, signal));
  const indexed = Map.groupBy(z.array(keyColumn).parse(indexes), toName);
  const typed = z
    .array(column)
    .parse(columns)
    .map((one) => (checked.has(toColumnName(one)) ? { ...one, type: 'json' } : one));
  const found = [...Map.groupBy(typed, toName)];
  const objects = found
    .slice(0, tablesMax)
    .map(([name, listed]) => toObject(listed, { key: keyed.get(name) ?? [], indexed: indexed.get(name) ?? [] }, own));
  return boundDiscovery(objects, found.length > tablesMax || columns.length >= columnsMax);
}

function toName({ sch, name }: { sch: string; name: string }): string {
  return JSON.stringify([sch, name]);
}

function toColumnName({ sch, name, col }: z.output<typeof keyColumn>): string {
  return JSON.stringify([sch, name, col]);
}

type Names = readonly { col: string }[];

function toObject(
  columns: readonly Column[],
  { key, indexed }: Record<'key' | 'indexed', Names>,
  own: string,
): DiscoveredObject {
  const { sch = own, name = '', kind } = columns[0] ?? {};
  const cursors = columns.filter(({ type }) => findCursorKind(type) !== undefined).map(({ col }) => col);
  const known = kind === 'BASE TABLE' ? indexed.map(({ col }) => col) : undefined;
  return {
    id: [...(sch === own ? [] : [sch]), name].map(toPart).join('.'),
    title: `Table ${sch}.${name}`,
    ...(key.length === 0 ? {} : { key: key.map(({ col }) => joinPath('', col)) }),
    operations: ['list', ...(kind === 'BASE TABLE' ? ['create', 'update', 'upsert', 'delete'] : [])],
    fields: columns.map(toField),
    fields_from: 'catalog',
    ...toCursorColumns(cursors, known),
  };
}

/** A part of a table's name, in quotes where it would be read as something else. */
function toPart(name: string): string {
  return /[".\s]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

function toField({ col, type, full_type: nativeType, needed, filled }: Column): DiscoveredField {
  return {
    path: joinPath('', col),
    type: types[type] ?? 'string',
    native_type: nativeType,
    ...(needed ? { required: true } : {}),
    ...(filled ? { has_default: true } : {}),
    ...(isSensitiveName(col) ? { sensitive: true } : {}),
  };
}

/**
 * What a value is as JSON; 64-bit and decimal numbers and all others come as texts. A `tinyint`
 * and a `bit` are read as numbers, and take true and false.
 */
const types: Readonly<Record<string, DiscoveredField['type']>> = {
  tinyint: 'any',
  bit: 'any',
  smallint: 'integer',
  mediumint: 'integer',
  int: 'integer',
  year: 'integer',
  float: 'number',
  double: 'number',
  json: 'any',
};
