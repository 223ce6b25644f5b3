import type { HttpConnector } from '../../connectors/kit/connector.ts';
import type { HttpWrite, RequestTemplate } from '../../connectors/kit/http/operations.ts';
import { parseTemplate } from '../../connectors/kit/template.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { formatPath, parseValuePath } from '../../core/paths.ts';
import type { Contract, ContractOperation } from './contract.ts';
import { flattenSchema } from './flatten-schema.ts';
import { isOfNamed, listUses, type OperationUse } from './operation-uses.ts';
import { followPath } from './schema-paths.ts';

/** JSON Schemas of what mappings give to writes, by `OBJECT.OPERATION`. */
export type WriteSchemas = Readonly<Record<string, JsonObject>>;

/**
 * Cuts what the writes of a connector take out of its contract: of each, the schema of a mapped record.
 *
 * A change of known records is described by its own request. Writes whose description tells nothing of a body, and those
 * whose body is no record, are left out.
 */
export function listWriteSchemas(connector: HttpConnector, contract: Contract): WriteSchemas {
  const uses = new Map(listUses(connector).map((use) => [use.id, use]));
  const schemas: Record<string, JsonObject> = {};
  for (const use of uses.values()) {
    const { call, id } = use;
    if (call.kind !== 'write' || call.part !== 'request' || call.operation === 'delete' || isOfNamed(id)) continue;
    const changed = call.operation === 'update' ? uses.get(`${id}/update`) : undefined;
    const schema = toRecordSchema(changed ?? use, call.write, contract);
    if (schema !== undefined) schemas[id] = schema;
  }
  return schemas;
}

/** Writes schemas with one line each, so that changes can be read. */
export function renderWriteSchemas(schemas: WriteSchemas): string {
  const lines = Object.entries(schemas).map(([id, schema]) => `${JSON.stringify(id)}: ${JSON.stringify(schema)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

function toRecordSchema({ id, request }: OperationUse, write: HttpWrite, contract: Contract): JsonObject | undefined {
  const operation = contract.operations[contract.uses[id] ?? ''];
  const schema = operation?.request && toBodySchema(operation, operation.request.schema, request);
  const isPatch = request.method === 'PATCH' || write.patchAt !== undefined;
  const isChangeList = isPatch && (write.patch === 'json' || write.patch === 'scim');
  if (schema === undefined || write.body === 'none' || request.xml !== undefined || isChangeList) return undefined;
  const { bodyFields } = request;
  if (bodyFields === undefined && request.body !== undefined) return undefined;
  const record =
    bodyFields === undefined
      ? flattenSchema(schema, contract.schemas)
      : toFilledSchema({ ...request, bodyFields }, schema, contract.schemas);
  if (!isJsonObject(record['properties']) && record['required'] === undefined) return undefined;
  return withoutGiven(record, write, request);
}

/** Of a form, descriptions tell the fields as parameters of the query, which it takes the place of. */
function toBodySchema(
  { parameters }: ContractOperation,
  schema: JsonObject,
  { encoding }: RequestTemplate,
): JsonObject {
  const fields = encoding === 'form' ? parameters.filter(({ in: place }) => place === 'query') : [];
  if (fields.length === 0) return schema;
  const properties = Object.fromEntries(fields.map((field) => [field.name, field.schema]));
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return { allOf: [schema, { type: 'object', properties, required }] };
}

/** What the definition adds to a record itself nobody has to map. */
function withoutGiven(
  record: JsonObject,
  { constants, lock, idempotency }: HttpWrite,
  request: RequestTemplate,
): JsonObject {
  const token = idempotency.kind === 'client_token' ? idempotency.path : undefined;
  const fixed = request.method === 'PATCH' ? [] : Object.keys(constants ?? {});
  return without(record, [...fixed, lock?.member, token]);
}

/** A schema that no longer requires some members. */
function without({ required, ...rest }: JsonObject, given: readonly (string | undefined)[]): JsonObject {
  const left = (Array.isArray(required) ? required : []).filter(
    (name) => typeof name !== 'string' || !given.includes(name),
  );
  return left.length === 0 ? rest : { ...rest, required: left };
}

type FilledRequest = RequestTemplate & { bodyFields: NonNullable<RequestTemplate['bodyFields']> };

/** The record that a body is filled from: each hole that stands alone has the type of its place. */
function toFilledSchema({ bodyFields }: FilledRequest, body: JsonObject, schemas: Contract['schemas']): JsonObject {
  const object: JsonObject = { type: 'object', properties: {}, additionalProperties: true };
  return Object.entries(bodyFields).reduce((record, [path, text]) => {
    const { parts } = parseTemplate(text);
    const [hole] = parts;
    if (typeof hole !== 'object' || parts.length > 1) return record;
    const [place] = followPath(body, path, schemas);
    if (hole.name === '$record') {
      const others = Object.keys(bodyFields).filter((other) => other.startsWith(`${path}.`));
      const filled = others.map((other) => other.slice(path.length + 1));
      return place === undefined ? record : merge(record, without(flattenSchema(place, schemas), filled));
    }
    if (/^\$|^config\.|^auth\./.test(hole.name)) return record;
    const member = place === undefined ? {} : flattenSchema(place, schemas);
    return placeMember(record, hole.name, member, isRequired(body, path, schemas));
  }, object);
}

function merge(a: JsonObject, b: JsonObject): JsonObject {
  const toList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
  const required = [...new Set([...toList(a['required']), ...toList(b['required'])])];
  const properties = { ...toObject(b['properties']), ...toObject(a['properties']) };
  return { ...a, properties, ...(required.length === 0 ? {} : { required }) };
}

/** True where a body cannot be without a member: what is around it is made by the definition. */
function isRequired(body: JsonObject, path: string, schemas: Contract['schemas']): boolean {
  const segments = parseValuePath(path) ?? [];
  const name = segments.at(-1);
  // The only element of a list that the definition makes is what the list is about.
  if (typeof name === 'number') return true;
  const parent = segments.slice(0, -1);
  const places = parent.length === 0 ? [body] : followPath(body, formatPath(parent), schemas);
  return (
    places.length > 0 &&
    places.every((place) => {
      const { required } = flattenSchema(place, schemas);
      return Array.isArray(required) && required.includes(String(name));
    })
  );
}

/** Adds a member below the objects on its path. */
function placeMember(record: JsonObject, name: string, member: JsonObject, required: boolean): JsonObject {
  const [first = '', ...rest] = (parseValuePath(name) ?? [name]).map(String);
  const properties = toObject(record['properties']);
  const known = toObject(properties[first]);
  const inner =
    rest.length === 0
      ? { ...member, ...known }
      : placeMember({ type: 'object', additionalProperties: true, ...known }, rest.join('.'), member, required);
  const listed = Array.isArray(record['required']) ? record['required'] : [];
  return {
    ...record,
    properties: { ...properties, [first]: inner },
    ...(required ? { required: [...new Set([...listed, first])] } : {}),
  };
}

function toObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
