import { type ConnectorColumns, findConnector, holdConnectors, joinConnector } from '../catalogue/index.ts';
import type { Connector } from '../connectors/kit/connector.ts';
import type { UnsavedCredentials } from '../sessions/session-deps.ts';
import type { LoadedConnection } from '../sessions/loaded-connection.ts';
import { type ConnectionRequestKind, connectionRequestKinds, storedInput } from '../core/connection-requests.ts';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import { type Database, withTenant } from '../drizzle/index.ts';
import { z } from 'zod';

/** A request that is ours to answer. Neither `stored` nor `unsaved`: its connection is gone. */
export interface ClaimedRequest {
  kind: ConnectionRequestKind;
  input: JsonObject;
  stored?: LoadedConnection;
  unsaved?: UnsavedCredentials;
}

interface Row extends ConnectorColumns {
  kind: string;
  input: unknown;
  request_sealed: Buffer | null;
  id: string | null;
  config: unknown;
  version: number;
  auth_method: string;
  sealed: Buffer | null;
}

/**
 * Marks a request as claimed. Credentials that came with it leave the table here.
 *
 * @returns `undefined` when another worker was first, or the request was abandoned.
 */
export function claimRequest(
  database: Database,
  { orgId, id }: { orgId: string; id: string },
): Promise<ClaimedRequest | undefined> {
  const held = holdConnectors(orgId);
  return withTenant(database, orgId, async (tx) => {
    const [row] = await tx.sql<Row[]>`
      with claimed as (
        select kind, connection_id, input, sealed from connection_requests
        where org_id = ${orgId} and id = ${id} and status = 'requested' for update skip locked
      ), marked as (
        update connection_requests set status = 'running', sealed = null
        from claimed where org_id = ${orgId} and id = ${id}
      )
      select claimed.kind, claimed.input, claimed.sealed as request_sealed, c.id, c.service_type, c.config,
        c.credential_version as version, k.auth_method, k.sealed, own.*
      from claimed
      left join connections c on c.org_id = ${orgId} and c.id = claimed.connection_id and c.deleted_at is null
      ${joinConnector(tx, held)}
      left join connection_credentials k
        on k.org_id = c.org_id and k.connection_id = c.id and k.version = c.credential_version`;
    if (row === undefined) return undefined;
    const { unsaved } = storedInput.parse(row.input);
    const connector = unsaved === undefined ? held.read(row) : await findConnector(tx, orgId, unsaved.service_type);
    return toClaimedRequest(row, connector);
  });
}

function toClaimedRequest(row: Row, connector: Connector | undefined): ClaimedRequest {
  const { asked, unsaved } = storedInput.parse(row.input);
  const claimed: ClaimedRequest = { kind: z.enum(connectionRequestKinds).parse(row.kind), input: asked };
  if (row.id !== null && row.sealed !== null) {
    claimed.stored = {
      id: row.id,
      serviceType: row.service_type,
      connector,
      config: isJsonObject(row.config) ? row.config : {},
      credentialVersion: row.version,
      authMethod: row.auth_method,
      sealed: row.sealed,
    };
  }
  if (unsaved !== undefined && row.request_sealed !== null) {
    const { service_type: serviceType, auth_method: authMethod, config } = unsaved;
    claimed.unsaved = { serviceType, connector, authMethod, config, sealed: row.request_sealed };
  }
  return claimed;
}
