import type { ObjectRequest, Resolved, TableObject } from '../kit/object-types.ts';
import { mysqlConfig } from '../kit/sql/mysql-settings.ts';
import { parseTableName } from '../kit/sql/identifiers.ts';
import { toTableRead } from '../kit/sql/table-options.ts';
import { sourceOptions } from './options.ts';

/** Rows of one write call. Each is a statement, so this bounds its time. */
const batchMax = 200;

/** Builds an object from the name of a table. Only the database knows whether the table exists. */
export function resolveTable({ config, object, options, role }: ObjectRequest): Resolved<TableObject> {
  const table = parseTableName(object, mysqlConfig.parse(config).database);
  if (table === undefined) {
    const message = 'This is not the name of a table: it is `table`, `database.table`, or the same with quotes.';
    return { ok: false, problems: [{ path: 'object', code: 'invalid_value', message }] };
  }
  const title = `Table ${table.schema}.${table.name}`;
  if (role === 'target') {
    const write = { batchMax };
    return {
      ok: true,
      object: { title, table, operations: { create: write, update: write, upsert: write, delete: write } },
    };
  }
  return { ok: true, object: { title, table, operations: toTableRead(sourceOptions.parse(options)) } };
}
