import { GraphQLError } from 'graphql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { RecordTarget, WriteOperation } from '../../core/records.ts';
import { GraphqlServer } from '../../test/harness/servers/graphql-server.ts';
import { openTestSession, readAll, toEffects } from '../../test/harness/http-session.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

const sdl = `
  type User { id: ID! email: String! name: String changed: String }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Edge { node: User }
  type Connection { nodes: [User] edges: [Edge] pageInfo: PageInfo! }
  type Team { users(first: Int, after: String): Connection! }
  type Refusal { message: String! field: [String!] }
  type Saved { user: User userErrors: [Refusal!]! }
  input UserInput { email: String name: String }
  type Query {
    team: Team!
    list(limit: Int, offset: Int, since: String): [User!]!
    user(email: String!): User
    fails(code: String!): [User!]
  }
  type Mutation {
    createUser(input: UserInput!): Saved!
    updateUser(id: ID!, input: UserInput!): Saved!
    deleteUser(id: ID!): ID
  }
`;

interface User {
  id: string;
  email: string;
  name?: string;
  changed?: string;
}

let users: User[];
let server: GraphqlServer;
let session: ConnectorSession;

function save(user: User | undefined, input: Partial<User>): object {
  if (user === undefined) throw new GraphQLError('No such user', { extensions: { code: 'NOT_FOUND' } });
  if (input.name === '') return { userErrors: [{ message: 'Name is empty', field: ['input', 'name'] }] };
  Object.assign(user, input);
  if (!users.includes(user)) users.push(user);
  return { user, userErrors: [] };
}

const root = {
  team: () => ({
    users: ({ first, after }: { first: number; after?: string }) => {
      const from = Number(after ?? 0);
      const nodes = users.slice(from, from + first);
      const end = from + nodes.length;
      return {
        nodes,
        edges: nodes.map((node) => ({ node })),
        pageInfo: { hasNextPage: end < users.length, endCursor: String(end) },
      };
    },
  }),
  list: ({ limit = 9, offset = 0, since = '' }: { limit?: number; offset?: number; since?: string }) =>
    users.filter(({ changed = '' }) => changed >= since).slice(offset, offset + limit),
  user: ({ email }: { email: string }) => users.find((user) => user.email === email),
  fails: ({ code }: { code: string }) => {
    throw new GraphQLError('No', { extensions: { code } });
  },
  createUser: ({ input }: { input: Partial<User> }) => save({ id: `id-${users.length + 1}`, email: '' }, input),
  updateUser: ({ id, input }: { id: string; input: Partial<User> }) =>
    save(
      users.find((user) => user.id === id),
      input,
    ),
  deleteUser: ({ id }: { id: string }) => {
    users = users.filter((user) => user.id !== id);
    return id;
  },
};

