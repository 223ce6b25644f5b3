import { type DocumentNode, Kind, type OperationDefinitionNode, parse } from 'graphql';
import type { Json } from '../../core/json.ts';

/** A GraphQL document that a request sends: one operation, with its name. */
export interface GraphqlDocument {
  /** `query issues`, `mutation issueCreate`: of an operation without a name, the first field. */
  name: string;
  document: DocumentNode;
  operation: OperationDefinitionNode;
}

/**
 * Reads the member `query` of a body.
 *
 * @returns `undefined` where it is no document of one operation.
 * @see https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters
 */
export function readDocument(query: Json | undefined): GraphqlDocument | undefined {
  if (typeof query !== 'string') return undefined;
  const document = parseDocument(query);
  const [operation, ...others] = (document?.definitions ?? []).filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (document === undefined || operation?.kind !== Kind.OPERATION_DEFINITION || others.length > 0) return undefined;
  const [first] = operation.selectionSet.selections;
  const field = first?.kind === Kind.FIELD ? first.name.value : '';
  return { name: `${operation.operation} ${operation.name?.value ?? field}`, document, operation };
}

function parseDocument(query: string): DocumentNode | undefined {
  try {
    return parse(query, { noLocation: true });
  } catch {
    return undefined;
  }
}
