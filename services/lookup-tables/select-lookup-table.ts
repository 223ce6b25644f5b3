import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { toLookup } from '../shared/schemas.ts';
import type { LookupTableRow } from './lookup-table.ts';

/** Reads one lookup table; with a lock, it cannot be changed (`change`) or referred to (`delete`) meanwhile. */
export async function selectLookupTable(
  { sql }: Transaction,
  orgId: string,
  id: string,
  lock?: 'change' | 'delete',
): Promise<LookupTableRow> {
  const locking = { change: sql`for no key update`, delete: sql`for update` };
  const [row] = await sql<LookupTableRow[]>`
    select id, name, version, entry_count, row_version, created_at, updated_at from lookup_tables
    where org_id = ${orgId} and id = ${toLookup('lookupTable', id)} ${lock === undefined ? sql`` : locking[lock]}`;
  if (row === undefined) throw notFound();
  return row;
}
