import { errorCodes } from '../../core/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Output } from './output.ts';
import { toComment, toType, toTypeName } from './to-type.ts';

const head = `// Written by tools/generate.ts from the OpenAPI document.
import type { OperationFacts } from './operation-facts.ts';`;

const schemasPrefix = '#/components/schemas/';

/** The types and the table that the client works with, out of the OpenAPI document. */
export function renderClientOperations(document: JsonObject): Output {
  const operations = [...listOperations(document)].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const text = [
    head,
    ...renderShapes(document, operations),
    renderErrorCodes(),
    `/** What each operation takes and gives. */\nexport interface Operations {\n${operations.map(renderOperation).join('\n')}\n}`,
    `/** How each operation is called. */\nexport const operations = {\n${operations.map(renderFacts).join('\n')}\n} as const satisfies Record<keyof Operations, OperationFacts>;`,
    '',
  ];
  return { path: 'client/operations.data.ts', text: text.join('\n\n') };
}

/** An operation of the API, as its document describes it. */
export interface Operation {
  name: string;
  method: string;
  path: string;
  summary: string;
  parameters: JsonObject[];
  body: { schema: Json; required: boolean } | undefined;
  data: Json;
  listed: boolean;
  /** Only people who signed in on a page of the hub may call it. */
  personal: boolean;
}

/** The operations under the base address, in the order of the document. */
export function* listOperations(document: JsonObject): Generator<Operation> {
  for (const [path, methods] of Object.entries(toObject(document['paths']))) {
    for (const [method, operation] of Object.entries(toObject(methods))) {
      // What has a server of its own also has forms of its own: it is for clients of that standard. Lines are for those
      // who can take them as they come.
      const isOurs = toObject(operation)['servers'] === undefined && !isStream(toObject(operation));
      if (isOurs) yield readOperation(path, method, toObject(operation));
    }
  }
}

function isStream({ responses }: JsonObject): boolean {
  return toObject(toObject(toObject(responses)['200'])['content'])['application/x-ndjson'] !== undefined;
}

function readOperation(path: string, method: string, operation: JsonObject): Operation {
  const { operationId, summary, parameters, requestBody, responses, security } = operation;
  const successes = Object.entries(toObject(responses)).flatMap(([status, answer]) =>
    status.startsWith('2') ? [toObject(toObject(readSchema(toObject(answer)))['properties'])] : [],
  );
  const [{ data, meta } = {}, ...others] = successes;
  const body = toObject(requestBody);
  return {
    name: toText(operationId),
    method: method.toUpperCase(),
    path,
    summary: toText(summary),
    parameters: Array.isArray(parameters) ? parameters.map(toObject) : [],
    body: requestBody === undefined ? undefined : { schema: readSchema(body), required: body['required'] === true },
    data: others.length === 0 ? (data ?? {}) : { anyOf: successes.flatMap((success) => success['data'] ?? []) },
    listed: meta !== undefined,
    personal: JSON.stringify(security) === '[{"session":[]}]',
  };
}

function readSchema({ content }: JsonObject): Json {
  return toObject(toObject(content)['application/json'])['schema'] ?? {};
}

function renderOperation(operation: Operation): string {
  const { name, summary, parameters, body, data, listed } = operation;
  const input = [
    ...renderParameters(
      'params',
      parameters.filter((parameter) => parameter['in'] === 'path'),
    ),
    ...renderParameters(
      'query',
      parameters.filter((parameter) => parameter['in'] === 'query'),
    ),
    ...(body === undefined ? [] : [`body${body.required ? '' : '?'}: ${toType(body.schema)};`]),
  ];
  const item = listed ? `item: ${toType(toObject(data)['items'])};` : '';
  const type = input.length === 0 ? 'object' : `{ ${input.join(' ')} }`;
  return `/** ${summary}. */\n${name}: { input: ${type}; data: ${toType(data)}; ${item} };`;
}

function renderParameters(group: 'params' | 'query', parameters: readonly JsonObject[]): string[] {
  if (parameters.length === 0) return [];
  const members = parameters.map((parameter) => {
    const mark = parameter['required'] === true ? '' : '?';
    return `${toComment(parameter)}${toText(parameter['name'])}${mark}: ${toType(parameter['schema'])};`;
  });
  return [`${group}${group === 'params' ? '' : '?'}: {\n${members.join('\n')}\n};`];
}

function renderFacts({ name, method, path, parameters }: Operation): string {
  const refersTo = (header: string): boolean =>
    parameters.some(({ $ref }) => $ref === `#/components/parameters/${header}`);
  const hasCursor = parameters.some((parameter) => parameter['in'] === 'query' && parameter['name'] === 'after');
  const flags = [...(refersTo('Idempotency-Key') ? ['keyed: true'] : []), ...(hasCursor ? ['cursor: true'] : [])];
  return `${name}: { ${[`method: '${method}'`, `path: '${path}'`, ...flags].join(', ')} },`;
}

/** Every named shape that the operations speak of, and what these speak of in turn. */
function renderShapes(document: JsonObject, operations: readonly Operation[]): string[] {
  const schemas = toObject(toObject(document['components'])['schemas']);
  const wanted = new Set<string>();
  const pending: unknown[] = operations.map(({ parameters, body, data }) => [parameters, body?.schema ?? null, data]);
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (wanted.has(name)) continue;
      wanted.add(name);
      pending.push(schemas[name]);
    }
  }
  return [...wanted].toSorted().map((name) => {
    const schema = schemas[name];
    return `${toComment(schema)}export type ${toTypeName(schemasPrefix + name)} = ${toType(schema)};`;
  });
}

function renderErrorCodes(): string {
  const codes = Object.entries(errorCodes);
  const retryable = codes.filter(([, { retryable: isRetryable }]) => isRetryable);
  const list = (names: readonly (readonly [string, unknown])[]): string =>
    names.map(([name]) => `'${name}'`).join(', ');
  return [
    '/** Codes of refusals. New ones may be added. */',
    `export type ErrorCode = ${codes.map(([code]) => `'${code}'`).join(' | ')};`,
    '',
    '/** With these, the same request may succeed when it is sent again. */',
    `export const retryableCodes: ReadonlySet<string> = new Set([${list(retryable)}]);`,
  ].join('\n');
}

function toText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function toObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
