import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { createReferences, type ReadReference } from '../core/json/json-schema-references.ts';
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

/** Maximum depth to which schemas are read; anything deeper has the type `any`. */
const depthMax = 12;

type References = ReadReference<ValueType>;

/**
 * Derives the type of a record from its JSON Schema.
 *
 * An object whose schema lists members has no others unless `additionalProperties` allows them. Schema features that
 * the type cannot express become `any`, so no valid record is ever rejected.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core
 */
export function typeOfRecord(schema: JsonObject | undefined): ObjectType {
  const type = schema === undefined ? anyType : readType(schema, createReferences(schema, anyType), 0);
  return type.kind === 'object' ? type : openObjectType;
}

function readType(schema: Json | undefined, references: References, depth: number): ValueType {
  if (!isJsonObject(schema) || depth === depthMax) return anyType;
  const { type, anyOf, oneOf, allOf, enum: listed, const: constant, $ref: reference } = schema;
  if (typeof reference === 'string') return references(reference, (target) => readType(target, references, depth + 1));
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return joinAll(choices.map((choice) => readType(choice, references, depth + 1)));
  if (allOf !== undefined) return anyType;
  if (type === undefined && Array.isArray(listed)) return joinAll(listed.map(typeOfConstant));
  if (type === undefined && constant !== undefined) return typeOfConstant(constant);
  if (Array.isArray(type)) return joinAll(type.map((name) => readNamed(name, schema, references, depth)));
  return readNamed(type, schema, references, depth);
}

function readNamed(name: Json | undefined, schema: JsonObject, references: References, depth: number): ValueType {
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
      return listType(readType(schema['items'], references, depth + 1));
    case 'object':
      return readObject(schema, references, depth);
    default:
      return anyType;
  }
}

function readObject(schema: JsonObject, references: References, depth: number): ValueType {
  const { properties, additionalProperties, patternProperties } = schema;
  const members = new Map(
    Object.entries(isJsonObject(properties) ? properties : {}).map(([name, member]) => [
      name,
      readType(member, references, depth + 1),
    ]),
  );
  if (additionalProperties === false) return { kind: 'object', members, others: undefined };
  const isClosed = additionalProperties === undefined && patternProperties === undefined && members.size > 0;
  return {
    kind: 'object',
    members,
    others: isClosed ? undefined : readType(additionalProperties, references, depth + 1),
  };
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
