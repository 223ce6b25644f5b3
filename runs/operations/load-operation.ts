import { type ConnectorColumns, type HeldConnectors, holdConnectors, joinConnector } from '../../catalogue/index.ts';
import { isJsonObject } from '../../core/json.ts';
import type { WriteOperation } from '../../core/records.ts';
import { type Pipeline } from '../../drizzle/index.ts';
import type { LoadedConnection } from '../../sessions/loaded-connection.ts';

/** An operation that has not ended, as the database stores it. */
export interface LoadedOperation {
  object: string;
  operation: WriteOperation;
  sealed: Buffer;
  /** Since it was asked for, in milliseconds. */
  ageMs: number;
  attempts: number;
  /** Of the last lease. */
  epoch: number;
  /** Absent where it was deleted. */
  connection: (LoadedConnection & { status: string; name: string }) | undefined;
}

export interface OperationAddress {
  orgId: string;
  /** UUID of the operation. */
  id: string;
}

interface SqlRow extends ConnectorColumns {
  object: string;
  operation: WriteOperation;
  sealed: Buffer;
  age_ms: number;
  attempts: number;
  epoch: number;
  connection_id: string | null;
  name: string;
  status: string;
  config: unknown;
  version: number;
  auth_method: string;
  credentials: Buffer | null;
}

/** @returns `undefined` for one that has ended. */
export async function loadOperation(
  tx: Pipeline,
  { orgId, id }: OperationAddress,
): Promise<LoadedOperation | undefined> {
  const { sql } = tx;
  const held = holdConnectors(orgId);
  const [row] = await sql<SqlRow[]>`
    select o.object, o.operation, o.sealed, extract(epoch from clock_timestamp() - o.created_at)::float8 * 1000 as age_ms,
      o.attempts, o.lease_epoch as epoch,
      c.id as connection_id, c.name, c.status, c.service_type, c.config, c.credential_version as version,
      k.auth_method, k.sealed as credentials, own.*
    from operations o
    left join connections c on c.org_id = o.org_id and c.id = o.connection_id and c.deleted_at is null
    ${joinConnector(tx, held, sql`o.created_at`)}
    left join connection_credentials k
      on k.org_id = c.org_id and k.connection_id = c.id and k.version = c.credential_version
    where o.org_id = ${orgId} and o.id = ${id} and o.ended_at is null and o.sealed is not null`.execute();
  if (row === undefined) return undefined;
  return {
    object: row.object,
    operation: row.operation,
    sealed: row.sealed,
    ageMs: row.age_ms,
    attempts: row.attempts,
    epoch: row.epoch,
    connection: toConnection(row, held),
  };
}

function toConnection(row: SqlRow, held: HeldConnectors): LoadedOperation['connection'] {
  if (row.connection_id === null || row.credentials === null) return undefined;
  return {
    id: row.connection_id,
    name: row.name,
    status: row.status,
    serviceType: row.service_type,
    connector: held.read(row),
    config: isJsonObject(row.config) ? row.config : {},
    credentialVersion: row.version,
    authMethod: row.auth_method,
    sealed: row.credentials,
  };
}
