import { isList, isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';

/** The schemas of the API's description, by name. */
export type Schemas = Readonly<Record<string, JsonObject>>;

/** A schema behind its references. */
export interface Resolved {
  /** Name of the last reference on the way: `MappingRule`. */
  name: string | undefined;
  schema: JsonObject;
  /** The nearest description on the way. */
  description: string | undefined;
}

const prefix = '#/components/schemas/';

/** The name of what is sent: with a suffix only where what is returned differs from it. */
export function inputName(schemas: Schemas, name: string): string {
  const suffixed = `${name}Input`;
  return suffixed in schemas ? suffixed : name;
}

export function inputSchema(schemas: Schemas, name: string): JsonObject {
  return schemas[inputName(schemas, name)] ?? {};
}

export function resolve(schemas: Schemas, given: JsonValue | undefined): Resolved {
  let schema = isObject(given) ? given : {};
  let name: string | undefined;
  let description = readText(schema['description']);
  while (typeof schema['$ref'] === 'string') {
    name = schema['$ref'].replace(prefix, '');
    schema = schemas[name] ?? {};
    description ??= readText(schema['description']);
  }
  return { name, schema, description };
}

/** The forms of a value, where there are several. */
export function listVariants(schema: JsonObject): JsonValue[] {
  const variants = schema['anyOf'] ?? schema['oneOf'];
  return isList(variants) ? variants : [];
}

export function listProperties(schema: JsonObject): [name: string, schema: JsonValue, required: boolean][] {
  const required = isList(schema['required']) ? schema['required'] : [];
  return isObject(schema['properties'])
    ? Object.entries(schema['properties']).map(([name, property]) => [name, property, required.includes(name)])
    : [];
}

/** What a form begins with: as little as the schema lets be there. */
export function startValue(schemas: Schemas, given: JsonValue | undefined): JsonValue {
  const { schema } = resolve(schemas, given);
  if (schema['const'] !== undefined) return schema['const'];
  if (schema['default'] !== undefined) return schema['default'];
  if (isList(schema['enum'])) return schema['enum'][0] ?? '';
  const [variant] = listVariants(schema);
  if (variant !== undefined) return startValue(schemas, variant);
  switch (schema['type']) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 0;
    case 'array':
      return [];
    case 'object': {
      const needed = listProperties(schema).filter(([, , required]) => required);
      return Object.fromEntries(needed.map(([name, property]) => [name, startValue(schemas, property)]));
    }
    default:
      return '';
  }
}

/** Whether a value has the form of a schema, as far as telling variants apart needs it. */
export function fits(schemas: Schemas, given: JsonValue | undefined, value: JsonValue): boolean {
  const { schema } = resolve(schemas, given);
  if (schema['const'] !== undefined) return schema['const'] === value;
  if (isList(schema['enum'])) return schema['enum'].includes(value);
  const variants = listVariants(schema);
  if (variants.length > 0) return variants.some((variant) => fits(schemas, variant, value));
  if (!fitsType(schema['type'], value)) return false;
  if (isList(value))
    return value.every((item) => schema['items'] === undefined || fits(schemas, schema['items'], item));
  return !isObject(value) || fitsMembers(schemas, schema, value);
}

function fitsMembers(schemas: Schemas, schema: JsonObject, value: JsonObject): boolean {
  const properties = listProperties(schema);
  const isClosed = schema['additionalProperties'] === false;
  const known = new Set(properties.map(([name]) => name));
  if (isClosed && Object.keys(value).some((name) => !known.has(name))) return false;
  return properties.every(([name, property, required]) => {
    const own = value[name];
    if (own === undefined) return !required;
    const { schema: below } = resolve(schemas, property);
    // Only what tells variants apart counts: a value that is being typed is still of its variant.
    // Words that are needed are chosen, and never half typed.
    if (required && isList(below['enum'])) return below['enum'].includes(own);
    return below['const'] === undefined ? true : below['const'] === own;
  });
}

function fitsType(type: JsonValue | undefined, value: JsonValue): boolean {
  if (isList(type)) return type.some((one) => fitsType(one, value));
  if (type === undefined) return true;
  if (type === 'integer') return typeof value === 'number';
  if (type === 'array') return isList(value);
  if (type === 'object') return isObject(value);
  if (type === 'null') return value === null;
  return typeof value === type;
}

/** Words for a variant: its constant, the members that only it has, or its type. */
export function nameVariant(schemas: Schemas, given: JsonValue): string {
  const { schema, name, description } = resolve(schemas, given);
  if (schema['const'] !== undefined) return nameValue(schema['const']);
  if (isList(schema['enum'])) return schema['enum'].map(nameValue).join(' or ');
  const required = listProperties(schema).filter(([, , needed]) => needed);
  const fixed = required
    .map(([, property]) => resolve(schemas, property).schema['const'])
    .find((value) => value !== undefined);
  if (fixed !== undefined) return nameValue(fixed);
  if (name !== undefined)
    return name
      .replace(/Input$/, '')
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase();
  if (required.length > 0) return required.map(([member]) => member).join(', ');
  if (schema['type'] === 'array') return 'list';
  if (schema['type'] === 'string') return /formula/i.test(description ?? '') ? 'formula' : 'text';
  return typeof schema['type'] === 'string' ? schema['type'] : 'value';
}

/** Whether a value is a text or number, or a list of such: it is written like a list. */
export function isOneOrMore(schemas: Schemas, variants: readonly JsonValue[]): boolean {
  const forms = variants.map((variant) => resolve(schemas, variant).schema);
  const simple = forms.filter(({ type }) => type === 'string' || type === 'integer' || type === 'number');
  return simple.length > 0 && simple.length === forms.length - 1 && forms.some(({ type }) => type === 'array');
}

/** A value in a list of choices. */
export function nameValue(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Formulas are told by what the description of a member says, so that later members get their editor, too. */
export function isFormula(description: string | undefined): boolean {
  return /\b(?:an? formula|by formula|expression over)\b/i.test(description ?? '');
}

function readText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
