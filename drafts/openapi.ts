import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import type { ApiDescription, ApiOperation, OperationFacts, SecurityScheme } from './description.ts';
import { completeSchema, correctSchema } from './example-schema.ts';
import { at, toObject, toObjects, toText, toTexts } from './json-reading.ts';

/** Reads OpenAPI 3.x and Swagger 2.0. @see https://spec.openapis.org/ */
export function readOpenapi(document: JsonObject): ApiDescription {
  const resolve = (ref: string): ReturnType<ApiDescription['resolve']> => {
    const schema = at(document, ref);
    if (!isJsonObject(schema)) return undefined;
    return { name: /^#\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(ref)?.[1], schema };
  };
  const deref = (value: Json | undefined): JsonObject => {
    let found = toObject(value);
    for (let hops = 0; hops < 10 && typeof found['$ref'] === 'string'; hops += 1) {
      found = toObject(at(document, found['$ref']));
    }
    return found;
  };
  const operations = Object.entries(toObject(document['paths'])).flatMap(([path, item]) =>
    Object.entries(toObject(item)).flatMap(([method, operation]) =>
      methods.has(method) && isJsonObject(operation)
        ? toOperations(document, deref, { path, method, item: toObject(item), operation })
        : [],
    ),
  );
  return { security: readSecurity(document, deref), operations, resolve };
}

const methods: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete', 'head']);

type Deref = (value: Json | undefined) => JsonObject;

interface Placed {
  path: string;
  method: string;
  item: JsonObject;
  operation: JsonObject;
}

function toOperations(document: JsonObject, deref: Deref, placed: Placed): ApiOperation[] {
  const bases = listBases(document, placed);
  return [...new Map(bases.map((base) => [base.path, base])).values()].map(({ path, ...host }) => ({
    method: placed.method.toUpperCase(),
    path: `${path}${toPath(document, deref, placed)}`,
    ...host,
    describe: () => describe(document, deref, placed),
  }));
}

/**
 * Path with `{+name}` for what stands for several segments: parameters that Microsoft marks as encoded already, and in
 * Google's interfaces `name`, `parent` and `resource`, of which what was made of its own descriptions does not say so any
 * more. Functions of OData that take nothing stand there as they may be called: without namespace and parentheses.
 *
 * @see https://docs.oasis-open.org/odata/odata/v4.01/odata-v4.01-part2-url-conventions.html#sec_AddressingFunctions
 * @see https://azure.github.io/autorest/extensions/#x-ms-skip-url-encoding
 * @see https://google.aip.dev/127
 */
function toPath(document: JsonObject, deref: Deref, { path, item, operation }: Placed): string {
  const [origin] = toObjects(toObject(document['info'])['x-origin']);
  const wide = [...toList(item['parameters']), ...toList(operation['parameters'])]
    .map(deref)
    .filter((parameter) => parameter['in'] === 'path' && parameter['x-ms-skip-url-encoding'] === true)
    .map((parameter) => toText(parameter['name']));
  const names = new Set(origin?.['format'] === 'google' ? [...wide, 'name', 'parent', 'resource'] : wide);
  return (path.split(/[?#]/)[0] ?? '')
    .replace(/\/(?:\w+\.)*(\w+)\(\)$/, '/$1')
    .replaceAll(/\{([^}]+)\}/g, (whole, name: string) => (names.has(name) ? `{+${name}}` : whole));
}

interface Base {
  path: string;
  host?: string;
}

function listBases(document: JsonObject, { item, operation }: Placed): Base[] {
  if (typeof document['swagger'] === 'string') {
    const host = toText(document['host']);
    return [{ path: toText(document['basePath']).replace(/\/+$/, ''), ...(host === '' ? {} : { host }) }];
  }
  const servers = [operation, item, document]
    .map((place) => toObjects(place['servers']))
    .find((list) => list.length > 0);
  const bases = (servers ?? []).map(({ url, variables }) => {
    const host = /^https?:\/\/([^/{}]+)/i.exec(toText(url))?.[1];
    return { path: toBasePath(toText(url), toObject(variables)), ...(host === undefined ? {} : { host }) };
  });
  return bases.length === 0 ? [{ path: '' }] : bases;
}

/** `https://{host}/api/{version}` → `/api/{version}`; variables with a default have it. */
function toBasePath(url: string, variables: JsonObject): string {
  const path = url.replace(/^[a-z{][^/]*:?\/\/[^/]*/i, '').replace(/\/+$/, '');
  const isPath = path === '' || path.startsWith('/');
  return (isPath ? path : '').replaceAll(/\{([^}]+)\}/g, (whole, name: string) => {
    const value = toText(toObject(variables[name])['default']);
    return value === '' ? whole : value.replace(/^\//, '');
  });
}

function describe(document: JsonObject, deref: Deref, { item, operation }: Placed): OperationFacts {
  const given = [...toList(item['parameters']), ...toList(operation['parameters'])].map(deref);
  const parameters = new Map(
    given
      .filter((parameter) => !['body', 'formData'].includes(toText(parameter['in'])))
      .map((parameter) => [`${toText(parameter['in'])} ${toText(parameter['name'])}`, toParameter(parameter)]),
  );
  return {
    parameters: [...parameters.values()],
    request: toRequest(document, deref, operation, given),
    responses: toResponses(document, deref, operation),
    security: toSecurity(operation['security'] ?? document['security']),
  };
}

function toParameter(parameter: JsonObject): OperationFacts['parameters'][number] {
  const content = Object.values(toObject(parameter['content']))[0];
  return {
    name: toText(parameter['name']),
    in: toText(parameter['in']),
    required: parameter['required'] === true || parameter['in'] === 'path',
    // Swagger 2.0 writes the type beside the name.
    schema: toObject(parameter['schema'] ?? toObject(content)['schema'] ?? parameter),
  };
}

function toRequest(
  document: JsonObject,
  deref: Deref,
  operation: JsonObject,
  parameters: JsonObject[],
): OperationFacts['request'] {
  const body = deref(operation['requestBody']);
  const content = Object.entries(toObject(body['content']));
  if (content.length > 0) {
    const [, media] = content.find(([type]) => isJsonType(type)) ?? content[0] ?? [];
    const contentTypes = content.map(([type]) => type);
    return { contentTypes, required: body['required'] === true, schema: toObject(toObject(media)['schema']) };
  }
  const consumes = toTexts(operation['consumes'] ?? document['consumes']);
  const whole = parameters.find((parameter) => parameter['in'] === 'body');
  if (whole !== undefined) {
    const contentTypes = consumes.length > 0 ? consumes : ['application/json'];
    return { contentTypes, required: whole['required'] === true, schema: toObject(whole['schema']) };
  }
  const fields = parameters.filter((parameter) => parameter['in'] === 'formData');
  if (fields.length === 0) return undefined;
  const required = fields.filter((field) => field['required'] === true).map((field) => toText(field['name']));
  const properties = Object.fromEntries(fields.map((field) => [toText(field['name']), field]));
  const contentTypes = consumes.length > 0 ? consumes : ['application/x-www-form-urlencoded'];
  return { contentTypes, required: required.length > 0, schema: { type: 'object', properties, required } };
}

function toResponses(document: JsonObject, deref: Deref, operation: JsonObject): OperationFacts['responses'] {
  const results = Object.entries(toObject(operation['responses'])).filter(([status]) => /^(?:2|default)/.test(status));
  const successes = results.filter(([status]) => status !== 'default');
  return Object.fromEntries(
    (successes.length > 0 ? successes : results).map(([status, value]) => {
      const response = deref(value);
      const content = Object.entries(toObject(response['content']));
      const [, media] = content.find(([type]) => isJsonType(type)) ?? content[0] ?? [];
      const stated = toObject(media)['schema'] ?? response['schema'];
      const example = findExample(toObject(media), response);
      const schema = correctSchema(completeSchema(stated, example), example, deref);
      const types = content.map(([type]) => type);
      const produces = toTexts(operation['produces'] ?? document['produces']);
      const contentTypes = types.length > 0 || schema === undefined ? types : produces;
      const headers = Object.keys(toObject(response['headers'])).map((name) => name.toLowerCase());
      return [status, { contentTypes, headers, schema: isJsonObject(schema) ? schema : undefined }];
    }),
  );
}

/** Swagger 2.0 lists examples by content type. */
function findExample({ example, examples }: JsonObject, response: JsonObject): Json | undefined {
  const [named] = Object.values(toObject(examples)).map((one) => toObject(one)['value']);
  const [, given] = Object.entries(toObject(response['examples'])).find(([type]) => isJsonType(type)) ?? [];
  const found = example ?? named ?? given;
  return typeof found === 'object' && found !== null ? found : undefined;
}

function isJsonType(type: string): boolean {
  return /[/+]json\b/i.test(type);
}

function toSecurity(value: Json | undefined): string[][] | undefined {
  return Array.isArray(value) ? value.map((alternative) => Object.keys(toObject(alternative))) : undefined;
}

function readSecurity(document: JsonObject, deref: Deref): Record<string, SecurityScheme> {
  const schemes = toObject(toObject(document['components'])['securitySchemes'] ?? document['securityDefinitions']);
  return Object.fromEntries(
    Object.entries(schemes).map(([name, value]) => {
      const scheme = deref(value);
      // Swagger 2.0 calls HTTP's basic authentication a type of its own.
      if (scheme['type'] === 'basic') return [name, { type: 'http', scheme: 'basic' }];
      const fields = ['in', 'name', 'scheme'].filter((field) => typeof scheme[field] === 'string');
      return [
        name,
        { type: toText(scheme['type']), ...Object.fromEntries(fields.map((field) => [field, toText(scheme[field])])) },
      ];
    }),
  );
}

function toList(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
