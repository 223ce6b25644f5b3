import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Description } from './description.ts';

/** Requests lack what the vendor sets itself, answers what it never shows. */
export type SkeletonSide = 'request' | 'response';

/** Longer lists of values are as good as free text. */
const enumMax = 60;

/** Marks members that records have only where they are asked for: other records, of OData. */
const navigation = 'x-ms-navigationProperty';

/** Keywords that are kept as they are. */
const plainKeywords = ['format', 'const', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'];

/**
 * Cuts schemas of a description down to structure: names, types, required members, enums and bounds, as JSON Schema
 * 2020-12 whatever the dialect was. Prose, examples and defaults are left out.
 *
 * Named schemas go to `schemas`, once for each side, and are referred to.
 */
export class Skeletons {
  readonly schemas: Record<string, JsonObject> = {};
  readonly #names = new Map<string, string>();
  /** References to places without a name, under way: one that leads to itself ends in a schema for anything. */
  readonly #inlined = new Set<string>();

  cut(description: Description, schema: JsonObject, side: SkeletonSide, source: number): JsonObject {
    const ref = schema['$ref'];
    if (typeof ref === 'string') return this.#cutRef(description, ref, side, source);
    const forms = listForms(schema);
    if (forms !== undefined) return this.cut(description, forms, side, source);
    const cut = (value: Json | undefined): JsonObject =>
      isJsonObject(value) ? this.cut(description, value, side, source) : {};
    const out: JsonObject = {};
    const types = toTypes(schema);
    if (types !== undefined) out['type'] = types;
    for (const keyword of plainKeywords) {
      const value = schema[keyword];
      if (value !== undefined && isPlain(keyword, value)) out[keyword] = value;
    }
    // A keyword of our own: names that the vendor's libraries give to members of XML.
    if (isJsonObject(schema['names'])) out['names'] = schema['names'];
    const values = schema['enum'];
    const isOfItems = types === 'array' && Array.isArray(values) && !values.some(Array.isArray);
    if (Array.isArray(values) && values.length <= enumMax && !isOfItems) out['enum'] = toEnum(values, schema);
    if (isJsonObject(schema['properties'])) Object.assign(out, this.#cutMembers(schema, side, cut));
    // Of a list, descriptions mean the values of its elements.
    if (isJsonObject(schema['items']))
      out['items'] = cut(isOfItems ? { ...schema['items'], enum: values } : schema['items']);
    if (isJsonObject(schema['additionalProperties'])) out['additionalProperties'] = cut(schema['additionalProperties']);
    for (const keyword of ['allOf', 'oneOf', 'anyOf']) {
      const parts = schema[keyword];
      if (Array.isArray(parts) && !areHeirs(description, schema, parts))
        out[mayOverlap(keyword, parts) ? 'anyOf' : keyword] = parts.map(cut);
    }
    const subtypes = listSubtypes(description, schema).map(cut);
    if (subtypes.length > 0) out['subtypes'] = subtypes;
    return isNullable(schema) ? withNull(out) : out;
  }

  #cutRef(description: Description, ref: string, side: SkeletonSide, source: number): JsonObject {
    const target = description.resolve(ref);
    if (target === undefined || this.#inlined.has(ref)) return {};
    if (target.name === undefined) {
      this.#inlined.add(ref);
      const inlined = this.cut(description, target.schema, side, source);
      this.#inlined.delete(ref);
      return inlined;
    }
    const key = `${source} ${side} ${ref}`;
    const known = this.#names.get(key);
    if (known !== undefined) return { $ref: `#/$defs/${known}` };
    const name = this.#toName(target.name, side);
    this.#names.set(key, name);
    this.schemas[name] = {};
    this.schemas[name] = this.cut(description, target.schema, side, source);
    return { $ref: `#/$defs/${name}` };
  }

  #cutMembers(schema: JsonObject, side: SkeletonSide, cut: (value: Json | undefined) => JsonObject): JsonObject {
    const hidden = side === 'request' ? 'readOnly' : 'writeOnly';
    const members = Object.entries(isJsonObject(schema['properties']) ? schema['properties'] : {}).filter(
      ([, member]) => !(isJsonObject(member) && (member[hidden] === true || member[navigation] === true)),
    );
    const names = new Set<Json>(members.map(([name]) => name));
    const required = Array.isArray(schema['required']) ? schema['required'].filter((name) => names.has(name)) : [];
    return {
      properties: Object.fromEntries(members.map(([name, member]) => [name, cut(member)])),
      ...(required.length > 0 ? { required } : {}),
    };
  }

  #toName(name: string, side: SkeletonSide): string {
    const base = `${name.replaceAll(/[^A-Za-z0-9_.-]/g, '_')}${side === 'request' ? '.request' : ''}`;
    let unique = base;
    for (let count = 2; Object.hasOwn(this.schemas, unique); count += 1) unique = `${base}.${count}`;
    return unique;
  }
}

