import { findConnector } from '../../catalogue/index.ts';
import { movesCredentials } from '../../connectors/kit/custom/destinations.ts';
import { parseDefinition } from '../../connectors/kit/custom/compile-definition.ts';
import type { Definition } from '../../connectors/kit/custom/definition.ts';
import { HubError, notFound } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { type ConnectorRecord, toConnectorRecord } from '../connectors/connector.ts';
import type { ServiceContext } from '../shared/context.ts';
import type { Versioned } from '../shared/versions.ts';
import { type ConnectorRow, customVersionsKept, selectVersion } from './custom-connector.ts';

/** A response names at most this many of the connections that prevent something. */
const namedMax = 10;

interface NewVersion {
  connectorId: string;
  version: number;
  /** As it was sent. */
  definition: Record<string, unknown>;
  restores?: number;
}

/** Stores a version, and lets go of those that are too old. To be awaited with the change of the connector. */
export function addVersion(
  { sql }: Transaction,
  { orgId, actor }: Pick<ServiceContext, 'orgId' | 'actor'>,
  { connectorId, version, definition, restores }: NewVersion,
): PromiseLike<unknown> {
  return Promise.all([
    sql`
      insert into custom_connector_versions (org_id, connector_id, version, definition, restores, created_by, created_at)
      values (${orgId}, ${connectorId}, ${version}, ${JSON.stringify(definition)}::text::json, ${restores ?? null}, ${actor},
              clock_timestamp())`,
    sql`
      delete from custom_connector_versions
      where org_id = ${orgId} and connector_id = ${connectorId} and version <= ${version - customVersionsKept}`,
  ]);
}

/**
 * Lets a version take the place of the newest only where it sends nobody's stored credentials somewhere else.
 *
 * @throws {HubError} `resource_in_use`, naming the connections.
 */
export async function requireSameDestinations(
  tx: Transaction,
  orgId: string,
  { id, service_type: serviceType, version }: ConnectorRow,
  next: Definition,
): Promise<void> {
  const { definition } = await selectVersion(tx, orgId, id, String(version));
  const before = parseDefinition(definition);
  if (before.ok && !movesCredentials(before.definition, next)) return;
  await requireUnused(tx, orgId, serviceType, messages.customDestinationsMoved);
}

/** @throws {HubError} `resource_in_use`, naming the connections. */
export async function requireUnused(
  { sql }: Transaction,
  orgId: string,
  serviceType: string,
  message: string,
): Promise<void> {
  const users = await sql<{ id: string }[]>`
    select id from connections where org_id = ${orgId} and service_type = ${serviceType} and deleted_at is null
    order by id limit ${namedMax}`;
  if (users.length === 0) return;
  throw new HubError('resource_in_use', message, {
    details: { connections: users.map(({ id }) => toId('connection', id)) },
  });
}

/** The connector as it is now. To be called where its rows are stored. */
export async function readConnector(
  tx: Transaction,
  orgId: string,
  id: string,
  rowVersion: number,
): Promise<Versioned<ConnectorRecord>> {
  const connector = await findConnector(tx, orgId, id);
  if (connector === undefined) throw notFound();
  return { data: toConnectorRecord(connector), version: rowVersion };
}
