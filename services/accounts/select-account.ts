import { notFound } from '../../core/errors.ts';
import type { accounts } from '../../drizzle/schema/index.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { Row } from '../shared/rows.ts';
import { toLookup } from '../shared/schemas.ts';
import type { AccountRow } from './account.ts';

export type VersionedAccountRow = AccountRow & Row<typeof accounts, 'rowVersion'>;

/** Reads one account; with a lock, it cannot be changed (`change`) or referred to (`delete`) meanwhile. */
export async function selectAccount(
  { sql }: Transaction,
  orgId: string,
  id: string,
  lock?: 'change' | 'delete',
): Promise<VersionedAccountRow> {
  const locking = { change: sql`for no key update`, delete: sql`for update` };
  const [row] = await sql<VersionedAccountRow[]>`
    select id, name, status, external_ref, metadata, created_at, updated_at, row_version from accounts
    where org_id = ${orgId} and id = ${toLookup('account', id)} ${lock === undefined ? sql`` : locking[lock]}`;
  if (row === undefined) throw notFound();
  return row;
}
