import { toId } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { LookupTables } from '../../formula/lookup-tables.ts';

/** Reads the newest versions of lookup tables, for trying a definition. */
export async function readLookupTables(
  { sql }: Transaction,
  orgId: string,
  ids: readonly string[],
): Promise<LookupTables> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: string; entries: JsonObject }[]>`
    select t.id, v.entries from lookup_tables t
    join lookup_table_versions v on v.org_id = t.org_id and v.table_id = t.id and v.version = t.version
    where t.org_id = ${orgId} and t.id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, entries }) => [toId('lookupTable', id), new Map(Object.entries(entries))]));
}
