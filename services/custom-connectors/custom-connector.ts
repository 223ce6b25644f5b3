import { z } from 'zod';
import { customIdPattern } from '../../connectors/kit/custom/definition.ts';
import { notFound } from '../../core/errors.ts';
import { freeJson } from '../../core/json/free-json.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { customConnectors, customConnectorVersions } from '../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { timestamp } from '../shared/schemas.ts';

export {
  definitionBytesMax as connectorBytesMax,
  objectsMax as connectorObjectsMax,
} from '../../connectors/kit/custom/definition.ts';

/** Connectors of an organization's own, and versions of each that are kept: the newest ones. */
export const customConnectorsMax = 20;
export const customVersionsKept = 50;

export const customId = z
  .string()
  .regex(customIdPattern, messages.customIdInvalid)
  .meta({ description: 'Begins with `x_`; the `service_type` of its connections.', examples: ['x_acme'] });

/** Looked through by `parseDefinition`. */
export const definitionMember = z.record(z.string(), freeJson).meta({
  description: 'What the connector is, as data. See the page "Connectors of your own" of the documentation.',
  examples: [{ name: 'Acme', docsUrl: 'https://acme.example/docs' }],
});

/** A version of a connector, without its definition. */
export const connectorVersion = z
  .object({
    version: z.number().int().min(1),
    restores: z.number().int().optional().meta({ description: 'The earlier version whose definition it repeats.' }),
    active: z.boolean().meta({ description: 'The newest version, which runs begin with.' }),
    created_by: z.string().meta({ description: 'Id of the credential that made it.' }),
    created_at: timestamp,
  })
  .meta({ id: 'ConnectorVersion' });

export const connectorVersionRecord = connectorVersion
  .extend({ definition: definitionMember })
  .meta({ id: 'ConnectorVersionRecord' });

export type ConnectorVersion = z.infer<typeof connectorVersion>;
export type ConnectorRow = Row<typeof customConnectors, 'id' | 'serviceType' | 'name' | 'version' | 'rowVersion'>;
export type VersionRow = Row<typeof customConnectorVersions, 'version' | 'restores' | 'createdBy' | 'createdAt'>;

export function toConnectorVersion(row: VersionRow, newest: number): ConnectorVersion {
  return {
    version: row.version,
    ...(row.restores === null ? {} : { restores: row.restores }),
    active: row.version === newest,
    created_by: row.created_by,
    created_at: fromTime(row.created_at),
  };
}

/** Reads one connector; with a lock, it cannot be changed (`change`) or connected to (`delete`) meanwhile. */
export async function selectCustomConnector(
  { sql }: Transaction,
  orgId: string,
  id: string,
  lock?: 'change' | 'delete',
): Promise<ConnectorRow> {
  // What could be no id is none that a database could look for either: it takes no NUL.
  if (!customIdPattern.test(id)) throw notFound();
  const locking = { change: sql`for no key update`, delete: sql`for update` };
  const [row] = await sql<ConnectorRow[]>`
    select id, service_type, name, version, row_version from custom_connectors
    where org_id = ${orgId} and service_type = ${id} ${lock === undefined ? sql`` : locking[lock]}`;
  if (row === undefined) throw notFound();
  return row;
}

/** The definition of a version, as it was sent. @throws {HubError} `not_found` where it is not kept, or was never made. */
export async function selectVersion(
  { sql }: Transaction,
  orgId: string,
  connectorId: string,
  version: string,
): Promise<VersionRow & { definition: Record<string, unknown> }> {
  const number = /^[1-9][0-9]{0,8}$/.test(version) ? Number(version) : 0;
  const [row] = await sql<(VersionRow & { definition: Record<string, unknown> })[]>`
    select version, restores, created_by, created_at, definition from custom_connector_versions
    where org_id = ${orgId} and connector_id = ${connectorId} and version = ${number}`;
  if (row === undefined) throw notFound();
  return row;
}
