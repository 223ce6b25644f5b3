import type { Connector } from '../connectors/kit/connector.ts';
import { isCustomId } from '../connectors/kit/custom/definition.ts';
import { getConnector } from '../connectors/registry.ts';
import type { Transaction } from '../drizzle/index.ts';
import { listMade, makeConnector, touchMade } from './made-connectors.ts';

/** Of a connection: the version of its organization's own connector. `null` for connectors of the hub. */
export interface ConnectorColumns {
  service_type: string;
  connector_key: string | null;
  connector_made_on: string | null;
  /** Absent where the process has made a connector of it already. */
  connector_definition: unknown;
}

/** The connectors that the process has of an organization, while a statement is under way. */
export interface HeldConnectors {
  orgId: string;
  made: ReadonlyMap<string, Connector>;
  /** The connector of a row that `joinConnector` completed; `undefined` where there is none any more. */
  read(row: ConnectorColumns): Connector | undefined;
}

/** To be called before the statement: what is known then need not be sent again. */
export function holdConnectors(orgId: string): HeldConnectors {
  const made = listMade(orgId);
  return {
    orgId,
    made,
    read: ({
      service_type: serviceType,
      connector_key: key,
      connector_made_on: madeOn,
      connector_definition: definition,
    }) => {
      if (!isCustomId(serviceType)) return getConnector(serviceType);
      if (key === null) return undefined;
      touchMade(key);
      return made.get(key) ?? makeConnector(orgId, { serviceType, key, madeOn: madeOn ?? '', definition });
    },
  };
}

/**
 * Joins the columns of `ConnectorColumns` as `own` to a statement that reads connections as `c`.
 *
 * @param at The instant whose newest version counts: the start of a run. Default: now. Where none is as old any more, the
 *   oldest that is kept does.
 */
export function joinConnector(
  { sql }: Transaction,
  { made }: HeldConnectors,
  at: ReturnType<Transaction['sql']> = sql`'infinity'::timestamptz`,
): ReturnType<Transaction['sql']> {
  return sql`
    left join lateral (
      select v.connector_id || ':' || v.version as connector_key, to_char(v.created_at, 'YYYY-MM-DD') as connector_made_on,
        case when v.connector_id || ':' || v.version <> all(${[...made.keys()]}::text[]) then v.definition end as connector_definition
      from custom_connectors as x
      join custom_connector_versions as v on v.org_id = x.org_id and v.connector_id = x.id
      where c.service_type like 'x\\_%' and x.org_id = c.org_id and x.service_type = c.service_type
      order by v.created_at <= ${at} desc, case when v.created_at <= ${at} then -v.version else v.version end
      limit 1
    ) as own on true`;
}

/** Finds connectors of the hub and of an organization, these by their newest version. */
export async function findConnectors(
  tx: Transaction,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Connector>> {
  const custom = ids.filter(isCustomId);
  const held = holdConnectors(orgId);
  const rows =
    custom.length === 0
      ? []
      : await tx.sql<ConnectorColumns[]>`
          select c.service_type, own.* from custom_connectors as c ${joinConnector(tx, held)}
          where c.org_id = ${orgId} and c.service_type = any(${custom})`;
  const known = rows.map((row) => [row.service_type, held.read(row)] as const);
  const builtIn = ids.map((id) => [id, isCustomId(id) ? undefined : getConnector(id)] as const);
  return new Map(
    [...known, ...builtIn].flatMap(([id, connector]) => (connector === undefined ? [] : [[id, connector] as const])),
  );
}

/** As `findConnectors`. */
export async function findConnector(tx: Transaction, orgId: string, id: string): Promise<Connector | undefined> {
  return (await findConnectors(tx, orgId, [id])).get(id);
}

/** Every connector that an organization added, by id. */
export async function listOwnConnectors(tx: Transaction, orgId: string): Promise<Connector[]> {
  const held = holdConnectors(orgId);
  const rows = await tx.sql<ConnectorColumns[]>`
    select c.service_type, own.* from custom_connectors as c ${joinConnector(tx, held)}
    where c.org_id = ${orgId} order by c.service_type`;
  return rows.flatMap((row) => held.read(row) ?? []);
}
