import type { Database } from './client.ts';

/** Finds a link by the HMAC of its token, through a definer function that answers an exact HMAC only. */
export async function findConnectionLink(
  database: Database,
  tokenHmac: Buffer,
): Promise<{ orgId: string; id: string } | undefined> {
  const [row] = await database.sql<
    { org_id: string; id: string }[]
  >`select * from hub_find_connection_link(${tokenHmac})`;
  return row && { orgId: row.org_id, id: row.id };
}
