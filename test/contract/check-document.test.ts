import { describe, expect, it } from 'vitest';
import { connector } from '../../connectors/linear/index.ts';
import type { HttpConnector } from '../../connectors/kit/connector.ts';
import { reads, writes } from '../../connectors/kit/http/complete-operations.ts';
import { graphqlRequest, relay } from '../../connectors/kit/presets/graphql.ts';
import { loadContract } from '../../tools/contract/contract.ts';
import { hasDocument } from './check-document.ts';
import { judgeConnector } from './judge-connector.ts';

const contract = loadContract('linear');
const { users = { title: 'Users', operations: {} }, comments = users } = connector.objects;

/** The connector with another document for its users. */
function listing(document: string): HttpConnector {
  const paged = relay({ connection: 'users', pageSize: 100 });
  const list = reads({ kind: 'pages', request: graphqlRequest({ document }), ...paged });
  return { ...connector, objects: { users: { title: 'Users', key: ['id'], operations: { list } } } };
}

/** The connector with another way to fill the input of a comment. */
function creating(fill: Record<string, string>): HttpConnector {
  const { create } = comments.operations;
  const query = create?.request.body?.['query'];
  const document = typeof query === 'string' ? query : '';
  const write = writes({ request: graphqlRequest({ document, fill }), idempotency: { kind: 'none' } });
  return { ...connector, objects: { comments: { ...comments, operations: { create: write } } } };
}

const page = 'pageInfo { hasNextPage endCursor }';
const sent = '$first: Int, $after: String';

const violations: [string, string, HttpConnector][] = [
  [
    'a field that the type does not have',
    'Cannot query field "nam"',
    listing(`query users(${sent}) { users(first: $first, after: $after) { nodes { id nam } ${page} } }`),
  ],
  [
    'a variable of another type',
    'Variable "$first" of type "String"',
    listing(
      `query users($first: String, $after: String) { users(first: $first, after: $after) { nodes { id } ${page} } }`,
    ),
  ],
  [
    'a document of another name',
    'query people is not query users',
    listing(`query people(${sent}) { users(first: $first, after: $after) { nodes { id } ${page} } }`),
  ],
  [
    'an input with a member that it does not know',
    'Field "text" is not defined',
    creating({ 'input.text': '{id}-{id}' }),
  ],
];

describe('test/contract/check-document', () => {
  it.each(violations)('finds %s', (_, message, changed) => {
    const found = judgeConnector(changed).problems.filter(({ rule }) => rule === 'document');

    expect(found.map(({ detail }) => detail).join('\n')).toContain(message);
  });

  it('tells operations of one address apart by their documents', () => {
    const [operation] = Object.values(contract?.operations ?? {});
    const request = { method: 'POST', url: new URL('https://api.linear.app/graphql'), headers: {} };
    const asks = (query: string): boolean =>
      operation !== undefined && hasDocument(operation, { ...request, body: JSON.stringify({ query }) });

    expect(asks('query viewer { viewer { id } }')).toBe(true);
    expect(asks('query users { users { nodes { id } } }')).toBe(false);
  });
});
