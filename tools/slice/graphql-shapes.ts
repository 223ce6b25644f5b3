import {
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isUnionType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { JsonObject } from '../../core/json.ts';
import type { GraphqlDocument } from '../contract/graphql-document.ts';

/** Deeper members of inputs that contain themselves are left open. */
const depthMax = 6;

/** Schema of an input, with the fields that coordinates name. */
export function toInputSchema(type: GraphQLInputType, coordinates: ReadonlySet<string>, depth = 0): JsonObject {
  if (isNonNullType(type)) return toGivenInput(type.ofType, coordinates, depth);
  return { ...toGivenInput(type, coordinates, depth), nullable: true };
}

function toGivenInput(type: GraphQLInputType, coordinates: ReadonlySet<string>, depth: number): JsonObject {
  if (isNonNullType(type) || depth > depthMax) return {};
  if (isListType(type)) return { type: 'array', items: toInputSchema(type.ofType, coordinates, depth) };
  if (!isInputObjectType(type)) return toLeafSchema(type);
  const fields = Object.values(type.getFields()).filter(({ name }) => coordinates.has(`${type.name}.${name}`));
  const properties = fields.map((field) => [field.name, toInputSchema(field.type, coordinates, depth + 1)] as const);
  return toObjectSchema(
    Object.fromEntries(properties),
    fields.filter(isRequiredInputField).map(({ name }) => name),
  );
}

/** Schema of the member `data` of an answer: the fields that a document selects. */
export function toSelectionSchema(schema: GraphQLSchema, { document, operation }: GraphqlDocument): JsonObject {
  const root = schema.getRootType(operation.operation);
  if (!isCompositeType(root)) return {};
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
  return select({ schema, fragments }, root, operation.selectionSet);
}

interface Selecting {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

interface Members {
  properties: JsonObject;
  required: string[];
}

function select(selecting: Selecting, type: GraphQLCompositeType, { selections }: SelectionSetNode): JsonObject {
  const members: Members = { properties: {}, required: [] };
  for (const selection of selections) addSelection(selecting, type, selection, members);
  return toObjectSchema(members.properties, members.required);
}

function addSelection(
  selecting: Selecting,
  type: GraphQLCompositeType,
  selection: SelectionNode,
  members: Members,
): void {
  if (selection.kind === Kind.FIELD) {
    const name = selection.alias?.value ?? selection.name.value;
    const field = isUnionType(type) ? undefined : type.getFields()[selection.name.value];
    members.properties[name] =
      field === undefined ? { type: 'string' } : toOutputSchema(selecting, field.type, selection.selectionSet);
    if (field === undefined || isNonNullType(field.type)) members.required.push(name);
    return;
  }
  const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? selecting.fragments.get(selection.name.value) : selection;
  if (fragment === undefined) return;
  const name = fragment.typeCondition?.name.value;
  const of = name === undefined ? type : selecting.schema.getType(name);
  if (!isCompositeType(of)) return;
  // What is selected of one type among several, answers of the others do not have.
  const inner: Members = { properties: members.properties, required: of === type ? members.required : [] };
  for (const part of fragment.selectionSet.selections) addSelection(selecting, of, part, inner);
}

function toOutputSchema(selecting: Selecting, type: GraphQLOutputType, set: SelectionSetNode | undefined): JsonObject {
  if (!isNonNullType(type)) return { ...toGivenOutput(selecting, type, set), nullable: true };
  return toGivenOutput(selecting, type.ofType, set);
}

function toGivenOutput(selecting: Selecting, type: GraphQLOutputType, set: SelectionSetNode | undefined): JsonObject {
  if (isNonNullType(type)) return {};
  if (isListType(type)) return { type: 'array', items: toOutputSchema(selecting, type.ofType, set) };
  if (!isCompositeType(type)) return toLeafSchema(type);
  return set === undefined ? {} : select(selecting, type, set);
}

function toObjectSchema(properties: JsonObject, required: string[]): JsonObject {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

/** Of scalars of its own, a schema says nothing; these names are agreed on. @see https://scalars.graphql.org */
const scalars: Readonly<Record<string, JsonObject>> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
};

function toLeafSchema(type: GraphQLLeafType): JsonObject {
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  return scalars[type.name] ?? {};
}
