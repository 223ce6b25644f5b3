import { z } from 'zod';
import type { DiscoveredField, DiscoveredObject, Discovery } from '../../../../core/connection-requests.ts';
import { isSensitiveName } from '../../../../core/secret.ts';
import { boundDiscovery } from '../../shared/discover/bound.ts';
import { fieldsMax, joinPath } from '../../shared/discover/field-path.ts';
import { toConnectorError } from '../../../kit/fault.ts';
import { parseJson } from '../../../kit/type-guards.ts';
import { toCursorColumns } from '../table-changes.ts';
import type { DatabasePool } from './database-pool.ts';
import { findCursorKind } from './mark-statement.ts';
import { quoteName } from '../../../kit/sql/identifiers.ts';
import { type PostgresSettings, toDatabaseName } from '../../../kit/sql/postgres-settings.ts';

const tablesMax = 500;

const tables = z.array(
  z.object({
    schema: z.string(),
    name: z.string(),
    readable: z.boolean(),
    writable: z.boolean(),
    erasable: z.boolean(),
    columns: z.array(
      z.object({ name: z.string(), type: z.string(), base: z.string(), required: z.boolean(), filled: z.boolean() }),
    ),
    key: z.array(z.string()).nullable(),
    /** Columns that an index in their order begins with; null of views and foreign tables, whose indexes nobody tells. */
    indexed: z.array(z.string()).nullable(),
  }),
);

type Table = z.output<typeof tables>[number];

/** Tables and views that the user may read or write, those of the configured schema first. */
const tablesQuery = `
select coalesce(pg_catalog.json_agg(t), '[]')::text as tables from (
  select n.nspname as schema, c.relname as name,
    pg_catalog.has_table_privilege(c.oid, 'select') as readable,
    c.relkind in ('r', 'p') and pg_catalog.has_table_privilege(c.oid, 'insert') as writable,
    c.relkind in ('r', 'p') and pg_catalog.has_table_privilege(c.oid, 'delete') as erasable,
    (
      select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
        'name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
        'base', coalesce(b.typname, y.typname), 'required', a.attnotnull or y.typnotnull,
        'filled', a.atthasdef or a.attidentity <> '' or y.typdefault is not null
      ) order by a.attnum), '[]')
      from pg_catalog.pg_attribute a
      join pg_catalog.pg_type y on y.oid = a.atttypid
      left join pg_catalog.pg_type b on b.oid = y.typbasetype
      where a.attrelid = c.oid and a.attnum between 1 and ${fieldsMax} and not a.attisdropped
    ) as columns,
    (
      select pg_catalog.json_agg(a.attname order by k.position)
      from pg_catalog.pg_index i
      cross join pg_catalog.unnest(i.indkey::int2[]) with ordinality k(attnum, position)
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary and k.position <= i.indnkeyatts
    ) as key,
    case when c.relkind in ('r', 'p', 'm') then (
      select coalesce(pg_catalog.json_agg(distinct a.attname), '[]')
      from pg_catalog.pg_index i
      join pg_catalog.pg_class x on x.oid = i.indexrelid
      join pg_catalog.pg_am m on m.oid = x.relam and m.amname = 'btree'
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indrelid = c.oid and i.indisvalid and i.indpred is null
    ) end as indexed
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
    and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
    and pg_catalog.has_schema_privilege(n.oid, 'usage')
    and pg_catalog.has_table_privilege(c.oid, 'select, insert')
  order by n.nspname <> $1, n.nspname, c.relname limit ${tablesMax + 1}
) t`;

/** Lists the tables of a database with their columns. @throws {ConnectorError} */
export async function discoverTables(
  database: DatabasePool,
  settings: PostgresSettings,
  signal: AbortSignal,
): Promise<Discovery> {
  const outcome = await database.run({ text: tablesQuery, values: [settings.schema] }, signal);
  if (!outcome.ok) {
    const { connectorId } = settings;
    throw toConnectorError(outcome.fault, { connectorId, operation: 'discover', endpoint: toDatabaseName(settings) });
  }
  const text = outcome.rows[0]?.['tables'];
  const found = tables.parse(parseJson(typeof text === 'string' ? text : '[]'));
  const objects = found.slice(0, tablesMax).map((table) => toObject(table, settings.schema));
  return boundDiscovery(objects, found.length > tablesMax);
}

function toObject(table: Table, schema: string): DiscoveredObject {
  const { readable, writable, erasable, key, columns } = table;
  const cursors = columns.filter(({ base }) => findCursorKind(base) !== undefined).map(({ name }) => name);
  const id = [...(table.schema === schema ? [] : [table.schema]), table.name].map(toPart).join('.');
  return {
    id,
    title: `Table ${table.schema}.${table.name}`,
    ...(key === null ? {} : { key: key.map((name) => joinPath('', name)) }),
    operations: [
      ...(readable ? ['list'] : []),
      ...(writable ? ['create', 'update', 'upsert'] : []),
      ...(erasable ? ['delete'] : []),
    ],
    fields: columns.map(toField),
    fields_from: 'catalog',
    ...toCursorColumns(cursors, table.indexed ?? undefined),
  };
}

/** A part of a table's name, in quotes where it would be read as something else. */
function toPart(name: string): string {
  return /[".\s]/.test(name) ? quoteName(name) : name;
}

function toField({ name, type, base, required, filled }: Table['columns'][number]): DiscoveredField {
  return {
    path: joinPath('', name),
    type: base.startsWith('_') ? 'array' : (types[base] ?? 'string'),
    native_type: type,
    ...(required ? { required } : {}),
    ...(filled ? { has_default: true } : {}),
    ...(isSensitiveName(name) ? { sensitive: true } : {}),
  };
}

/** What a value is as JSON; `int8`, `numeric` and all others come as texts. */
const types: Readonly<Record<string, DiscoveredField['type']>> = {
  bool: 'boolean',
  float4: 'number',
  float8: 'number',
  int2: 'integer',
  int4: 'integer',
  json: 'any',
  jsonb: 'any',
};
