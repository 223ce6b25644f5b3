import { buildSchema, getVariableValues, type GraphQLSchema, validate } from 'graphql';
import { parseJson } from '../../connectors/kit/type-guards.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { Contract, ContractOperation } from '../../tools/contract/contract.ts';
import { readDocument } from '../../tools/contract/graphql-document.ts';
import type { JudgedRequest } from './judged-request.ts';
import type { Problem } from './problem.ts';

/** Says what is wrong with the GraphQL document of a request; nothing where the description has no documents. */
export type CheckDocument = (operation: ContractOperation, request: JudgedRequest) => Omit<Problem, 'use'>[];

/** Makes the check of documents for one contract: is each valid by the types that it has, and do its variables fit? */
export function createDocumentCheck({ types }: Contract): CheckDocument {
  if (types === undefined) return () => [];
  const schema = buildSchema(Object.values(types).join('\n'), { assumeValid: true });
  return (operation, request) =>
    operation.document === undefined
      ? []
      : listFaults(schema, operation.document, readBody(request)).map((detail) => ({ rule: 'document', detail }));
}

function listFaults(schema: GraphQLSchema, name: string, body: JsonObject): string[] {
  const read = readDocument(body['query']);
  if (read?.name !== name) return [`${read?.name ?? 'What is sent'} is not ${name}.`];
  const invalid = validate(schema, read.document);
  if (invalid.length > 0) return invalid.map(({ message }) => message);
  const variables = isJsonObject(body['variables']) ? body['variables'] : {};
  const { errors = [] } = getVariableValues(schema, read.operation.variableDefinitions ?? [], variables);
  return errors.map(({ message }) => message);
}

/** True where an operation is not told by its document, or a request holds that document. */
export function hasDocument({ document }: ContractOperation, request: JudgedRequest): boolean {
  return document === undefined || readDocument(readBody(request)['query'])?.name === document;
}

function readBody({ body }: JudgedRequest): JsonObject {
  const read = body === undefined ? undefined : parseJson(body);
  return isJsonObject(read) ? read : {};
}
