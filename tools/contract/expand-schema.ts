import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';

type Schemas = Readonly<Record<string, JsonObject>>;

const refsMax = 20;

/** What schemas became, by what their references are looked up in: the same ones are expanded for every request of a vendor. */
const expanded = new WeakMap<Schemas, WeakMap<JsonObject, JsonObject>>();

/**
 * A schema with its own references and `allOf` taken in, and of alternatives the first that is not `null`.
 *
 * Members stay as they are: they are expanded when they are looked at. Pure; neither what is given nor the result is changed.
 */
export function expandSchema(schema: JsonObject, schemas: Schemas): JsonObject {
  const known = expanded.get(schemas) ?? new WeakMap<JsonObject, JsonObject>();
  expanded.set(schemas, known);
  const made = known.get(schema) ?? expandFurther(schema, schemas, 0);
  known.set(schema, made);
  return made;
}

function expandFurther(schema: JsonObject, schemas: Schemas, refs: number): JsonObject {
  const { $ref: ref, allOf, oneOf, anyOf, ...rest } = schema;
  const parts: JsonObject[] = [rest];
  if (typeof ref === 'string' && refs < refsMax) {
    const target = schemas[ref.replace(/^#\/\$defs\//, '')];
    if (target !== undefined) parts.push(expandFurther(target, schemas, refs + 1));
  }
  for (const part of toSchemas(allOf)) parts.push(expandFurther(part, schemas, refs + 1));
  for (const alternatives of [toSchemas(oneOf), toSchemas(anyOf)]) {
    const chosen = alternatives.find((part) => part['type'] !== 'null');
    if (chosen !== undefined) parts.push(expandFurther(chosen, schemas, refs + 1));
    const isNullable = chosen !== undefined && alternatives.some((part) => part['type'] === 'null');
    if (isNullable) parts.push({ nullable: true });
  }
  return parts.reduce(merge, {});
}

function merge(a: JsonObject, { nullable, ...b }: JsonObject): JsonObject {
  const merged = { ...b, ...a };
  if (isJsonObject(a['properties']) && isJsonObject(b['properties'])) {
    merged['properties'] = { ...b['properties'], ...a['properties'] };
  }
  const required = [...toList(a['required']), ...toList(b['required'])];
  if (required.length > 0) merged['required'] = [...new Set(required)];
  if (nullable === true) merged['type'] = [...new Set([...toList(merged['type']), 'null'])];
  return merged;
}

/**
 * Every schema that a value may have: the alternatives of `oneOf` and `anyOf`, and the forms that a discriminator chooses
 * from (`subtypes`), beside what all have in common.
 */
export function listAlternatives(schema: JsonObject, schemas: Schemas, seen: Set<string> = new Set()): JsonObject[] {
  const { $ref: ref, allOf, oneOf, anyOf, subtypes, ...rest } = schema;
  const nested = [allOf, oneOf, anyOf, subtypes].flatMap(toSchemas);
  const name = typeof ref === 'string' ? ref.replace(/^#\/\$defs\//, '') : undefined;
  const target = name === undefined || seen.has(name) ? undefined : schemas[name];
  if (name !== undefined) seen.add(name);
  const followed = target === undefined ? nested : [target, ...nested];
  const own = followed.length > 0 && Object.keys(rest).length === 0 ? [] : [rest];
  return [...own, ...followed.flatMap((part) => listAlternatives(part, schemas, seen))];
}

function toSchemas(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function toList(value: Json | undefined): Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
