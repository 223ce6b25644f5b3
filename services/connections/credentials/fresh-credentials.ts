import type { ConnectionStatus } from '../../../core/enums.ts';
import type { Transaction } from '../../../drizzle/client.ts';

/** What becomes of a connection's status when its credentials change: failures were those of the others. */
export function statusWithFreshCredentials(status: ConnectionStatus): ConnectionStatus {
  return status === 'disabled' ? 'disabled' : 'active';
}

/**
 * Takes the way back to earlier credentials away, at once: they were for another address, and a rollback would send them
 * to this one.
 */
export function forgetOtherCredentials({ sql }: Transaction, orgId: string, id: string): PromiseLike<unknown> {
  return Promise.all([
    sql`
      update connections set previous_credential_version = null, rollback_until = null
      where org_id = ${orgId} and id = ${id}`,
    sql`
      delete from connection_credentials k using connections c
      where k.org_id = ${orgId} and k.connection_id = ${id} and c.org_id = k.org_id and c.id = k.connection_id
        and k.version <> c.credential_version`,
  ]);
}
