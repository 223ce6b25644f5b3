import { z } from 'zod';
import { type DiscoveredObject, discovery } from '../../../core/connection-requests.ts';
import type { Transaction } from '../../../drizzle/client.ts';

const discoveredObject = discovery.shape.objects.element;

/** What the last discovery of a connection found of an object. @param of The connection's UUID, and the object's name. */
export async function findDiscovered(
  { sql }: Transaction,
  orgId: string,
  { connectionId, object }: { connectionId: string; object: string },
): Promise<DiscoveredObject | undefined> {
  const rows = await sql<{ object: unknown }[]>`
    select jsonb_path_query_first(discovered, '$.objects[*] ? (@.id == $id)', jsonb_build_object('id', ${object}::text)) as object
    from connection_schemas where org_id = ${orgId} and connection_id = ${connectionId}`;
  return z.nullish(discoveredObject).parse(rows[0]?.object) ?? undefined;
}
