import { messages } from '../../../core/messages.ts';
import type { FieldError } from '../../../core/errors.ts';
import { toId, toUuid } from '../../../core/ids.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { WriteDefinition } from '../../../engine/definition.ts';

/** Other integrations that a warning names. */
const namedMax = 3;
/** Objects that are looked at: nobody reads more warnings of one kind. */
const objectsMax = 20;

/** What a definition writes to, and where it says so. */
export interface Written extends Pick<WriteDefinition, 'connection_id' | 'object' | 'operation'> {
  at: string;
}

/**
 * Warns of other integrations that change records of the same objects through the same connection: each compares with
 * what it wrote itself, so neither sees what the other one overwrote. Integrations that only create records do not meet.
 */
export async function findSharedTargets(
  tx: Transaction,
  orgId: string,
  { id, written }: { id: string; written: readonly Written[] },
): Promise<FieldError[]> {
  const objects = new Map<string, Written>();
  for (const one of written) {
    const name = JSON.stringify([one.connection_id, one.object]);
    if (one.operation !== 'create' && !objects.has(name)) objects.set(name, one);
  }
  const looked = [...objects.values()].slice(0, objectsMax);
  const found = await Promise.all(looked.map((one) => findSharing(tx, orgId, id, one)));
  return found.flat();
}

async function findSharing(
  { sql }: Transaction,
  orgId: string,
  id: string,
  { at, connection_id: connection, object }: Written,
): Promise<FieldError[]> {
  const connectionId = toUuid('connection', connection);
  if (connectionId === undefined) return [];
  const others = await sql<{ id: string; name: string }[]>`
    select integrations.id, integrations.name
    from integration_revisions as revisions
    join integrations on integrations.org_id = revisions.org_id and integrations.id = revisions.integration_id
     and revisions.revision = coalesce(integrations.active_revision, integrations.revision) and integrations.deleted_at is null
    where revisions.org_id = ${orgId} and revisions.connection_ids @> array[${connectionId}::uuid]
      and jsonb_path_exists(
            jsonb_build_object('target', definition -> 'target', 'steps', definition -> 'steps'),
            'lax $.**.keyvalue() ? (@.key == "target" || @.key == "action").value
               ? (@.connection_id == $connection && @.object == $object && !(@.operation == "create"))',
            jsonb_build_object('connection', ${connection}::text, 'object', ${object}::text), true)
      and integrations.status <> 'draft' and integrations.id <> ${id}
    order by integrations.id limit ${namedMax}`;
  if (others.length === 0) return [];
  const names = others.map((other) => `"${other.name}" (${toId('integration', other.id)})`).join(', ');
  const message = messages.targetShared({ names });
  return [{ path: `${at}.object`, code: 'shared_target', message }];
}
