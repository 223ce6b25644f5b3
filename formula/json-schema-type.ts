import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import {
  anyType,
  booleanType,
  joinTypes,
  listType,
  nullType,
  numberType,
  type ObjectType,
  openObjectType,
  stringType,
  type ValueType,
} from './value-type.ts';

/** Schemas are read so deep; what lies deeper may be anything. */
const depthMax = 12;

interface Root {
  schema: JsonObject;
  /** Types of what is referred to, each read once; within itself it is anything. */
  references: Map<string, ValueType>;
}

/**
 * Reads the type of a record out of its JSON Schema.
 *
 * An object whose schema lists members and says nothing of others has no others; one that allows more says so by
 * `additionalProperties`. What a schema can say and a type cannot becomes `any`, so nothing true is ever refused.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core
 */
export function typeOfRecord(schema: JsonObject | undefined): ObjectType {
  const type = schema === undefined ? anyType : readType(schema, { schema, references: new Map([['#', anyType]]) }, 0);
  return type.kind === 'object' ? type : openObjectType;
}

function readType(schema: Json | undefined, root: Root, depth: number): ValueType {
  if (!isJsonObject(schema) || depth === depthMax) return anyType;
  const { type, anyOf, oneOf, allOf, enum: listed, const: constant, $ref: reference } = schema;
  if (typeof reference === 'string') return readReference(reference, root, depth);
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return joinAll(choices.map((choice) => readType(choice, root, depth + 1)));
  if (allOf !== undefined) return anyType;
  if (type === undefined && Array.isArray(listed)) return joinAll(listed.map(typeOfConstant));
  if (type === undefined && constant !== undefined) return typeOfConstant(constant);
  if (Array.isArray(type)) return joinAll(type.map((name) => readNamed(name, schema, root, depth)));
  return readNamed(type, schema, root, depth);
}

function readNamed(name: Json | undefined, schema: JsonObject, root: Root, depth: number): ValueType {
  switch (name) {
    case 'null':
      return nullType;
    case 'boolean':
      return booleanType;
    case 'number':
    case 'integer':
      return numberType;
    case 'string':
      return stringType;
    case 'array':
      return listType(readType(schema['items'], root, depth + 1));
    case 'object':
      return readObject(schema, root, depth);
    default:
      return anyType;
  }
}

function readObject(schema: JsonObject, root: Root, depth: number): ValueType {
  const { properties, additionalProperties, patternProperties } = schema;
  const members = new Map(
    Object.entries(isJsonObject(properties) ? properties : {}).map(([name, member]) => [
      name,
      readType(member, root, depth + 1),
    ]),
  );
  if (additionalProperties === false) return { kind: 'object', members, others: undefined };
  const isClosed = additionalProperties === undefined && patternProperties === undefined && members.size > 0;
  return { kind: 'object', members, others: isClosed ? undefined : readType(additionalProperties, root, depth + 1) };
}

function joinAll(types: readonly ValueType[]): ValueType {
  return types.length === 0 ? anyType : types.reduce((joined, type) => joinTypes(joined, type));
}

function typeOfConstant(value: Json): ValueType {
  if (value === null) return nullType;
  if (Array.isArray(value)) return listType(anyType);
  if (typeof value === 'object') return openObjectType;
  if (typeof value === 'string') return stringType;
  return typeof value === 'number' ? numberType : booleanType;
}

function readReference(reference: string, root: Root, depth: number): ValueType {
  const known = root.references.get(reference);
  if (known !== undefined) return known;
  root.references.set(reference, anyType);
  const type = readType(resolve(reference, root.schema), root, depth + 1);
  root.references.set(reference, type);
  return type;
}

/** Follows a reference within the schema: `#/$defs/Name`. Others lead to anything. */
function resolve(reference: string, root: JsonObject): Json | undefined {
  if (!reference.startsWith('#/')) return undefined;
  let found: Json | undefined = root;
  for (const part of reference.slice(2).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    found = isJsonObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return found;
}
