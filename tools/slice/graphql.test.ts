import { describe, expect, it } from 'vitest';
import { noAuth } from '../../connectors/kit/auth/methods.ts';
import type { HttpConnector } from '../../connectors/kit/connector.ts';
import { defineConnector } from '../../connectors/kit/define.ts';
import { reads, writes } from '../../connectors/kit/http/complete-operations.ts';
import { graphqlRequest, relay } from '../../connectors/kit/presets/graphql.ts';
import { z } from 'zod';
import { type Contract, renderContract } from '../contract/contract.ts';
import type { Collection } from './collection.ts';
import { readGraphql } from './graphql.ts';
import { sliceConnector } from './slice-connector.ts';

const sdl = `
  """Prose."""
  directive @internal on FIELD_DEFINITION
  scalar DateTime
  scalar Secret
  enum Role { ADMIN, GUEST }
  interface Node { id: ID! }
  type User implements Node { id: ID! name(short: Boolean, style: Int! = 1): String role: Role! at: DateTime tags: [String!]! secret: Secret @internal }
  type Team implements Node { id: ID! size: Int }
  union Member = User | Team
  type PageInfo { hasNextPage: Boolean! endCursor: String startCursor: String }
  type UserConnection { nodes: [User!]! pageInfo: PageInfo! total: Int }
  input DateFilter { gte: DateTime, lte: DateTime }
  input UserFilter { at: DateFilter, role: Role, and: [UserFilter!] }
  input UserInput { name: String!, role: Role, size: Int! = 1, boss: UserInput }
  type Query { users(first: Int, after: String, filter: UserFilter): UserConnection! member(id: ID!): Member }
  type Mutation { userCreate(input: UserInput!): User }
`;

const users = `query users($first: Int, $after: String, $filter: UserFilter) {
  users(first: $first, after: $after, filter: $filter) { nodes { id name role at tags } pageInfo { hasNextPage endCursor } }
}`;
const create = 'mutation create($input: UserInput!) { made: userCreate(input: $input) { id } }';

function connectorOf(test: string, fill: Record<string, string> = { 'input.name': '{name}' }): HttpConnector {
  return defineConnector({
    id: 'vendor',
    name: 'Vendor',
    vendor: 'Vendor',
    category: 'generic',
    docsUrl: 'https://vendor.example',
    version: '1.0.0',
    transport: 'http',
    config: z.strictObject({}),
    auth: [noAuth()],
    http: { baseUrl: 'https://vendor.example/graphql', hosts: 'from_config' },
    test: { request: graphqlRequest({ document: test }) },
    objects: {
      users: {
        title: 'Users',
        operations: {
          list: reads({
            kind: 'pages',
            request: graphqlRequest({ document: users }),
            ...relay({ connection: 'users', pageSize: 50 }),
            incremental: { kind: 'server_filter', in: 'body', parameter: 'variables.filter.at.gte' },
          }),
          create: writes({ request: graphqlRequest({ document: create, fill }), idempotency: { kind: 'none' } }),
        },
      },
    },
    documentation: { source: 'https://vendor.example', asOf: '2026-11-21' },
  });
}

const member =
  'query member { member(id: "1") { __typename ... on User { name } ...Sized } } fragment Sized on Team { size }';

async function slice(connector: HttpConnector, names = ['vendor-apis'], stored?: Contract): Promise<Contract> {
  const facts = { grade: 'A', source: 'vendor', path: 'schema.graphql', version: '1', format: 'graphql' } as const;
  const entries = names.map((collection) => ({ ...facts, collection, connector: 'vendor', file: 'vendor/schema.gz' }));
  const read: Collection['read'] = () => Promise.resolve(readGraphql(sdl));
  const cut = await sliceConnector(connector, { names, entries, read }, stored);
  if (cut === undefined) throw new Error('Nothing was cut.');
  return cut.contract;
}

describe('tools/slice/graphql', () => {
  it('cuts a schema down to the types, fields and arguments that documents name, and inputs to what is filled', async () => {
    const { types, uses } = await slice(connectorOf(member));

    expect(uses).toEqual({
      test: 'POST /{endpoint} query member',
      'users.list': 'POST /{endpoint} query users',
      'users.create': 'POST /{endpoint} mutation create',
    });
    expect(types).toEqual({
      DateFilter: 'input DateFilter { gte: DateTime }',
      DateTime: 'scalar DateTime',
      Member: 'union Member = User | Team',
      Mutation: 'type Mutation { userCreate(input: UserInput!): User }',
      PageInfo: 'type PageInfo { hasNextPage: Boolean! endCursor: String }',
      Query:
        'type Query { users(first: Int, after: String, filter: UserFilter): UserConnection! member(id: ID!): Member }',
      Role: 'enum Role { ADMIN GUEST }',
      Team: 'type Team { size: Int }',
      User: 'type User { id: ID! name: String role: Role! at: DateTime tags: [String!]! }',
      UserConnection: 'type UserConnection { nodes: [User!]! pageInfo: PageInfo! }',
      UserFilter: 'input UserFilter { at: DateFilter }',
      UserInput: 'input UserInput { name: String! }',
    });
  });

  it('says what requests and answers look like', async () => {
    const { operations } = await slice(connectorOf(member));
    const [test, list, made] = Object.values(operations);

    expect(list).toMatchObject({
      document: 'query users',
      request: {
        schema: {
          properties: {
            variables: {
              properties: {
                first: { type: ['integer', 'null'] },
                filter: { properties: { at: { properties: { gte: { format: 'date-time' } } } } },
              },
            },
          },
          required: ['query'],
        },
      },
    });
    expect(list?.responses['200']?.schema).toMatchObject({
      properties: {
        data: {
          properties: {
            users: {
              type: 'object',
              properties: {
                nodes: {
                  items: {
                    properties: { name: { type: ['string', 'null'] }, role: { enum: ['ADMIN', 'GUEST'] } },
                    required: ['id', 'role', 'tags'],
                  },
                },
              },
            },
          },
        },
      },
    });
    expect(made?.request?.schema).toMatchObject({
      properties: { variables: { properties: { input: { required: ['name'] } }, required: ['input'] } },
      required: ['query', 'variables'],
    });
    expect(made?.responses['200']?.schema).toMatchObject({ properties: { data: { properties: { made: {} } } } });
    expect(test?.responses['200']?.schema).toMatchObject({
      properties: {
        data: { properties: { member: { properties: { size: {}, name: {} }, required: ['__typename'] } } },
      },
    });
  });

  it('takes all of an input that a record fills as a whole, once where it contains itself', async () => {
    const { types } = await slice(connectorOf(member, { input: '{$record}' }));

    expect(types?.['UserInput']).toBe('input UserInput { name: String! role: Role size: Int! = 1 boss: UserInput }');
  });

  it('refuses a document that is not valid, and two documents of one name', async () => {
    await expect(slice(connectorOf('query me { me { id } }'))).rejects.toThrow('test: Cannot query field "me"');
    await expect(slice(connectorOf('query users { users { total } }'))).rejects.toThrow('Two documents are called');
  });

  it('cuts what it has cut to the same again, where the schema is not at hand', async () => {
    const contract = await slice(connectorOf(member));

    expect(renderContract(await slice(connectorOf(member), [], contract))).toBe(renderContract(contract));
  });
});
