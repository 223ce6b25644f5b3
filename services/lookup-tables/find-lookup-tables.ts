import type { FieldError } from '../../core/errors.ts';
import { toUuid } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { LookupUse } from '../../formula/lookup-tables.ts';
import { findTablesNamed } from './name-tables-by-id.ts';
import { messages } from '../../core/messages.ts';

/** Tables that one definition may name. */
export const lookupTablesMax = 8;

/**
 * Finds the lookup tables that a definition names; they stay locked against deletion for the rest of the transaction.
 *
 * @returns their UUIDs. What names none that is there is added to `problems`.
 */
export async function findLookupTables(
  tx: Transaction,
  orgId: string,
  uses: readonly LookupUse[],
  problems: FieldError[],
): Promise<string[]> {
  const named = new Set(uses.flatMap(({ table }) => toUuid('lookupTable', table) ?? []));
  if (named.size > lookupTablesMax) {
    const message = messages.lookupTablesTooMany({ max: lookupTablesMax });
    problems.push({ path: 'mapping', code: 'too_many_lookup_tables', message });
  }
  const found =
    named.size === 0
      ? []
      : await tx.sql<{ id: string }[]>`
          select id from lookup_tables where org_id = ${orgId} and id = any(${[...named]}::uuid[])
          order by id for key share`;
  const ids = new Set(found.map(({ id }) => id));
  const unknown = uses.filter(({ table }) => !ids.has(toUuid('lookupTable', table) ?? ''));
  if (unknown.length > 0) problems.push(...(await describeUnknown(tx, orgId, unknown)));
  return [...ids];
}

/** Lists the ids that a name may stand for: formulas accept ids only, and a name of several tables is ambiguous. */
async function describeUnknown(tx: Transaction, orgId: string, uses: readonly LookupUse[]): Promise<FieldError[]> {
  const names = uses.flatMap(({ table }) => (toUuid('lookupTable', table) === undefined ? [table] : []));
  const meant = names.length === 0 ? new Map<string, string[]>() : await findTablesNamed(tx, orgId, names);
  return uses.map(({ path, table }) => {
    const allowed = meant.get(table);
    if (allowed !== undefined) {
      const message =
        allowed.length > 1 ? messages.lookupNameAmbiguous({ count: allowed.length }) : messages.lookupNameInFormula;
      return { path, code: 'unknown_lookup_table', message, allowed };
    }
    const message = names.includes(table) ? messages.lookupNameUnknown({ name: table }) : messages.lookupIdUnknown;
    return { path, code: 'unknown_lookup_table', message };
  });
}
