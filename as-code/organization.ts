import { HubApiError } from '../client/hub-api-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { callOperation, type Hub, listRecords } from './call.ts';
import { toText } from './values.ts';
import { ownId } from './ids.ts';
import type { Reference } from '../core/pure/references.ts';
import { withoutDefaults } from './defaults.ts';
import type { Kind } from './kinds.ts';
import { type Resource, type StoredRecord, toStored } from './resource.ts';

/** A resource that the hub has. */
export interface Existing extends Resource {
  id: string;
}

/** What an organization has, as far as files can say it. */
export interface Organization {
  id: string;
  existing: readonly Existing[];
  /** What an id is called, for references. */
  nameOf(id: string): Reference | undefined;
  /** What a connection of a type takes. */
  connector(serviceType: string): Promise<JsonObject>;
}

/** Reads every resource of some kinds; of others, only what they are called. */
export async function readOrganization(
  hub: Hub,
  all: readonly Kind[],
  wanted: readonly Kind[],
  signal: AbortSignal,
): Promise<Organization> {
  const connector = rememberConnectors(hub, signal);
  const id = (await hub.call('getMe', {}, { signal })).organization.id;
  const names = new Map<string, Reference>([[id, ownId]]);
  const existing: Existing[] = [];
  for (const kind of all) {
    for await (const value of listRecords(hub, kind.list, {}, { signal })) {
      const stored = toStored(value);
      names.set(stored.id, { kind: kind.name, name: stored.name });
      if (wanted.includes(kind)) existing.push(await toExisting({ hub, kind, connector, signal }, stored));
    }
  }
  return { id, existing, nameOf: (one) => names.get(one), connector };
}

interface ReadContext {
  hub: Hub;
  kind: Kind;
  connector: Organization['connector'];
  signal: AbortSignal;
}

/** Reads one again, with its version. */
export async function readAgain(
  context: ReadContext,
  id: string,
): Promise<{ existing: Existing; etag: string | undefined }> {
  const { hub, kind, signal } = context;
  const { data, etag } = await callOperation(hub, kind.get, { params: { id } }, { signal });
  return { existing: await toExisting(context, toStored(data)), etag };
}

async function toExisting(context: ReadContext, stored: StoredRecord): Promise<Existing> {
  const { kind } = context;
  const { id, name } = stored;
  const record = await toRecordInForce(context, stored);
  const members: JsonObject = {};
  for (const member of kind.members) {
    const value = await readMember(context, id, member, record);
    if (value !== undefined) members[member] = value;
  }
  return {
    kind,
    id,
    name,
    active: kind.switch !== undefined && record['status'] === 'active',
    members: await toComparable(members, kind, context.connector),
  };
}

/** Where an older revision was activated again, that one is what runs use, and what files say. */
async function toRecordInForce({ hub, kind, signal }: ReadContext, { id, record }: StoredRecord): Promise<JsonObject> {
  const { revision, active_revision: active } = record;
  if (kind.switch === undefined || active === undefined || active === revision) return record;
  const input = { params: { id, revision: toText(active) } };
  const { data } = await callOperation(hub, 'getIntegrationRevision', input, { signal });
  const definition = isJsonObject(data) ? data['definition'] : undefined;
  const flow = new Set(kind.members.filter((member) => member !== 'account_id'));
  const others = Object.entries(record).filter(([name]) => !flow.has(name));
  return { ...Object.fromEntries(others), ...(isJsonObject(definition) ? definition : {}) };
}

async function readMember(
  { hub, kind, signal }: ReadContext,
  id: string,
  member: string,
  record: JsonObject,
): Promise<Json | undefined> {
  const read = kind.parts.get(member)?.read;
  if (read === undefined) return isState(kind, member, record) ? undefined : record[member];
  const { data } = await callOperation(hub, read, { params: { id } }, { signal });
  return isJsonObject(data) ? data[member] : undefined;
}

/** What a connection came to by itself is no wish of anybody. */
function isState(kind: Kind, member: string, { status }: JsonObject): boolean {
  return member === 'status' && !kind.creatable.has(member) && status !== 'disabled';
}

/** The same form for what a file says and what the hub has: without what the hub would put there by itself. */
export async function toComparable(
  members: JsonObject,
  kind: Kind,
  connector: Organization['connector'],
): Promise<JsonObject> {
  const plain = withoutDefaults(members, kind.defaults);
  const { service_type: serviceType, config } = plain;
  if (typeof serviceType !== 'string' || !isJsonObject(config)) return plain;
  const { config_schema: schema } = await connector(serviceType);
  const properties = isJsonObject(schema) && isJsonObject(schema['properties']) ? schema['properties'] : {};
  const defaults = Object.entries(properties).flatMap(([name, property]): [string, Json][] =>
    isJsonObject(property) && property['default'] !== undefined ? [[`config.${name}`, property['default']]] : [],
  );
  return withoutDefaults(withoutDefaults(plain, Object.fromEntries(defaults)), { config: {} });
}

function rememberConnectors(hub: Hub, signal: AbortSignal): Organization['connector'] {
  const known = new Map<string, Promise<JsonObject>>();
  return (serviceType) => {
    const asked = known.get(serviceType) ?? askConnector(hub, serviceType, signal);
    known.set(serviceType, asked);
    return asked;
  };
}

/** @returns nothing known where there is no such connector: the hub says so when the connection is made. */
async function askConnector(hub: Hub, id: string, signal: AbortSignal): Promise<JsonObject> {
  try {
    const { data } = await callOperation(hub, 'getConnector', { params: { id } }, { signal });
    return isJsonObject(data) ? data : {};
  } catch (error) {
    if (error instanceof HubApiError && error.status === 404) return {};
    throw error;
  }
}
