import { findConnector } from '../../../catalogue/index.ts';
import { listMovedDestinations } from '../../../connectors/kit/destinations.ts';
import { toTimestamp } from '../../../core/clock.ts';
import { canonicalJson, type JsonObject } from '../../../core/json.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { fromJsonb, fromTime, toJsonb } from '../../shared/rows.ts';
import { statusWithFreshCredentials } from './fresh-credentials.ts';
import { unknownConnector } from '../require-connector.ts';
import type { LockedConnection } from '../select-connection.ts';

/** How long one may go back to the credentials before. */
const rollbackMs = 24 * 60 * 60 * 1000;

/** Sealed credentials for a version of a connection, and the configuration that goes with them. */
export interface NextCredentials {
  version: number;
  authMethod: string;
  sealed: Buffer;
  keyId: string;
  /** When they end, if that is known. */
  expiresAt?: string | undefined;
  config: JsonObject;
}

/** The number of the next credentials. None is used twice: sessions are remembered by them. */
export async function nextVersion({ sql }: Transaction, orgId: string, connectionId: string): Promise<number> {
  const [newest] = await sql<{ version: number }[]>`
    select coalesce(max(version), 0) as version from connection_credentials
    where org_id = ${orgId} and connection_id = ${connectionId}`;
  return (newest?.version ?? 0) + 1;
}

/**
 * Puts sealed credentials in the place of those of a locked connection, which are kept for a rollback unless the new
 * ones are for another address.
 */
export async function putCredentials(
  { sql }: Transaction,
  orgId: string,
  current: LockedConnection,
  { version, authMethod, sealed, keyId, expiresAt, config }: NextCredentials,
  nowMs: number,
): Promise<LockedConnection> {
  const { id } = current;
  const now = toTimestamp(nowMs);
  const connector = await findConnector({ sql }, orgId, current.service_type);
  if (connector === undefined) throw unknownConnector(current.service_type);
  const moved = listMovedDestinations(connector, fromJsonb(current.config), config);
  const status = statusWithFreshCredentials(current.status);
  const isVisible =
    status !== current.status ||
    canonicalJson(config) !== canonicalJson(current.config) ||
    (expiresAt ?? null) !== (current.credentials_expire_at === null ? null : fromTime(current.credentials_expire_at));
  const previous = moved.length > 0 ? null : current.credential_version;
  const rollbackUntil = previous && toTimestamp(nowMs + rollbackMs);
  const updatedAt = isVisible ? now : current.updated_at;
  await Promise.all([
    sql`
      insert into connection_credentials (org_id, connection_id, version, auth_method, sealed, key_id, expires_at, created_at)
      values (${orgId}, ${id}, ${version}, ${authMethod}, ${sealed}, ${keyId}, ${expiresAt ?? null}, ${now})`,
    sql`
      update connections set credential_version = ${version}, previous_credential_version = ${previous},
             rollback_until = ${rollbackUntil}, status = ${status},
             config = ${toJsonb(config)}, updated_at = ${updatedAt}, row_version = row_version + 1
      where org_id = ${orgId} and id = ${id}`,
    // Only the ones before can be gone back to.
    sql`
      delete from connection_credentials
      where org_id = ${orgId} and connection_id = ${id} and version not in (${previous ?? version}, ${version})`,
    sql`delete from connection_schemas where org_id = ${orgId} and connection_id = ${id}`,
  ]);
  const rowVersion = current.row_version + 1;
  return {
    ...current,
    auth_method: authMethod,
    credentials_expire_at: expiresAt ?? null,
    status,
    config,
    updated_at: updatedAt,
    row_version: rowVersion,
  };
}
