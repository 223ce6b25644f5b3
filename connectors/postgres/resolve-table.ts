import type { ObjectRequest, Resolved, TableObject } from '../kit/object-types.ts';
import { parseTableName } from '../kit/sql/identifiers.ts';
import { postgresConfig } from '../kit/sql/postgres-settings.ts';
import { toTableRead } from '../kit/sql/table-options.ts';
import { sourceOptions, targetOptions } from './options.ts';

/** Builds an object from the name of a table. Only the database knows whether the table exists. */
export function resolveTable({ config, object, options, role }: ObjectRequest): Resolved<TableObject> {
  const { schema } = postgresConfig.parse(config);
  const table = parseTableName(object, schema);
  if (table === undefined) {
    const message = 'This is not the name of a table: it is `table`, `schema.table`, or the same with quotes.';
    return { ok: false, problems: [{ path: 'object', code: 'invalid_value', message }] };
  }
  const title = `Table ${table.schema}.${table.name}`;
  if (role === 'target') {
    const write = { batchMax: targetOptions.parse(options).batch_size };
    return {
      ok: true,
      object: { title, table, operations: { create: write, update: write, upsert: write, delete: write } },
    };
  }
  return { ok: true, object: { title, table, operations: toTableRead(sourceOptions.parse(options)) } };
}
