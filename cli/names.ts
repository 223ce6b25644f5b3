import type { HubClient } from '../client/hub-client.ts';
import { isJsonObject, type Json } from '../core/json.ts';
import { CliError } from './cli-error.ts';
import { listRecords } from '../as-code/call.ts';
import { isId, ownId } from '../as-code/ids.ts';
import type { CommandFacts } from './command-facts.ts';
import { commands } from './commands.data.ts';

/** `connection` for the group `connections`: what references and files call one of its resources. */
export function toKind(group: string): string {
  return group.replace(/s$/, '');
}

/** The lists that can be searched for a name, by kind. */
const lists: ReadonlyMap<string, CommandFacts> = new Map(
  commands.flatMap((facts) =>
    facts.words[1] === 'list' && facts.columns?.includes('id') === true && hasOption(facts, 'q')
      ? [[toKind(facts.words[0]), facts]]
      : [],
  ),
);

function hasOption({ query }: CommandFacts, name: string): boolean {
  return query?.some((option) => option.name === name) ?? false;
}

/** True where resources of the kind have names that can be typed in place of their ids. */
export function hasNames(kind: string): boolean {
  return lists.has(kind) || kind === 'workflow';
}

/** The id of the organization that the credential belongs to. */
export async function readOrganizationId(hub: HubClient, signal?: AbortSignal): Promise<string> {
  const { organization } = await hub.call('getMe', {}, signal === undefined ? {} : { signal });
  return organization.id;
}

/**
 * Finds the id of the one resource that has a name.
 *
 * @throws {CliError} `notFound`; `conflict` where several have the name.
 */
export async function findByName(hub: HubClient, kind: string, name: string): Promise<string> {
  if (kind === ownId.kind && name === ownId.name) return readOrganizationId(hub);
  const ids = kind === 'workflow' ? await findWorkflows(hub, name) : await findNamed(hub, kind, name);
  const [id, ...others] = ids;
  const spoken = kind.replaceAll('-', ' ');
  if (id === undefined) throw new CliError('notFound', `There is no ${spoken} named "${name}".`);
  if (others.length === 0) return id;
  throw new CliError(
    'conflict',
    `${ids.length} ${spoken}s are named "${name}".`,
    `Say which by its id: ${ids.join(', ')}`,
  );
}

async function findNamed(hub: HubClient, kind: string, name: string): Promise<string[]> {
  const list = lists.get(kind);
  if (list === undefined) throw new CliError('usage', `A ${kind} has no name to be found by.`);
  return readIds(listRecords(hub, list.operation, { query: { q: name } }), name);
}

/** A workflow is called after its integration and what starts it: `People (webhook)`. */
async function findWorkflows(hub: HubClient, name: string): Promise<string[]> {
  const [, integration] = /^(.+) \([\w-]+\)$/.exec(name) ?? [];
  if (integration === undefined) return [];
  const found: string[] = [];
  for (const id of await findNamed(hub, 'integration', integration)) {
    found.push(...(await readIds(listRecords(hub, 'listWorkflows', { query: { integration_id: id } }), name)));
  }
  return found;
}

async function readIds(records: AsyncIterable<Json>, name: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const record of records) {
    if (isJsonObject(record) && record['name'] === name && typeof record['id'] === 'string') ids.push(record['id']);
  }
  return ids;
}

/** An id, from an id or a name. */
export async function toId(hub: HubClient, kind: string, text: string): Promise<string> {
  return isId(text) || !hasNames(kind) ? text : findByName(hub, kind, text);
}
