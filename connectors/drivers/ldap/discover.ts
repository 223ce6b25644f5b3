import type { DiscoveredObject, Discovery } from '../../../core/connection-requests.ts';
import type { JsonObject } from '../../../core/json.ts';
import { boundDiscovery } from '../shared/discover/bound.ts';
import { fieldsOfRecords } from '../shared/discover/fields-of-records.ts';
import type { LdapContext } from './context.ts';
import type { EntryFormat } from '../../kit/ldap/operations.ts';
import { toPage, toSearch } from './search.ts';
import { operationTimeoutMs } from '../../kit/ldap/settings.ts';

/** Number of entries to sample. */
const entriesMax = 500;

/**
 * The classes that the first entries of a directory have, with the fields of these entries.
 *
 * @throws {ConnectorError} when the directory cannot be read.
 */
export async function discoverClasses(
  context: LdapContext,
  format: EntryFormat,
  signal: AbortSignal,
): Promise<Discovery> {
  await context.acquirePermit(signal);
  const { baseDn } = context.settings;
  const read = { scope: 'sub', filter: '(objectClass=*)', format, pageSize: entriesMax } as const;
  const options = { ...toSearch(read), paged: false, sizeLimit: entriesMax };
  const outcome = await context.connection.run(
    async (client) => toPage(client, await client.search(baseDn, options), format),
    { signal, timeoutMs: operationTimeoutMs },
  );
  if (!outcome.ok) throw context.toError('discover', outcome.fault);
  const byClass = new Map<string, JsonObject[]>();
  for (const record of outcome.value.records) {
    for (const name of classesOf(record)) byClass.set(name, [...(byClass.get(name) ?? []), record]);
  }
  return boundDiscovery([...byClass].map(([name, members]) => toObject(name, members)));
}

function classesOf({ objectClass }: JsonObject): string[] {
  const names = Array.isArray(objectClass) ? objectClass : [objectClass];
  return names.filter((name) => typeof name === 'string').filter((name) => name !== 'top');
}

function toObject(name: string, members: readonly JsonObject[]): DiscoveredObject {
  return {
    id: name,
    title: `Entries of class ${name}`,
    key: ['dn'],
    operations: ['list', 'create', 'update', 'upsert', 'delete'],
    fields: fieldsOfRecords(members),
    fields_from: 'sample',
  };
}
