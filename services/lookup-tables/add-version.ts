import type { JsonObject } from '../../core/json.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toJsonb } from '../shared/rows.ts';

/** Versions that are kept of a table: the newest ones. */
export const lookupVersionsKept = 100;

/** Stores the entries of a version, and lets go of those that are too old. To be awaited with the change of the table. */
export function addVersion(
  { sql }: Transaction,
  { orgId, actor }: Pick<ServiceContext, 'orgId' | 'actor'>,
  added: { tableId: string; version: number; entries: JsonObject; entryCount: number },
): PromiseLike<unknown> {
  const { tableId, version, entries, entryCount } = added;
  return Promise.all([
    sql`
      insert into lookup_table_versions (org_id, table_id, version, entries, entry_count, created_by, created_at)
      values (${orgId}, ${tableId}, ${version}, ${toJsonb(entries)}, ${entryCount}, ${actor}, clock_timestamp())`,
    sql`
      delete from lookup_table_versions
      where org_id = ${orgId} and table_id = ${tableId} and version <= ${version - lookupVersionsKept}`,
  ]);
}
