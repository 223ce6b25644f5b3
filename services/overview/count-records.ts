import type { Transaction } from '../../drizzle/client.ts';

/** Failed records that are looked at: the newest. */
export const openRecordsMax = 10_000;

/** How many records failed, of rows of `newest`: one that failed several times counts once, and each without a key. */
export function countRecords({ sql }: Transaction) {
  return sql`count(distinct newest.source_key) + count(*) filter (where newest.source_key is null)`;
}
