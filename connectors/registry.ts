/**
 * The connectors of the hub, one folder each. `kit/` contains what they are written with.
 *
 * May be imported by services, activities and tools. A connector imports the kit and `core/`, never another connector.
 */
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { JsonObject } from '../core/json.ts';
import { locateModule } from '../core/code/own-module.ts';
import type { WriteOperation } from '../core/records.ts';
import { countEdits } from '../core/names/nearest.ts';
import { type ConnectorHead, countOperations, toHead, type Verification } from './kit/catalogue-entry.ts';
import type { Connector } from './kit/connector.ts';

const here = import.meta.dirname;

/**
 * Connectors are loaded on first use: each takes a few hundred kilobytes, there are many, and a
 * deployment uses a handful. With `require`, so that loading is synchronous.
 */
const load: (path: string) => { connector: Connector } = createRequire(import.meta.url);

/** Generated files have the type that their generator writes. */
const loadSchemas: (path: string) => Readonly<Record<string, JsonObject>> = createRequire(import.meta.url);
const loadVerification: (path: string) => Verification = createRequire(import.meta.url);
const loadHead: (path: string) => ConnectorHead = createRequire(import.meta.url);

/**
 * A folder with an `index.ts` is a connector. There is no list of them, so that adding connectors causes no merge
 * conflicts.
 */
const connectorIds: readonly string[] = readdirSync(here)
  .filter((folder) => existsSync(join(here, folder, 'index.ts')))
  .toSorted();

const ids: ReadonlySet<string> = new Set(connectorIds);
const loaded = new Map<string, Connector>();

/** The connector of an id (`service_type`), if there is one. Ids are lower case; no other spelling is accepted. */
export function getConnector(id: string): Connector | undefined {
  return ids.has(id) ? loadConnector(id) : undefined;
}

function loadConnector(id: string): Connector {
  const connector = loaded.get(id) ?? load(locateModule(`connectors/${id}/index.ts`)).connector;
  loaded.set(id, connector);
  return connector;
}

/**
 * JSON Schema of the input of a write, by the vendor's description: generated from the contract into
 * `ID/write-schemas.json`. `undefined` where no description does.
 */
export function findWriteSchema(
  connectorId: string,
  object: string,
  operation: WriteOperation,
): JsonObject | undefined {
  const schemas = findFile(connectorId, 'write-schemas.json', loadSchemas) ?? {};
  const name = `${object}.${operation}`;
  return Object.hasOwn(schemas, name) ? schemas[name] : undefined;
}

/**
 * What a list shows of every connector, by id, without loading them: all of them take a second. Generated into
 * `ID/head.json`; a connector that was written just now is loaded.
 */
export function listHeads(): readonly ConnectorHead[] {
  return connectorIds.map((id) => findFile(id, 'head.json', loadHead) ?? toHead(loadConnector(id)));
}

/** Every connector, by id. */
export function listConnectors(): readonly Connector[] {
  return connectorIds.map(loadConnector);
}

/**
 * How well a connector is proven: `npm run connectors:matrix -- --write` stores it in `ID/verification.json`. One that
 * the contract suite has not checked yet counts as written from documentation.
 */
export function getVerification(connector: Connector): Verification {
  return readVerification(connector.id) ?? toUnverified(connector);
}

/** The same of one of the hub's connectors, which is loaded only where it was not checked yet. */
export function verificationOf(id: string): Verification {
  return readVerification(id) ?? toUnverified(loadConnector(id));
}

function readVerification(id: string): Verification | undefined {
  return findFile(id, 'verification.json', loadVerification);
}

function toUnverified(connector: Connector): Verification {
  return {
    level: 'documented',
    ...connector.documentation,
    operations: { verified: 0, ...countOperations(connector) },
    sheets: { complete: 0, objects: Object.keys(connector.objects).length },
  };
}

/** A file of a connector's folder, where it has one. */
function findFile<Content>(id: string, name: string, read: (path: string) => Content): Content | undefined {
  return ids.has(id) && existsSync(join(here, id, name)) ? read(`./${id}/${name}`) : undefined;
}

/** Longest text that is compared: the work grows with it. */
const lengthMax = 64;
const suggestionsMax = 3;

/** The ids most similar to a mistyped one, best first. Empty if none is similar. */
export function nearestConnectors(id: string): string[] {
  const text = id.slice(0, lengthMax).toLowerCase();
  return listHeads()
    .map((head) => ({ id: head.id, distance: measure(text, head) }))
    .filter(({ distance }) => distance <= Math.max(2, text.length / 3))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, suggestionsMax)
    .map((candidate) => candidate.id);
}

function measure(text: string, { id, name, tags }: ConnectorHead): number {
  if (text.length >= 2 && (id.includes(text) || name.toLowerCase().includes(text) || tags.includes(text))) return 0;
  if (text.includes(id)) return 1;
  return countEdits(text, id);
}
