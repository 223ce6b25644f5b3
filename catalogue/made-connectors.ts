import type { Connector } from '../connectors/kit/connector.ts';
import { compileDefinition, parseDefinition } from '../connectors/kit/custom/compile-definition.ts';

/** A version of a connector, as the database has it. */
export interface StoredVersion {
  serviceType: string;
  /** UUID of the connector and number of the version. */
  key: string;
  /** Day on which the version was made. */
  madeOn: string;
  definition: unknown;
}

interface Made {
  orgId: string;
  connector: Connector;
  bytes: number;
}

const madeMax = 200;
const bytesMax = 16 * 1024 * 1024;

/** What was made of versions that were used lately. */
const made = new Map<string, Made>();
let bytesHeld = 0;

/** The connectors of an organization that are there, by their keys. */
export function listMade(orgId: string): ReadonlyMap<string, Connector> {
  const own = [...made].filter(([, one]) => one.orgId === orgId);
  return new Map(own.map(([key, { connector }]) => [key, connector]));
}

/** @returns `undefined` for a definition that this version of the hub does not take any more. */
export function makeConnector(
  orgId: string,
  { serviceType, key, madeOn, definition }: StoredVersion,
): Connector | undefined {
  const parsed = parseDefinition(definition);
  if (!parsed.ok) return undefined;
  const version = Number(key.split(':')[1]);
  const connector = compileDefinition({ id: serviceType, version, asOf: madeOn }, parsed.definition);
  forget(key);
  const bytes = JSON.stringify(definition).length;
  made.set(key, { orgId, connector, bytes });
  bytesHeld += bytes;
  for (const oldest of made.keys()) {
    if (made.size <= madeMax && bytesHeld <= bytesMax) break;
    if (oldest !== key) forget(oldest);
  }
  return connector;
}

/** Re-inserts what is used, so that the least recently used ones are at the front. */
export function touchMade(key: string): void {
  const one = made.get(key);
  if (one === undefined) return;
  made.delete(key);
  made.set(key, one);
}

function forget(key: string): void {
  bytesHeld -= made.get(key)?.bytes ?? 0;
  made.delete(key);
}
