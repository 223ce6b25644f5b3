import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { connectionCredentials, connections } from '../../drizzle/schema/index.ts';
import type { Row } from '../shared/rows.ts';
import { toLookup } from '../shared/schemas.ts';
import type { ConnectionRow } from './connection.ts';

/** A connection with what changes of it need to know besides its record. */
export type LockedConnection = ConnectionRow &
  Row<typeof connections, 'rowVersion' | 'credentialVersion' | 'previousCredentialVersion' | 'rollbackUntil'> &
  Row<typeof connectionCredentials, 'authMethod'>;

/** Reads a live connection and keeps others from changing it for the rest of the transaction. @throws {HubError} `not_found` */
export async function lockConnection({ sql }: Transaction, orgId: string, id: string): Promise<LockedConnection> {
  const uuid = toLookup('connection', id);
  // Two statements: a join that waits for the lock itself would look for the credentials from before the wait.
  const [, [row]] = await Promise.all([
    sql`select 1 from connections where org_id = ${orgId} and id = ${uuid} for no key update`.execute(),
    sql<LockedConnection[]>`
    select c.id, c.name, c.service_type, c.status, c.status_reason, c.account_id, c.config, c.created_at, c.updated_at, c.row_version,
      c.credential_version, c.previous_credential_version, c.rollback_until, k.auth_method,
      k.expires_at as credentials_expire_at
    from connections c
    join connection_credentials k
      on k.org_id = c.org_id and k.connection_id = c.id and k.version = c.credential_version
    where c.org_id = ${orgId} and c.id = ${uuid} and c.deleted_at is null`,
  ]);
  if (row === undefined) throw notFound();
  return row;
}
