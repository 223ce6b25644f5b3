import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';

/**
 * Writes a JSON Schema as a TypeScript type: the subset that zod makes of our shapes.
 *
 * Bounds, patterns and formats are left to the server; what a type can say, it says.
 */
export function toType(schema: Json | undefined): string {
  if (!isJsonObject(schema)) return schema === false ? 'never' : 'unknown';
  if (typeof schema['$ref'] === 'string') return toTypeName(schema['$ref']);
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return union(schema['enum'].map((value) => JSON.stringify(value)));
  const forms = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(forms)) return union(forms.map(toType));
  if (Array.isArray(schema['allOf'])) return schema['allOf'].map((part) => `(${toType(part)})`).join(' & ');
  if (Array.isArray(schema['type'])) return union(schema['type'].map((type) => toPlainType({ ...schema, type })));
  return toPlainType(schema);
}

/** `#/components/schemas/Account` → `Account` */
export function toTypeName(reference: string): string {
  return reference.split('/').at(-1) ?? 'unknown';
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

function toPlainType(schema: JsonObject): string {
  switch (schema['type']) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return toListType(schema);
    case 'object':
      return toObjectType(schema);
    default:
      return 'unknown';
  }
}

function toListType({ items, prefixItems }: JsonObject): string {
  if (Array.isArray(prefixItems)) return `[${prefixItems.map(toType).join(', ')}]`;
  return `(${toType(items)})[]`;
}

function toObjectType({ properties, required, additionalProperties }: JsonObject): string {
  const members = Object.entries(isJsonObject(properties) ? properties : {}).map(([name, schema]) => {
    const mark = Array.isArray(required) && required.includes(name) ? '' : '?';
    return `${toComment(schema)}${JSON.stringify(name)}${mark}: ${toType(schema)};`;
  });
  if (members.length === 0) return `{ [name: string]: ${toType(additionalProperties)} }`;
  // Beside named members, an index signature would have to hold their types, too.
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  return `{\n${members.join('\n')}\n${isOpen ? '[name: string]: unknown;\n' : ''}}`;
}

/** The description of a schema, as a comment above its member or type. */
export function toComment(schema: Json | undefined): string {
  const description = isJsonObject(schema) ? schema['description'] : undefined;
  return typeof description === 'string' ? `/** ${description.replaceAll('*/', '*\\/')} */\n` : '';
}
