import { HubError } from '../../../core/errors.ts';
import { toId } from '../../../core/ids.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { messages } from '../../../core/messages.ts';

/** A connection that keeps an integration from running. */
export interface UnusableConnection {
  id: string;
  name: string;
  deleted: boolean;
}

/** Reads which connections keep an integration's next run from working. */
export function readUnusable({ sql }: Transaction, orgId: string, integrationId: string) {
  return sql<UnusableConnection[]>`
    select c.id, c.name, c.deleted_at is not null as deleted
    from integrations i
    join integration_revisions v on v.org_id = i.org_id and v.integration_id = i.id
     and v.revision = coalesce(i.active_revision, i.revision)
    join connections c on c.org_id = v.org_id and c.id = any(v.connection_ids)
    where i.org_id = ${orgId} and i.id = ${integrationId} and (c.status = 'disabled' or c.deleted_at is not null)
    order by c.id`;
}

/**
 * @throws {HubError} `integration_not_ready` where a connection was deleted, `invalid_state` where one is disabled; both
 *   name the connections.
 */
export function requireWorking(found: readonly UnusableConnection[]): void {
  const isDeleted = found.some(({ deleted }) => deleted);
  const named = found.filter(({ deleted }) => deleted === isDeleted);
  if (named.length === 0) return;
  const names = named.map(({ name }) => `"${name}"`).join(', ');
  const details = { connections: named.map(({ id }) => toId('connection', id)) };
  if (isDeleted) {
    const message = messages.connectionsDeleted({ names });
    throw new HubError('integration_not_ready', message, { details });
  }
  throw new HubError('invalid_state', messages.connectionsDisabled({ names }), { details });
}
