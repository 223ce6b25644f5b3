import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { toObject } from './json-reading.ts';

/**
 * A schema whose answer has members that it does not name has those of the vendor's own example, where there is one.
 *
 * Nothing of an example is required, and what it has none of stays unknown.
 */
export function completeSchema(schema: Json | undefined, example: Json | undefined): Json | undefined {
  return example === undefined || tellsForm(toObject(schema)) ? schema : describeExample(example);
}

/**
 * Where a schema says list and the vendor's own example shows an object, the example is right: an object that holds the
 * list, or one that was taken for a list. Looks at an answer and its members, no deeper.
 *
 * @param deref What a schema is that stands for another.
 */
export function correctSchema(
  schema: Json | undefined,
  example: Json | undefined,
  deref: (value: Json | undefined) => JsonObject,
): Json | undefined {
  if (!isJsonObject(example)) return schema;
  const form = deref(schema);
  if (form['type'] === 'array') return wrapList(schema, example);
  const properties = toObject(form['properties']);
  const wrong = Object.keys(properties).filter(
    (name) => isJsonObject(example[name]) && deref(properties[name])['type'] === 'array',
  );
  if (wrong.length === 0) return schema;
  const right = Object.fromEntries(wrong.map((name) => [name, describeExample(example[name] ?? null)]));
  return { ...form, properties: { ...properties, ...right } };
}

/** The only list of an example is the one that the schema means. */
function wrapList(schema: Json | undefined, example: JsonObject): JsonObject {
  const members = Object.entries(example);
  const isOnly = members.filter(([, member]) => Array.isArray(member)).length === 1;
  const properties = members.map(([name, member]): [string, Json] => [
    name,
    isOnly && schema !== undefined && Array.isArray(member) ? schema : describeExample(member),
  ]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** False for `{ type: object }`, and for a list of such. */
function tellsForm(schema: JsonObject): boolean {
  const { type, items } = schema;
  if (type === 'array' && isJsonObject(items)) return tellsForm(items);
  const isOpen = type === undefined || type === 'object';
  return !isOpen || keywords.some((keyword) => schema[keyword] !== undefined);
}

const keywords = ['$ref', 'properties', 'additionalProperties', 'allOf', 'oneOf', 'anyOf', 'items', 'enum'];

function describeExample(value: Json): JsonObject {
  if (Array.isArray(value)) return { type: 'array', ...describeElements(value) };
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(([name, member]): [string, Json] => [name, describeExample(member)]);
    return { type: 'object', properties: Object.fromEntries(members) };
  }
  return value === null ? {} : { type: typeof value };
}

/** Elements that show different members are all of one form, which has each of them. */
function describeElements(elements: readonly Json[]): JsonObject {
  const [first, ...others] = elements.map(describeExample);
  return first === undefined ? {} : { items: others.reduce(mergeForms, first) };
}

/** What two examples of one value tell of it; `null` tells nothing. */
function mergeForms(a: JsonObject, b: JsonObject): JsonObject {
  if (a['type'] === undefined || b['type'] === undefined) return a['type'] === undefined ? b : a;
  if (a['type'] !== b['type']) return { type: [...new Set([a['type'], b['type']].flat())] };
  if (a['type'] === 'array') return { type: 'array', items: mergeForms(toObject(a['items']), toObject(b['items'])) };
  const properties = Object.entries(toObject(b['properties'])).reduce(
    (all, [name, form]) => ({ ...all, [name]: mergeForms(toObject(all[name]), toObject(form)) }),
    toObject(a['properties']),
  );
  return a['type'] === 'object' ? { type: 'object', properties } : a;
}
