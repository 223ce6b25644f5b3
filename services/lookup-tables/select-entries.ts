import { notFound } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Transaction } from '../../drizzle/client.ts';

/** Reads the entries of one version. @throws {HubError} `not_found` */
export async function selectEntries(
  { sql }: Transaction,
  orgId: string,
  { id, version }: { id: string; version: number },
): Promise<JsonObject> {
  const [row] = await sql<{ entries: JsonObject }[]>`
    select entries from lookup_table_versions where org_id = ${orgId} and table_id = ${id} and version = ${version}`;
  if (row === undefined) throw notFound();
  return row.entries;
}
