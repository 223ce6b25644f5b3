import { z } from 'zod';
import { toUuid } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { Definition } from '../../flow/definition.ts';
import { nameCalendarsById } from '../calendars/name-calendars-by-id.ts';
import { nameIntegrationsById } from '../triggers/links/name-integrations-by-id.ts';
import { nameTriggers } from '../triggers/name-triggers.ts';
import { nameTablesById } from '../lookup-tables/name-tables-by-id.ts';

/**
 * Brings a definition into the form in which it is stored: lookup tables, calendars and other integrations by their ids,
 * triggers told apart by ids, and of a table that a discovery found, the key. It is stored, since what records are known by must not change with a later discovery.
 */
export async function completeDefinition<
  Sent extends Pick<
    Definition,
    'mapping' | 'source' | 'target' | 'aggregate' | 'triggers' | 'steps' | 'on_error' | 'finally' | 'only_in' | 'not_in'
  >,
>(tx: Transaction, orgId: string, sent: Sent): Promise<Sent> {
  const { triggers } = sent;
  const named = triggers === undefined ? sent : { ...sent, triggers: nameTriggers(triggers) };
  const byId = await nameIntegrationsById(tx, orgId, await nameTablesById(tx, orgId, named));
  const definition = await nameCalendarsById(tx, orgId, byId);
  const { source, aggregate } = definition;
  // Where records are grouped, nobody needs a key of theirs.
  if (source === undefined || source.key !== undefined || aggregate !== undefined) return definition;
  const key = await findCatalogKey(tx, orgId, source);
  return key === undefined ? definition : { ...definition, source: { ...source, key } };
}

/** The primary key of a table, as the last discovery of its connection found it in the catalog of the database. */
async function findCatalogKey(
  { sql }: Transaction,
  orgId: string,
  { connection_id: connection, object }: NonNullable<Definition['source']>,
): Promise<string[] | undefined> {
  const connectionId = toUuid('connection', connection);
  if (connectionId === undefined) return undefined;
  const rows = await sql<{ key: unknown }[]>`
    select jsonb_path_query_first(
             discovered, '$.objects[*] ? (@.id == $id && @.fields_from == "catalog").key',
             jsonb_build_object('id', ${object}::text)) as key
    from connection_schemas where org_id = ${orgId} and connection_id = ${connectionId}`;
  return z.array(z.string()).min(1).nullish().parse(rows[0]?.key) ?? undefined;
}
