import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { DescribedOperation, Description, OperationFacts } from './description.ts';
import { toObject, toObjects, toText } from '../../drafts/json-reading.ts';

/**
 * Reads Postman collections: methods, paths, names of query parameters and of members of example bodies. They tell no
 * types of answers.
 *
 * @see https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html
 */
export function readPostman(document: JsonObject): Description {
  return { security: {}, operations: listRequests(document).map(toOperation), resolve: () => undefined };
}

function listRequests(folder: JsonObject): JsonObject[] {
  return toObjects(folder['item']).flatMap((item) =>
    isJsonObject(item['request']) ? [item['request']] : listRequests(item),
  );
}

function toOperation(request: JsonObject): DescribedOperation {
  const url = toText(request['url']) || toText(toObject(request['url'])['raw']);
  const [address = '', query = ''] = url.split('?');
  // The host is a variable, with or without a slash behind it.
  const path = address
    .replace(/^(?:https?:\/\/[^/]*|\{\{[^}]*\}\})\/?/, '/')
    .replaceAll(/\{\{([^}]*)\}\}|:(\w+)/g, '{$1$2}');
  return { method: toText(request['method']), path, describe: () => describe(request, path, query) };
}

function describe(request: JsonObject, path: string, query: string): OperationFacts {
  const listed = toObjects(toObject(request['url'])['query']).map(({ key }) => toText(key));
  const names = new Set([...new URLSearchParams(query).keys(), ...listed]);
  const holes = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '');
  const schema = { type: 'string' };
  return {
    parameters: [
      ...holes.map((name) => ({ name, in: 'path', required: true, schema })),
      ...[...names].map((name) => ({ name, in: 'query', required: false, schema })),
    ],
    request: toRequest(toText(toObject(request['body'])['raw'])),
    responses: { '2XX': { contentTypes: ['application/json'], headers: [], schema: undefined } },
    security: undefined,
  };
}

function toRequest(raw: string): OperationFacts['request'] {
  const example = parse(raw);
  if (!isJsonObject(example)) return undefined;
  const properties = Object.fromEntries(Object.keys(example).map((name) => [name, {}]));
  return { contentTypes: ['application/json'], required: false, schema: { type: 'object', properties } };
}

/** Examples hold variables too, and are then no JSON. */
function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
