import {
  buildSchema,
  getNamedType,
  type GraphQLSchema,
  isInputType,
  Kind,
  TypeInfo,
  typeFromAST,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { JsonObject } from '../../core/json.ts';
import { type GraphqlDocument, readDocument } from '../contract/graphql-document.ts';
import type { OperationUse } from '../contract/operation-uses.ts';
import type { Description, OperationFacts } from './description.ts';
import { listUsedPaths } from './graphql-paths.ts';
import { toInputSchema, toSelectionSchema } from './graphql-shapes.ts';
import { addInput, addLeaf, printTypes } from './graphql-types.ts';

/**
 * Reads a GraphQL schema. What an operation takes and answers is told by the document that a connector sends: each
 * document is one operation, and must be valid.
 *
 * @see https://spec.graphql.org/September2025/
 */
export function readGraphql(sdl: string): Description {
  const schema = buildSchema(sdl, { assumeValid: true, noLocation: true });
  const documents = new Map<string, string>();
  const nameDocument = ({ request }: OperationUse): string | undefined => {
    const text = request.body?.['query'];
    const name = readDocument(text)?.name;
    if (name === undefined || typeof text !== 'string') return undefined;
    if ((documents.get(name) ?? text) !== text) throw new Error(`Two documents are called ${name}.`);
    documents.set(name, text);
    return name;
  };
  return {
    security: {},
    // The schema does not say where it is served.
    operations: [{ method: 'POST', path: '/{endpoint}', nameDocument, describe: (use) => describe(schema, use) }],
    resolve: () => undefined,
    printTypes: (coordinates) => printTypes(schema, coordinates),
  };
}

/** @throws {Error} when the document of a use is not valid. */
function describe(schema: GraphQLSchema, use: OperationUse): OperationFacts {
  const read = readDocument(use.request.body?.['query']);
  if (read === undefined) throw new Error(`${use.id} has no document.`);
  const [problem] = validate(schema, read.document);
  if (problem !== undefined) throw new Error(`${use.id}: ${problem.message}`);
  const coordinates = new Set(listSelected(schema, read));
  const variables = describeVariables(schema, read, use, coordinates);
  const properties = { query: { type: 'string' }, operationName: { type: 'string' }, variables };
  const required = variables['required'] === undefined ? ['query'] : ['query', 'variables'];
  const data = toSelectionSchema(schema, read);
  return {
    parameters: [],
    request: { contentTypes: ['application/json'], required: true, schema: { type: 'object', properties, required } },
    responses: {
      200: {
        contentTypes: ['application/json'],
        headers: [],
        schema: { type: 'object', properties: { data }, required: ['data'] },
      },
    },
    security: undefined,
    coordinates: [...coordinates],
  };
}

/** Schema of the variables; what of their types is used is added to the coordinates. */
function describeVariables(
  schema: GraphQLSchema,
  { operation }: GraphqlDocument,
  use: OperationUse,
  coordinates: Set<string>,
): JsonObject {
  const paths = listUsedPaths(use);
  const properties: JsonObject = {};
  const required: string[] = [];
  for (const { variable, type: node, defaultValue } of operation.variableDefinitions ?? []) {
    const name = variable.name.value;
    const type = typeFromAST(schema, node);
    if (!isInputType(type)) continue;
    addInput(
      type,
      paths.filter(([first]) => first === name).map(([, ...rest]) => rest),
      coordinates,
    );
    properties[name] = toInputSchema(type, coordinates);
    if (node.kind === Kind.NON_NULL_TYPE && defaultValue === undefined) required.push(name);
  }
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

/** Coordinates of the fields, arguments and types that a document names: `Issue.title`, `Query.issues(first:)`. */
function listSelected(schema: GraphQLSchema, { document }: GraphqlDocument): string[] {
  const coordinates = new Set<string>();
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: () => {
        const [parent, field] = [info.getParentType(), info.getFieldDef()];
        if (!parent || !field) return;
        coordinates.add(`${parent.name}.${field.name}`);
        addLeaf(getNamedType(field.type), coordinates);
      },
      Argument: () => {
        const [parent, field, argument] = [info.getParentType(), info.getFieldDef(), info.getArgument()];
        if (!parent || !field || !argument) return;
        coordinates.add(`${parent.name}.${field.name}(${argument.name}:)`);
        addInput(argument.type, [], coordinates);
      },
      ObjectField: ({ name }) => {
        const [parent, input] = [info.getParentInputType(), info.getInputType()];
        if (!parent || !input) return;
        coordinates.add(`${getNamedType(parent).name}.${name.value}`);
        addInput(input, [], coordinates);
      },
      NamedType: ({ name }) => {
        addLeaf(schema.getType(name.value), coordinates);
      },
    }),
  );
  return [...coordinates];
}
