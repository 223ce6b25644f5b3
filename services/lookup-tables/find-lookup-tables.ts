import type { FieldError } from '../../core/errors.ts';
import { toUuid } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { LookupUse } from '../../transforms/lookup-tables.ts';

/** Tables that one definition may name. */
export const lookupTablesMax = 8;

/**
 * Finds the lookup tables that a definition names; they stay locked against deletion for the rest of the transaction.
 *
 * @returns their UUIDs. What names none that is there is added to `problems`.
 */
export async function findLookupTables(
  { sql }: Transaction,
  orgId: string,
  uses: readonly LookupUse[],
  problems: FieldError[],
): Promise<string[]> {
  const named = new Set(uses.flatMap(({ table }) => toUuid('lookupTable', table) ?? []));
  if (named.size > lookupTablesMax) {
    const message = `A definition names at most ${lookupTablesMax} lookup tables.`;
    problems.push({ path: 'mapping', code: 'too_many_lookup_tables', message });
  }
  const found =
    named.size === 0
      ? []
      : await sql<{ id: string }[]>`
          select id from lookup_tables where org_id = ${orgId} and id = any(${[...named]}::uuid[])
          order by id for key share`;
  const ids = new Set(found.map(({ id }) => id));
  for (const { path, table } of uses) {
    if (ids.has(toUuid('lookupTable', table) ?? '')) continue;
    problems.push({ path, code: 'unknown_lookup_table', message: 'There is no lookup table with this id.' });
  }
  return [...ids];
}
