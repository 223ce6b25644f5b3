import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { DescribedOperation, Description } from './description.ts';
import { toObject, toText } from '../../drafts/json-reading.ts';

/** Reads Google's discovery documents. @see https://developers.google.com/discovery/v1/reference/apis */
export function readDiscovery(document: JsonObject): Description {
  const schemas = toObject(document['schemas']);
  const base = `/${toText(document['servicePath'])}`.replace(/\/+$/, '');
  const common = toObject(document['parameters']);
  const host = URL.parse(toText(document['rootUrl']))?.host;
  const operations = listMethods(document).map((method): DescribedOperation => {
    const path = toText(method['flatPath'] ?? method['path']).replace(/^\//, '');
    return {
      method: toText(method['httpMethod']),
      path: `${base}/${path}`,
      ...(host === undefined ? {} : { host }),
      describe: () => ({
        parameters: Object.entries({ ...common, ...toObject(method['parameters']) }).map(([name, parameter]) => ({
          name,
          in: toText(toObject(parameter)['location']),
          required: toObject(parameter)['required'] === true,
          schema: withNumbers(toObject(parameter)),
        })),
        request: isJsonObject(method['request'])
          ? { contentTypes: ['application/json'], required: true, schema: method['request'] }
          : undefined,
        responses: { 200: toResponse(method['response']) },
        security: Array.isArray(method['scopes']) ? [['oauth2']] : undefined,
      }),
    };
  });
  const resolve = (ref: string): ReturnType<Description['resolve']> => {
    const schema = schemas[ref];
    return isJsonObject(schema) ? { name: ref, schema } : undefined;
  };
  return { security: { oauth2: { type: 'oauth2' } }, operations, resolve };
}

function toResponse(schema: Json | undefined): {
  contentTypes: string[];
  headers: string[];
  schema: JsonObject | undefined;
} {
  if (!isJsonObject(schema)) return { contentTypes: [], headers: [], schema: undefined };
  return { contentTypes: ['application/json'], headers: [], schema };
}

function listMethods(resource: JsonObject): JsonObject[] {
  const own = Object.values(toObject(resource['methods'])).filter(isJsonObject);
  const nested = Object.values(toObject(resource['resources'])).filter(isJsonObject);
  return [...own, ...nested.flatMap(listMethods)];
}

/** Bounds are texts there. */
function withNumbers({ minimum, maximum, ...schema }: JsonObject): JsonObject {
  return {
    ...schema,
    ...(typeof minimum === 'string' ? { minimum: Number(minimum) } : {}),
    ...(typeof maximum === 'string' ? { maximum: Number(maximum) } : {}),
  };
}
