import type { Database } from './client.ts';

/** Finds whose a hook is, through a definer function that answers one exact id only. @returns the organization's UUID. */
export async function findHook(database: Database, id: string): Promise<string | undefined> {
  const [row] = await database.sql<{ org_id: string | null }[]>`select hub_find_hook(${id}) as org_id`;
  return row?.org_id ?? undefined;
}
