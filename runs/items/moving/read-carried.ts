import { withTenantPipelined } from '../../../drizzle/index.ts';
import { countBytes, type StoredItem } from '../item-rows.ts';
import { selectCarried } from '../item-statements.ts';
import { type ItemReader, readContexts } from '../read-items.ts';
import type { Carried, CarriedItems } from './carried.ts';

/**
 * Reads what items carry, in their order.
 *
 * @param kept Where it is kept still; the rows are bare then, and what is not kept is read as it is stored.
 */
export async function readCarried(
  reader: ItemReader,
  rows: readonly StoredItem[],
  kept: CarriedItems | undefined,
): Promise<(Carried | undefined)[]> {
  const found = rows.map((row) => kept?.take(row));
  const missing = rows.filter((_, index) => found[index] === undefined);
  if (missing.length === 0) return found;
  const stored = kept === undefined ? missing : await readStored(reader, missing);
  const contexts = await readContexts(reader, stored);
  const read = new Map<string, Carried>();
  for (const [index, row] of stored.entries()) {
    const context = contexts[index];
    if (context !== undefined) read.set(row.id, { context, bytes: countBytes([row]) });
  }
  return rows.map(({ id }, index) => found[index] ?? read.get(id));
}

async function readStored({ database, address }: ItemReader, rows: readonly StoredItem[]): Promise<StoredItem[]> {
  const ids = rows.map(({ id }) => id);
  const stored = await withTenantPipelined(database, address.orgId, (tx) => selectCarried(tx, address.orgId, ids));
  const byId = new Map(stored.map((row) => [row.id, row]));
  return rows.flatMap((row) => {
    const carried = byId.get(row.id);
    return carried === undefined ? [] : [{ ...row, ...carried }];
  });
}