beforeEach(async () => {
  users = ['ann', 'bob', 'cyd'].map((email, index) => ({
    id: `id-${index + 1}`,
    email,
    changed: `2026-01-0${index + 1}`,
  }));
  server = await GraphqlServer.start(sdl, root);
  session = openTestSession(connector, {
    config: { base_url: `http://127.0.0.1:${server.port}/graphql` },
    allow: [`127.0.0.1:${server.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await server.stop();
});

async function readEmails(object: string, options: JsonObject): Promise<unknown[][]> {
  const { pages } = await readAll(() => session.openSource({ object, options }));
  return pages.map((page) => page.map(({ email }) => email));
}

const connectionOf = (records: string): string =>
  `query ($first: Int, $after: String) { team { users(first: $first, after: $after) { ${records} pageInfo { hasNextPage endCursor } } } }`;
const saved = 'user { id } userErrors { message field }';

const writing = {
  document: `mutation ($input: UserInput!) { saved: createUser(input: $input) { ${saved} } }`,
  update: {
    document: `mutation ($id: ID!, $input: UserInput!) { saved: updateUser(id: $id, input: $input) { ${saved} } }`,
    record_variable: 'input',
  },
  delete: { document: 'mutation ($id: ID!) { deleteUser(id: $id) }' },
  find: {
    document: 'query ($email: String!) { user(email: $email) { id email name } }',
    filled: { email: '{email}' },
    records_path: 'user',
  },
  target_id_path: 'saved.user.id',
  refusals: { list: 'saved.userErrors', field: 'field' },
};

function target(operation: WriteOperation): RecordTarget {
  return session.openTarget({ object: 'users', operation, matchOn: ['email'], options: writing });
}

describe('connectors/graphql/graphql', () => {
  it('tests the connection', async () => {
    expect(await session.test(AbortSignal.timeout(9000))).toMatchObject({ ok: true });
  });

  it.each(['nodes', 'edges'] as const)('reads a connection page by page, by its %s', async (records) => {
    const document = connectionOf(records === 'nodes' ? 'nodes { email }' : 'edges { node { email } }');
    const options = { document, page_size: 2, pagination: { kind: 'relay', records } };

    expect(await readEmails('team.users', options)).toEqual([['ann', 'bob'], ['cyd']]);
  });

  it('reads a list by offset', async () => {
    const document = 'query ($limit: Int, $offset: Int) { list(limit: $limit, offset: $offset) { email } }';

    const pages = await readEmails('list', { document, page_size: 2, pagination: { kind: 'offset' } });

    expect(pages.flat()).toEqual(['ann', 'bob', 'cyd']);
  });

  it('reads what changed, by the operation that is named', async () => {
    const document =
      'query Other { __typename } query Changes($since: String, $limit: Int) { list(since: $since, limit: $limit) { email } }';
    const source = session.openSource({
      object: 'list',
      options: {
        document,
        operation_name: 'Changes',
        variables: { limit: 5 },
        pagination: { kind: 'none' },
        incremental: { variable: 'since', format: 'date' },
      },
    });

    const { records } = await source.readPage(
      source.begin?.({ since: '2026-01-02' }) ?? null,
      AbortSignal.timeout(9000),
    );

    expect(records).toEqual([{ email: 'bob' }, { email: 'cyd' }]);
    expect(server.variables).toEqual([{ limit: 5, since: '2026-01-02' }]);
  });

  it('finds records by a value', async () => {
    const find = { document: writing.find.document, variable: 'email', records_path: 'user' };
    const options = { document: connectionOf('nodes { email }'), find };
    const finder = session.openFinder?.({ object: 'team.users', options, key: 'email' });

    const found = await finder?.find(['bob', 'nobody'], AbortSignal.timeout(9000));

    expect(found).toEqual([{ id: 'id-2', email: 'bob', name: null }]);
  });

  it('creates a record once, then changes it', async () => {
    const write = target('upsert');

    const created = await write.write(toEffects([{ email: 'dan', name: 'Dan' }]));
    const changed = await write.write(toEffects([{ email: 'dan', name: 'Daniel' }]));
    const again = await write.write(toEffects([{ email: 'dan', name: 'Daniel' }]));

    expect([created, changed, again].map(({ results }) => results[0])).toEqual([
      { outcome: 'written', targetId: 'id-4' },
      { outcome: 'updated', targetId: 'id-4' },
      { outcome: 'unchanged', targetId: 'id-4' },
    ]);
    expect(users.at(-1)).toMatchObject({ email: 'dan', name: 'Daniel' });
  });

  it('takes what a payload lists as wrong for a refusal of the record', async () => {
    const { results } = await target('create').write(toEffects([{ email: 'x', name: '' }, { email: 'y' }], 'create'));

    expect(results).toEqual([
      { outcome: 'rejected', code: 'validation', message: 'Name is empty', field: 'input.name' },
      { outcome: 'created', targetId: 'id-4' },
    ]);
  });

  it('refuses only the record whose id is gone', async () => {
    const effects = toEffects([{ email: 'bob', name: 'B' }], 'update', 'id-99');

    const report = await target('update').write([...effects, ...toEffects([{ email: 'ann', name: 'A' }], 'update')]);

    expect(report.error).toBeUndefined();
    expect(report.results).toMatchObject([{ outcome: 'rejected', code: 'not_found' }, { outcome: 'updated' }]);
  });

  it('deletes what it finds', async () => {
    const { results } = await target('delete').write(toEffects([{ email: 'bob' }, { email: 'nobody' }], 'delete'));

    expect(results.map(({ outcome }) => outcome)).toEqual(['deleted', 'deleted']);
    expect(users.map(({ email }) => email)).toEqual(['ann', 'cyd']);
  });

  it.each([
    ['FORBIDDEN', 'permission'],
    ['UNAUTHENTICATED', 'auth_invalid'],
    ['BAD_USER_INPUT', 'validation'],
    ['odd', 'unknown'],
  ])('takes the error %s beside a status of success for %s', async (code, kind) => {
    const document = 'query ($code: String!) { fails(code: $code) { id } }';
    const source = session.openSource({
      object: 'fails',
      options: { document, variables: { code }, pagination: { kind: 'none' } },
    });

    await expect(source.readPage(null, AbortSignal.timeout(9000))).rejects.toMatchObject({ kind });
  });

  it('says that a document is wrong', async () => {
    const source = session.openSource({
      object: 'x',
      options: { document: '{ nothing }', pagination: { kind: 'none' } },
    });

    await expect(source.readPage(null, AbortSignal.timeout(9000))).rejects.toMatchObject({
      kind: 'validation',
      status: 400,
    });
  });

  it.each([
    ['pagination.size_variable', { document: '{ users { id } }' }],
    ['incremental.variable', { document: '{ a }', pagination: { kind: 'none' }, incremental: { variable: 'since' } }],
  ])('misses a variable that a document does not take: %s', (path, options) => {
    expect(() => session.openSource({ object: 'users', options })).toThrow(path);
  });

  it('does not change records that it cannot find', () => {
    const { find: _, ...options } = writing;

    expect(() => session.openTarget({ object: 'users', operation: 'upsert', matchOn: ['email'], options })).toThrow(
      'options.find',
    );
  });
});
