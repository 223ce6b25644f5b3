import type { FieldError } from '../../core/errors.ts';
import { toId, toUuid } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { TargetDefinition } from '../../engine/definition.ts';
import { messages } from '../../core/messages.ts';

/** Other integrations that a warning names. */
const namedMax = 3;

/**
 * Warns of other integrations that change records of the same object through the same connection: each compares with what
 * it wrote itself, so neither sees what the other one overwrote. Integrations that only create records do not meet.
 */
export async function findSharedTarget(
  { sql }: Transaction,
  orgId: string,
  { id, target }: { id: string; target: TargetDefinition | undefined },
): Promise<FieldError[]> {
  const connectionId = target && toUuid('connection', target.connection_id);
  if (target === undefined || connectionId === undefined || target.operation === 'create') return [];
  const others = await sql<{ id: string; name: string }[]>`
    select integrations.id, integrations.name
    from integration_revisions as revisions
    join integrations on integrations.org_id = revisions.org_id and integrations.id = revisions.integration_id
     and integrations.revision = revisions.revision and integrations.deleted_at is null
    where revisions.org_id = ${orgId} and revisions.connection_ids @> array[${connectionId}::uuid]
      and definition -> 'target' ->> 'connection_id' = ${target.connection_id}
      and definition -> 'target' ->> 'object' = ${target.object}
      and definition -> 'target' ->> 'operation' is distinct from 'create'
      and integrations.status <> 'draft' and integrations.id <> ${id}
    order by integrations.id limit ${namedMax}`;
  if (others.length === 0) return [];
  const names = others.map((other) => `"${other.name}" (${toId('integration', other.id)})`).join(', ');
  const message = messages.targetShared({ names });
  return [{ path: 'target.object', code: 'shared_target', message }];
}