/**
 * A list at `items`, of a schema that is not said to be a list itself, holds the forms that a value may have: so Slack
 * writes what Swagger 2 has no keyword for.
 *
 * @see https://github.com/slackapi/slack-api-specs/blob/master/web-api/slack_web_openapi_v2.json
 */
function listForms({ type, items }: JsonObject): JsonObject | undefined {
  if (type !== undefined || !Array.isArray(items)) return undefined;
  const [first] = items;
  return items.length === 1 && isJsonObject(first) ? first : { anyOf: items };
}

/** Forms that only their further members exclude from each other: a skeleton forbids no members. */
function mayOverlap(keyword: string, parts: readonly Json[]): boolean {
  return keyword === 'oneOf' && parts.some((part) => isJsonObject(part) && part['additionalProperties'] === false);
}

const knownTypes = new Set<Json>(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);

function toTypes({ type, properties, items }: JsonObject): Json | undefined {
  const given = Array.isArray(type) ? type : type === undefined ? [] : [type];
  const types = given.map((one) => (one === 'file' ? 'string' : one)).filter((one) => knownTypes.has(one));
  if (types.length > 1) return types;
  return types[0] ?? (properties === undefined ? (items === undefined ? undefined : 'array') : 'object');
}

/** Bounds are numbers; Google writes them as text, and some descriptions write anything. */
function isPlain(keyword: string, value: Json): boolean {
  if (keyword === 'const') return true;
  return keyword === 'format' ? typeof value === 'string' : typeof value === 'number';
}

function toEnum(values: Json[], schema: JsonObject): Json[] {
  return isNullable(schema) && !values.includes(null) ? [...values, null] : values;
}

const subtypesMax = 12;

/** Steps from a form up to its base that are looked at. */
const heritageMax = 4;

/** Whether forms of a base contain it in turn: taken literally, neither could ever be checked. */
function areHeirs(description: Description, base: JsonObject, forms: readonly Json[]): boolean {
  return forms.some((form) => descends(description, form, base, heritageMax));
}

function descends(description: Description, form: Json, base: JsonObject, steps: number): boolean {
  const ref = isJsonObject(form) ? form['$ref'] : undefined;
  const schema = typeof ref === 'string' ? description.resolve(ref)?.schema : undefined;
  const parts = schema?.['allOf'];
  if (steps === 0 || !Array.isArray(parts)) return false;
  return parts.some((part) => {
    const above =
      isJsonObject(part) && typeof part['$ref'] === 'string' ? description.resolve(part['$ref']) : undefined;
    return above?.schema === base || descends(description, part, base, steps - 1);
  });
}

/**
 * Forms that a base names by its discriminator only. They contain it in turn, so that a keyword of our own holds them;
 * schemas that were cut before have it.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#discriminator-object
 */
function listSubtypes(description: Description, schema: JsonObject): JsonObject[] {
  const { discriminator, oneOf, anyOf, subtypes } = schema;
  if (Array.isArray(subtypes)) return subtypes.filter(isJsonObject);
  const forms = [oneOf, anyOf].find(Array.isArray);
  if (forms !== undefined && areHeirs(description, schema, forms)) return forms.filter(isJsonObject);
  if (oneOf !== undefined || anyOf !== undefined || !isJsonObject(discriminator)) return [];
  const { mapping } = discriminator;
  const refs = isJsonObject(mapping) ? Object.values(mapping) : [];
  // The root of a whole model, as Microsoft Graph's `entity` is, says nothing of an answer.
  if (refs.length > subtypesMax) return [];
  const own = refs.filter((ref) => typeof ref === 'string' && ref.startsWith('#/'));
  return [...new Set(own)].map(($ref) => ({ $ref }));
}

function isNullable(schema: JsonObject): boolean {
  return schema['nullable'] === true || schema['x-nullable'] === true;
}

function withNull(schema: JsonObject): JsonObject {
  const { type } = schema;
  if (type === undefined) return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };
  const types = Array.isArray(type) ? type : [type];
  return { ...schema, type: types.includes('null') ? types : [...types, 'null'] };
}
