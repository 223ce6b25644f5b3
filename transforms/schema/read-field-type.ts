import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { anyField, fieldOf, type FieldType, joinFields, type Kind, numberKinds, typeOfConstant } from './field-type.ts';

/** Schemas are read so deep; what lies deeper may be anything. */
const depthMax = 12;

interface Root {
  schema: JsonObject;
  /** Types of what is referred to, each read once; within itself it is anything. */
  references: Map<string, FieldType>;
}

/**
 * Reads the type of a record out of its JSON Schema.
 *
 * As for formulas, an object that lists members and says nothing of others has no others. What a schema can say and a
 * type cannot becomes `anyField`.
 */
export function readFieldType(schema: JsonObject | undefined): FieldType {
  return schema === undefined ? anyField : read(schema, { schema, references: new Map([['#', anyField]]) }, 0);
}

function read(schema: Json | undefined, root: Root, depth: number): FieldType {
  if (!isJsonObject(schema) || depth === depthMax) return anyField;
  const { type, anyOf, oneOf, allOf, enum: listed, const: constant, $ref: reference } = schema;
  if (typeof reference === 'string') return readReference(reference, root, depth);
  if (allOf !== undefined) return anyField;
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices) && choices.length > 0) {
    return choices.map((choice) => read(choice, root, depth + 1)).reduce(joinFields);
  }
  if (Array.isArray(listed) && listed.length > 0) return listed.map(typeOfConstant).reduce(joinFields);
  if (constant !== undefined) return typeOfConstant(constant);
  if (Array.isArray(type) && type.length > 0) {
    return type.map((name) => readNamed(name, schema, root, depth)).reduce(joinFields);
  }
  return readNamed(type, schema, root, depth);
}

const scalars: Readonly<Record<string, readonly Kind[]>> = {
  null: [],
  boolean: ['boolean'],
  integer: ['integer'],
  number: numberKinds,
  string: ['string'],
};

function readNamed(name: Json | undefined, schema: JsonObject, root: Root, depth: number): FieldType {
  if (name === 'array') return fieldOf(['array'], { items: read(schema['items'], root, depth + 1) });
  if (name === 'object') return readObject(schema, root, depth);
  const kinds = typeof name === 'string' && Object.hasOwn(scalars, name) ? scalars[name] : undefined;
  return kinds === undefined ? anyField : fieldOf(kinds, { mayBeNull: name === 'null' });
}

function readObject(schema: JsonObject, root: Root, depth: number): FieldType {
  const { properties, required, additionalProperties, patternProperties } = schema;
  const listed = Object.entries(isJsonObject(properties) ? properties : {});
  const needed = new Set(Array.isArray(required) ? required : []);
  const members = new Map(
    listed.map(([name, member]) => {
      // The system gives these itself: nobody has to write them, and each record that is read has them.
      const isGiven = isJsonObject(member) && member['readOnly'] === true;
      return [name, { ...read(member, root, depth + 1), mayLack: !needed.has(name) || isGiven }];
    }),
  );
  const isClosed =
    additionalProperties === false ||
    (additionalProperties === undefined && patternProperties === undefined && members.size > 0);
  return fieldOf(['object'], { members, isClosed });
}

function readReference(reference: string, root: Root, depth: number): FieldType {
  const known = root.references.get(reference);
  if (known !== undefined) return known;
  root.references.set(reference, anyField);
  const type = read(resolve(reference, root.schema), root, depth + 1);
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
