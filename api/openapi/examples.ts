import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Components } from './components.ts';
import { shapeExamples, textExamples } from './examples.data.ts';

/**
 * Makes a value that a schema allows: what the schema says itself (`examples`, `default`, `const`, `enum`), else the
 * first form that works.
 *
 * Objects get what they require, and optional members that have examples of their own; where an example is written by
 * hand, its members instead.
 */
export function makeExample(schema: Json, find: Components['find']): Json | undefined {
  return build(schema, { find, within: [] });
}

interface BuildContext {
  find: Components['find'];
  /** References on the way here: a shape that holds itself ends where it would begin again. */
  within: readonly string[];
  /** The members that are worth showing are written by hand. */
  written?: boolean;
}

function build(schema: Json | undefined, context: BuildContext): Json | undefined {
  if (!isJsonObject(schema)) return schema === false ? undefined : 'text';
  if (typeof schema['$ref'] === 'string') return buildNamed(schema['$ref'], context);
  const { examples, anyOf, oneOf, allOf } = schema;
  const given = [...(Array.isArray(examples) ? examples : []), schema['default'], schema['const']];
  const stated = given.find((value) => value !== undefined);
  if (stated !== undefined) return stated;
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const forms = anyOf ?? oneOf;
  if (Array.isArray(forms)) return firstOf(forms, context);
  if (Array.isArray(allOf)) return mergeParts(allOf, context);
  return buildType(schema, context);
}

function buildNamed(reference: string, { find, within }: BuildContext): Json | undefined {
  if (within.includes(reference)) return undefined;
  const written = shapeExamples[reference.split('/').at(-1) ?? ''];
  const made = build(find(reference), { find, within: [...within, reference], written: written !== undefined });
  if (written === undefined) return made;
  return { ...(isJsonObject(made) ? made : {}), ...written };
}

function firstOf(forms: readonly Json[], context: BuildContext): Json | undefined {
  for (const form of forms) {
    const made = build(form, context);
    if (made !== undefined) return made;
  }
  return undefined;
}

function mergeParts(parts: readonly Json[], context: BuildContext): JsonObject {
  const made = parts.map((part) => build(part, context));
  return Object.fromEntries(made.flatMap((part) => (isJsonObject(part) ? Object.entries(part) : [])));
}

function buildType(schema: JsonObject, context: BuildContext): Json | undefined {
  const type = Array.isArray(schema['type']) ? schema['type'].find((name) => name !== 'null') : schema['type'];
  switch (type) {
    case 'object':
      return buildObject(schema, context);
    case 'array':
      return buildList(schema, context);
    case 'string':
      return buildText(schema);
    case 'integer':
    case 'number':
      return buildNumber(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return 'text';
  }
}

function buildObject({ properties, required }: JsonObject, context: BuildContext): Json | undefined {
  const members: JsonObject = {};
  for (const [name, schema] of Object.entries(isJsonObject(properties) ? properties : {})) {
    const isRequired = Array.isArray(required) && required.includes(name);
    const isWorthIt = context.written !== true && isJsonObject(schema) && schema['examples'] !== undefined;
    if (!isRequired && !isWorthIt) continue;
    const made = build(schema, { find: context.find, within: context.within });
    if (made !== undefined) members[name] = made;
    else if (isRequired) return undefined;
  }
  return members;
}

function buildList({ items, prefixItems, minItems }: JsonObject, context: BuildContext): Json | undefined {
  if (Array.isArray(prefixItems)) return prefixItems.map((item) => build(item, context) ?? null);
  const item = build(items, context);
  if (item === undefined) return typeof minItems === 'number' && minItems > 0 ? undefined : [];
  return Array.from({ length: typeof minItems === 'number' ? Math.max(1, minItems) : 1 }, () => item);
}

function buildText({ pattern, format, minLength, maxLength }: JsonObject): string | undefined {
  const isAllowed = (text: string): boolean =>
    (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text)) &&
    (typeof minLength !== 'number' || text.length >= minLength) &&
    (typeof maxLength !== 'number' || text.length <= maxLength) &&
    (typeof format !== 'string' || fitsFormat(format, text));
  return textExamples.find(isAllowed);
}

function fitsFormat(format: string, text: string): boolean {
  switch (format) {
    case 'date-time':
      return /T.*Z$/.test(text);
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(text);
    case 'uri':
      return text.startsWith('https:');
    case 'email':
      return text.includes('@');
    case 'uuid':
      return /^[0-9a-f]{8}-/.test(text);
    default:
      return true;
  }
}

function buildNumber({ minimum, exclusiveMinimum, maximum }: JsonObject): number {
  const least = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : minimum;
  const most = typeof maximum === 'number' ? maximum : Number.POSITIVE_INFINITY;
  // zod bounds whole numbers by what a double holds exactly.
  return Math.min(most, typeof least === 'number' ? Math.max(1, least) : 1);
}
