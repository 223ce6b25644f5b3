import { stringify } from 'yaml';
import type { CatalogueEntry } from '../../connectors/kit/catalogue-entry.ts';
import type { Connector } from '../../connectors/kit/connector.ts';
import { toJsonObject } from '../../connectors/kit/type-guards.ts';
import { resolveObject } from '../../connectors/kit/objects.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { type ConnectorExample, readExample } from './read-example.ts';

/**
 * Files for `hub apply`: a connection, and an integration that copies an object into a table of PostgreSQL: the fields that
 * `example.json` of the connector names, else its keys alone.
 */
export function renderConnectorExample(entry: CatalogueEntry, connector: Connector): string[] {
  const example = readExample(connector);
  const source = findSource(entry, connector, example?.object);
  const connection = [
    'kind: connection',
    `name: ${entry.name}`,
    `service_type: ${entry.id}`,
    ...toLine('config', readRequired(entry.config_schema)),
    ...renderCredentials(entry),
  ];
  const flow = source === undefined ? [] : ['---', ...renderIntegration(entry, source, example)];
  return ['## Example', ['```yaml', ...connection, ...flow, '```'].join('\n')];
}

interface ExampleSource {
  object: string;
  key: readonly string[];
  /** The object declares no key. */
  isNamed: boolean;
  options: JsonObject;
}

function findSource(
  { objects }: CatalogueEntry,
  connector: Connector,
  wanted: string | undefined,
): ExampleSource | undefined {
  const listed = objects.find(
    ({ id, key, operations }) =>
      key !== undefined && operations.some(({ kind }) => kind === 'list') && (wanted === undefined || id === wanted),
  );
  if (listed !== undefined) return { object: listed.id, key: listed.key ?? [], isNamed: false, options: {} };
  const request = connector.dynamicObjects?.examples.find((example) => example.request.role === 'source')?.request;
  if (request === undefined) return undefined;
  const resolved = resolveObject(connector, request);
  const key = resolved.ok && 'key' in resolved.object ? resolved.object.key : undefined;
  return { object: request.object, key: key ?? ['id'], isNamed: key === undefined, options: request.options };
}

function renderIntegration(
  { name, id }: CatalogueEntry,
  { object, key, isNamed, options }: ExampleSource,
  example: ConnectorExample | undefined,
): string[] {
  const toColumn = (path: string): string => path.replaceAll(/\W+/g, '_').toLowerCase();
  const columns = key.map((path) => example?.mapping.find(({ from }) => from === path)?.to ?? toColumn(path));
  const rows = example?.mapping ?? key.map((path) => ({ to: toColumn(path), from: path, required: true }));
  return [
    'kind: integration',
    `name: ${name} to PostgreSQL`,
    'source:',
    `  connection_id: \${connection:${name}}`,
    `  object: ${toFlow(object)}`,
    ...(isNamed ? [`  key: ${toFlow([...key])}`] : []),
    ...toLine('options', options).map((line) => `  ${line}`),
    `target: { connection_id: '\${connection:Warehouse}', object: ${id}_records, match_on: ${toFlow(columns)} }`,
    'mapping:',
    ...rows.map(({ to, from, required }) => `  - ${toFlow({ to, from, ...(required === true ? { required } : {}) })}`),
  ];
}

function renderCredentials({ auth: [method], id }: CatalogueEntry): string[] {
  const names = method === undefined ? [] : listRequired(method.credentials_schema);
  if (names.length === 0) return ['credentials: {}'];
  return ['credentials:', ...names.map((name) => `  ${name}: !secret ${`${id}_${name}`.toUpperCase()}`)];
}

function listRequired(schema: JsonObject): string[] {
  const { required } = schema;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** Required parameters, with their examples. */
function readRequired(schema: JsonObject): JsonObject {
  const properties = toJsonObject(schema['properties']);
  return Object.fromEntries(
    listRequired(schema).map((name) => {
      const field = properties[name];
      return [name, (isJsonObject(field) ? field['example'] : undefined) ?? '…'];
    }),
  );
}

function toLine(name: string, value: JsonObject): string[] {
  return Object.keys(value).length === 0 ? [] : [`${name}: ${toFlow(value)}`];
}

function toFlow(value: Json): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0, singleQuote: true }).trim();
}
