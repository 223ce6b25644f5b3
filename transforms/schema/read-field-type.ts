import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { createReferences, type ReadReference } from '../../core/json/json-schema-references.ts';
import { anyField, fieldOf, type FieldType, joinFields, type Kind, numberKinds, typeOfConstant } from './field-type.ts';

/** Maximum depth to which schemas are read; anything deeper has an unknown type. */
const depthMax = 12;

type References = ReadReference<FieldType>;

/**
 * Derives the type of a record from its JSON Schema.
 *
 * As for formulas, an object that lists members has no others unless the schema allows them. Schema features that the
 * type cannot express become `anyField`.
 */
export function readFieldType(schema: JsonObject | undefined): FieldType {
  return schema === undefined ? anyField : read(schema, createReferences(schema, anyField), 0);
}

function read(schema: Json | undefined, references: References, depth: number): FieldType {
  if (!isJsonObject(schema) || depth === depthMax) return anyField;
  const { type, anyOf, oneOf, allOf, enum: listed, const: constant, $ref: reference } = schema;
  if (typeof reference === 'string') return references(reference, (target) => read(target, references, depth + 1));
  if (allOf !== undefined) return anyField;
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices) && choices.length > 0) {
    return choices.map((choice) => read(choice, references, depth + 1)).reduce(joinFields);
  }
  if (Array.isArray(listed) && listed.length > 0) return listed.map(typeOfConstant).reduce(joinFields);
  if (constant !== undefined) return typeOfConstant(constant);
  if (Array.isArray(type) && type.length > 0) {
    return type.map((name) => readNamed(name, schema, references, depth)).reduce(joinFields);
  }
  return readNamed(type, schema, references, depth);
}

const scalars: Readonly<Record<string, readonly Kind[]>> = {
  null: [],
  boolean: ['boolean'],
  integer: ['integer'],
  number: numberKinds,
  string: ['string'],
};

function readNamed(name: Json | undefined, schema: JsonObject, references: References, depth: number): FieldType {
  if (name === 'array') return fieldOf(['array'], { items: read(schema['items'], references, depth + 1) });
  if (name === 'object') return readObject(schema, references, depth);
  const kinds = typeof name === 'string' && Object.hasOwn(scalars, name) ? scalars[name] : undefined;
  return kinds === undefined ? anyField : fieldOf(kinds, { mayBeNull: name === 'null' });
}

function readObject(schema: JsonObject, references: References, depth: number): FieldType {
  const { properties, required, additionalProperties, patternProperties } = schema;
  const listed = Object.entries(isJsonObject(properties) ? properties : {});
  const needed = new Set(Array.isArray(required) ? required : []);
  const members = new Map(
    listed.map(([name, member]) => {
      // The system sets these: they need not be written, and every record read has them.
      const isGiven = isJsonObject(member) && member['readOnly'] === true;
      return [name, { ...read(member, references, depth + 1), mayLack: !needed.has(name) || isGiven }];
    }),
  );
  const isClosed =
    additionalProperties === false ||
    (additionalProperties === undefined && patternProperties === undefined && members.size > 0);
  return fieldOf(['object'], { members, isClosed });
}
