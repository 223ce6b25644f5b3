import type { z } from 'zod';
import type { JsonObject } from '../../../core/json.ts';
import type { errorRuleSchema } from '../http/error-rules.ts';
import type { GivenPages, GivenRequest } from '../http/operations.ts';

/**
 * A GraphQL call: one document with its variables.
 *
 * @param path Behind the base address. Default: the base address itself.
 * @param fill Further variables by their path, as templates.
 * @param operationName Which operation to run, where the document has several.
 * @see https://graphql.github.io/graphql-over-http/draft/#sec-POST
 */
export function graphqlRequest(call: {
  document: string;
  variables?: JsonObject;
  fill?: Readonly<Record<string, string>>;
  path?: string;
  operationName?: string | undefined;
  headers?: Readonly<Record<string, string>>;
}): GivenRequest {
  const { document, variables = {}, fill = {}, path = '', operationName, headers = {} } = call;
  const bodyFields = Object.fromEntries(Object.entries(fill).map(([name, hole]) => [`variables.${name}`, hole]));
  const named = operationName === undefined ? {} : { operationName };
  return { method: 'POST', path, headers, body: { query: document, ...named, variables }, bodyFields };
}

/**
 * Reading of a GraphQL connection, page by page as Relay specifies it.
 *
 * The document takes the variables `first` and `after` (or others), and asks for `pageInfo { hasNextPage endCursor }`.
 *
 * @param connection Path of the connection within `data`: `users`, `organization.members`.
 * @param records Where the records are within the connection. Default `nodes`; `edges` takes each edge's `node`.
 * @see https://relay.dev/graphql/connections.htm
 */
export function relay(given: {
  connection: string;
  pageSize: number;
  records?: 'nodes' | 'edges';
  sizeVariable?: string;
  cursorVariable?: string;
}): Pick<GivenPages, 'format' | 'paginate' | 'extract'> {
  const { connection, pageSize, records = 'nodes', sizeVariable = 'first', cursorVariable = 'after' } = given;
  return {
    format: { kind: 'json', recordsPath: `data.${connection}.${records}` },
    paginate: {
      kind: 'cursor',
      in: 'body',
      parameter: `variables.${cursorVariable}`,
      path: `data.${connection}.pageInfo.endCursor`,
      hasMorePath: `data.${connection}.pageInfo.hasNextPage`,
      sizeParameter: `variables.${sizeVariable}`,
      pageSize,
    },
    ...(records === 'edges' ? { extract: { each: 'node' } } : {}),
  };
}

type GivenRule = z.input<typeof errorRuleSchema>;

/**
 * What GraphQL answers with status 200 and a list of errors mean, by the codes that servers agree on in practice.
 *
 * Part of the data beside an error is no result either: a field that failed would look like one without a value.
 *
 * @see https://spec.graphql.org/September2025/#sec-Errors
 * @see https://www.apollographql.com/docs/apollo-server/data/errors (codes, read 2026-11-21)
 */
export function graphqlErrors(): GivenRule[] {
  return [
    ...byCode.flatMap(toRules),
    { when: { status: 200, path: 'errors' }, kind: 'unknown', messagePath: 'errors[0].message' },
  ];
}

const byCode: readonly (readonly [GivenRule['kind'], readonly string[]])[] = [
  ['auth_invalid', ['UNAUTHENTICATED', 'AUTHENTICATION_ERROR', 'UNAUTHORIZED']],
  ['permission', ['FORBIDDEN', 'ACCESS_DENIED']],
  ['rate_limited', ['RATELIMITED', 'RATE_LIMITED', 'THROTTLED']],
  ['not_found', ['NOT_FOUND']],
  ['validation', ['BAD_USER_INPUT', 'INVALID_INPUT', 'UNPROCESSABLE']],
  ['config', ['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'MAX_COST_EXCEEDED']],
  ['transient', ['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE', 'TIMEOUT']],
];

/** Most servers put the code where the specification has room for it; GitHub has it in the error itself. */
const codePaths = ['errors[0].extensions.code', 'errors[0].type'];

function toRules([kind, codes]: (typeof byCode)[number]): GivenRule[] {
  return codePaths.map((path) => ({ when: { path, equals: [...codes] }, kind, messagePath: 'errors[0].message' }));
}
