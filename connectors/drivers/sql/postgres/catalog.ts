import { z } from 'zod';
import { type Fault } from '../../../kit/fault.ts';
import { parseJson } from '../../../kit/type-guards.ts';
import type { DatabasePool } from './database-pool.ts';
import { quoteTable, type TableName } from '../../../kit/sql/identifiers.ts';
import { likelyMax, missingTable, tableNames } from '../missing-table.ts';

const tableFacts = z.object({
  /** `r` table, `p` partitioned table, `v` view, `m` materialized view, `f` foreign table. */
  kind: z.string(),
  columns: z.array(
    z.object({
      name: z.string(),
      /** As a cast needs it, with its modifier: `numeric(10,2)`. */
      type: z.string(),
      /** Name of the type, or of what a domain stands for; arrays begin with `_`. */
      base: z.string(),
      notNull: z.boolean(),
      /** Only the database gives its value. */
      generated: z.boolean(),
      /** Of a row that was inserted, it can be read back. */
      readable: z.boolean(),
    }),
  ),
  /** Column sets that are unique for every row and checked at once. */
  unique: z.array(z.object({ columns: z.array(z.string()), primary: z.boolean() })),
});

export type TableFacts = z.output<typeof tableFacts>;
export type ColumnFacts = TableFacts['columns'][number];

/** @see https://www.postgresql.org/docs/current/catalogs.html */
const factsQuery = `
with t as (select c.oid, c.relkind from pg_catalog.pg_class c where c.oid = pg_catalog.to_regclass($1))
select pg_catalog.json_build_object(
  'kind', t.relkind,
  'columns', (
    select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
      'name', a.attname,
      'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
      'base', coalesce(b.typname, y.typname),
      'notNull', a.attnotnull,
      'generated', a.attgenerated <> '' or a.attidentity = 'a',
      'readable', pg_catalog.has_column_privilege(t.oid, a.attnum, 'select') and not pg_catalog.row_security_active(t.oid)
    ) order by a.attnum), '[]')
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_type y on y.oid = a.atttypid
    left join pg_catalog.pg_type b on b.oid = y.typbasetype
    where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped),
  'unique', (
    select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
      'columns', (
        select pg_catalog.json_agg(a.attname order by k.position)
        from pg_catalog.unnest(i.indkey::int2[]) with ordinality k(attnum, position)
        join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
        where k.position <= i.indnkeyatts),
      'primary', i.indisprimary
    ) order by i.indisprimary desc, i.indexrelid), '[]')
    from pg_catalog.pg_index i
    where i.indrelid = t.oid and i.indisunique and i.indisvalid and i.indimmediate
      and i.indpred is null and i.indexprs is null)
)::text as facts
from t`;

export type FoundTable = { ok: true; facts: TableFacts } | { ok: false; fault: Fault };

/** Reads the definition of a table from the catalog. */
export async function findTable(database: DatabasePool, table: TableName, signal?: AbortSignal): Promise<FoundTable> {
  const outcome = await database.run({ text: factsQuery, values: [quoteTable(table)] }, signal);
  if (!outcome.ok) return { ok: false, fault: outcome.fault };
  const text = outcome.rows[0]?.['facts'];
  if (typeof text !== 'string') {
    return { ok: false, fault: missingTable(table, quoteTable(table), await listLikely(database, table, signal)) };
  }
  return { ok: true, facts: tableFacts.parse(parseJson(text)) };
}

const likelyQuery = `
select n.nspname as schema, c.relname as name from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'v', 'm', 'f') and (n.nspname = $1 or c.relname = $2)
  and n.nspname not in ('pg_catalog', 'information_schema') and pg_catalog.has_schema_privilege(n.oid, 'usage')
order by n.nspname <> $1, c.relname limit ${likelyMax}`;

async function listLikely(
  database: DatabasePool,
  { schema, name }: TableName,
  signal: AbortSignal | undefined,
): Promise<TableName[]> {
  const outcome = await database.run({ text: likelyQuery, values: [schema, name] }, signal);
  return outcome.ok ? tableNames.parse(outcome.rows) : [];
}
