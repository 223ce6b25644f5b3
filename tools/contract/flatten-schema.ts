import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';

type Schemas = Readonly<Record<string, JsonObject>>;

/** Members within members are told so deep; below, anything may stand. Enums with more values are left out. */
const depthMax = 4;
const valuesMax = 40;
const formsMax = 100;

/**
 * A schema of a contract as mappings are checked against it: without references, and no stricter than its description.
 *
 * Objects take further members, since descriptions lag behind their interfaces. What is optional may be null, for few
 * descriptions say where it may not. Of alternatives, only what all of them need is required.
 */
export function flattenSchema(schema: JsonObject, schemas: Schemas, depth = 0): JsonObject {
  const forms = listForms(schema, schemas);
  const types = new Set(forms.flatMap(listTypes));
  if (forms.length === 0 || types.has('any') || depth > depthMax) return {};
  const values = forms.flatMap(({ enum: listed }) => (Array.isArray(listed) ? listed : []));
  const isListed = forms.every((form) => Array.isArray(form['enum'])) && values.length <= valuesMax;
  return {
    type: toType(types),
    ...(isListed && !types.has('object') && !types.has('array') ? { enum: [...new Set(values)] } : {}),
    ...(types.has('object') ? flattenMembers(forms, schemas, depth) : {}),
    ...(types.has('array') ? { items: join(forms.flatMap(readItems), schemas, depth) } : {}),
  };
}

function toType(types: ReadonlySet<string>): Json {
  const [first, ...rest] = [...types].toSorted();
  return first !== undefined && rest.length === 0 ? first : [...types].toSorted();
}

/** The values that one of several schemas allows. */
function join(parts: readonly JsonObject[], schemas: Schemas, depth: number): JsonObject {
  return parts.length === 0 ? {} : flattenSchema({ anyOf: [...parts] }, schemas, depth + 1);
}

/**
 * The forms that a value may have, references and `allOf` taken in.
 *
 * Where the alternatives stand beside members of their own, each form has these, too.
 */
function listForms(schema: JsonObject, schemas: Schemas, seen: readonly string[] = []): JsonObject[] {
  const { $ref: reference, allOf, oneOf, anyOf, subtypes, ...own } = schema;
  const isKnown = typeof reference === 'string' && seen.includes(reference);
  const within = typeof reference === 'string' ? [...seen, reference] : seen;
  const target = typeof reference === 'string' ? schemas[reference.replace(/^#\/\$defs\//, '')] : undefined;
  // Within itself a schema is anything.
  const referred = isKnown || (reference !== undefined && target === undefined) ? [{}] : target && [target];
  const choices = [oneOf, anyOf].map(toSchemas).filter((list) => list.length > 0);
  const kinds = toSchemas(subtypes);
  // What a discriminator chooses stands beside the plain form.
  if (kinds.length > 0) choices.push([{}, ...kinds]);
  const all = [...(referred ?? []), ...toSchemas(allOf)].map((part) => [part]);
  return [...all, ...choices].reduce<JsonObject[]>(
    (forms, options) => {
      const found = options.flatMap((option) => listForms(option, schemas, within));
      // Too many to tell apart: it may be anything.
      if (forms.length * found.length > formsMax) return [{}];
      return forms.flatMap((form) => found.map((option) => merge(form, option)));
    },
    [own],
  );
}

function merge(a: JsonObject, b: JsonObject): JsonObject {
  const properties = { ...toObject(b['properties']), ...toObject(a['properties']) };
  const required = [...toList(a['required']), ...toList(b['required'])];
  return {
    ...b,
    ...a,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
  };
}

function flattenMembers(forms: readonly JsonObject[], schemas: Schemas, depth: number): JsonObject {
  const objects = forms.filter((form) => listTypes(form).includes('object'));
  const names = [...new Set(objects.flatMap(({ properties }) => Object.keys(toObject(properties))))];
  const needed = (objects[0] === undefined ? [] : toList(objects[0]['required'])).filter(
    (name): name is string =>
      typeof name === 'string' && names.includes(name) && objects.every((form) => needs(form, name)),
  );
  const properties = names.map((name): [string, JsonObject] => {
    const parts = objects.map(({ properties: members }) => toObject(members)[name]);
    const member = join(parts.filter(isJsonObject), schemas, depth);
    return [name, needed.includes(name) ? member : allowNull(member)];
  });
  return {
    ...(names.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(needed.length === 0 ? {} : { required: needed }),
    additionalProperties: true,
  };
}

/**
 * True where a form needs a member that its caller has to give. Annotations of OData are left out where they are usual.
 *
 * @see https://docs.oasis-open.org/odata/odata-json-format/v4.01/odata-json-format-v4.01.html (§4.6.3, `type`)
 */
function needs({ required, properties }: JsonObject, name: string): boolean {
  const { default: usual, readOnly, const: constant } = toObject(toObject(properties)[name]);
  const isGiven = usual !== undefined || readOnly === true || constant !== undefined || name.startsWith('@odata.');
  return toList(required).includes(name) && !isGiven;
}

function allowNull(schema: JsonObject): JsonObject {
  const { type, enum: values } = schema;
  if (type === undefined) return schema;
  return {
    ...schema,
    type: toType(new Set([...listTypes(schema), 'null'])),
    ...(Array.isArray(values) ? { enum: [...new Set([...values, null])] } : {}),
  };
}

const typeNames: ReadonlySet<Json> = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

/** The types of a form; `any` where it does not tell. */
function listTypes(form: JsonObject): string[] {
  const { type, properties, items, enum: values } = form;
  if (type === undefined && isJsonObject(properties)) return ['object'];
  if (type === undefined && isJsonObject(items)) return ['array'];
  if (type === undefined && Array.isArray(values)) return values.map(typeOf);
  const types = toList(type).filter((name): name is string => typeNames.has(name) && typeof name === 'string');
  return types.length === 0 ? ['any'] : types;
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' || typeof value === 'boolean' ? typeof value : 'any';
}

function readItems(form: JsonObject): JsonObject[] {
  if (!listTypes(form).includes('array')) return [];
  return [toObject(form['items'])];
}

function toObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function toSchemas(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function toList(value: Json | undefined): Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
