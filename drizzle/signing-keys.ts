import type { Database } from './client.ts';

/** A key of the whole installation, with its private part sealed. */
export interface SigningKeyRow {
  kid: string;
  publicJwk: Record<string, unknown>;
  sealed: Buffer;
  /** As the server wrote it, for the comparison in `addSigningKey`. */
  createdAt: string;
}

/** Reads all keys, newest first. */
export async function readSigningKeys(database: Database): Promise<SigningKeyRow[]> {
  const rows = await database.sql<
    { kid: string; public_jwk: Record<string, unknown>; sealed: Buffer; created_at: string }[]
  >`select * from hub_read_signing_keys()`;
  return rows.map((row) => ({
    kid: row.kid,
    publicJwk: row.public_jwk,
    sealed: row.sealed,
    createdAt: row.created_at,
  }));
}

/**
 * Adds a key, unless one came after the newest that the caller knew: of many processes that add at once, one does.
 *
 * @param knownNewest `createdAt` of the newest known key; `undefined` when none was there.
 * @param keep How many keys stay, the new one among them.
 * @returns whether this key was taken.
 */
export async function addSigningKey(
  database: Database,
  key: Omit<SigningKeyRow, 'createdAt'>,
  { knownNewest = '-infinity', keep }: { knownNewest?: string | undefined; keep: number },
): Promise<boolean> {
  const [row] = await database.sql<{ added: boolean }[]>`
    select hub_add_signing_key(${key.kid}, ${JSON.stringify(key.publicJwk)}, ${key.sealed}, ${knownNewest}, ${keep})
      as added`;
  return row?.added === true;
}
