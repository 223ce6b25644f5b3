import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { parsePath } from '../../core/paths.ts';
import type { AggregationName } from '../accumulators.ts';
import type { AggregateRules } from '../rules.ts';

/** An object that an enrichment adds to records. */
export interface FoundMember {
  name: string;
  schema: JsonObject | undefined;
  /** The members to add. Default: all. */
  fields: readonly string[] | undefined;
}

/** The schema of records with further members, each an object or null; `undefined` if unknown. */
export function withMembers(schema: JsonObject | undefined, found: readonly FoundMember[]): JsonObject | undefined {
  if (schema === undefined || found.length === 0) return schema;
  const { properties } = schema;
  if (!isJsonObject(properties)) return undefined;
  return { ...schema, properties: { ...properties, ...Object.fromEntries(found.map(toMember)) } };
}

function toMember({ name, schema, fields }: FoundMember): [string, JsonObject] {
  const { properties, additionalProperties } = schema ?? {};
  if (!isJsonObject(properties)) return [name, {}];
  const members = Object.entries(properties).filter(([member]) => fields?.includes(member) ?? true);
  const others = additionalProperties === undefined ? {} : { additionalProperties };
  return [name, { type: ['object', 'null'], properties: Object.fromEntries(members), ...others }];
}

/** The schema of records that are made of the elements of a list; `undefined` if unknown. */
export function withElement(
  schema: JsonObject | undefined,
  flatten: { list: string; as: string } | undefined,
): JsonObject | undefined {
  const properties = schema?.['properties'];
  if (flatten === undefined) return schema;
  if (schema === undefined || !isJsonObject(properties)) return undefined;
  const { items } = schemaAt(flatten.list, schema);
  const { [flatten.list]: _, ...others } = properties;
  const element = { [flatten.as]: isJsonObject(items) ? items : {}, [`${flatten.as}_key`]: {} };
  return { ...schema, properties: { ...others, ...element } };
}

/** The schema of the groups of an aggregation. */
export function schemaOfGroups(
  { group_by: group, fields }: AggregateRules,
  record: JsonObject | undefined,
): JsonObject {
  const properties: JsonObject = {};
  for (const text of group) {
    const [name, ...rest] = segmentsOf(text);
    if (typeof name === 'string') properties[name] = rest.length === 0 ? schemaAt(text, record) : {};
  }
  for (const [name, one] of Object.entries(fields)) {
    const [path] = Object.values<string | true>(one);
    properties[name] = schemaOfField(one, typeof path === 'string' ? schemaAt(path, record) : {});
  }
  return { type: 'object', properties, additionalProperties: false, required: Object.keys(fields) };
}

function schemaOfField(one: AggregateRules['fields'][string], values: JsonObject): JsonObject {
  const [name] = Object.keys(one);
  return shapes[isAggregation(name) ? name : 'first'](values);
}

function isAggregation(name: string | undefined): name is AggregationName {
  return name !== undefined && Object.hasOwn(shapes, name);
}

const amount = (): JsonObject => ({ type: ['number', 'null'] });
const same = (values: JsonObject): JsonObject => values;
const listOf = (items: JsonObject): JsonObject => ({ type: 'array', items });

const shapes: Readonly<Record<AggregationName, (values: JsonObject) => JsonObject>> = {
  count: () => ({ type: 'integer' }),
  sum: amount,
  avg: amount,
  min: same,
  max: same,
  first: same,
  last: same,
  collect: listOf,
  distinct: listOf,
};

/** The schema of the values at a path of members; unknown for other paths. */
function schemaAt(text: string, record: JsonObject | undefined): JsonObject {
  let schema: Json | undefined = record;
  for (const segment of segmentsOf(text)) {
    schema = typeof segment === 'string' ? memberOf(schema, segment) : undefined;
  }
  // References resolve only within their own schema.
  return isJsonObject(schema) && !JSON.stringify(schema).includes('"$ref"') ? schema : {};
}

function memberOf(schema: Json | undefined, name: string): Json | undefined {
  const members = isJsonObject(schema) ? schema['properties'] : undefined;
  return isJsonObject(members) && Object.hasOwn(members, name) ? members[name] : undefined;
}

function segmentsOf(text: string): readonly (string | number)[] {
  const parsed = parsePath(text);
  return parsed.ok ? parsed.path.segments : [];
}
