import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bearerAuth } from '../../connectors/kit/auth/methods.ts';
import type { HttpConnector } from '../../connectors/kit/connector.ts';
import { defineConnector } from '../../connectors/kit/define.ts';
import { finds, reads, writes } from '../../connectors/kit/http/complete-operations.ts';
import { compareCounts } from '../../tools/matrix/recordings.ts';
import { type Exchange, replayExchanges } from './replay-exchanges.ts';
import { toCounts } from './report.ts';

/** What a connector says about its vendor, in the parts that a fault can be planted in. */
interface Parts {
  usersPath: string;
  usersAt: string | undefined;
  cursor: { parameter: string; path: string };
  changed: { parameter: string };
  key: string;
  name: z.ZodType;
  groupsPath: string;
  groupsAt: string | undefined;
  groupsQuery: Record<string, string>;
  groupsPage: { parameter: string; first: number; total: string };
  create: { method: 'POST' | 'PUT' | 'PATCH'; path: string; id: string; member: string | undefined };
  update: { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string; constants: Record<string, string> | undefined };
  find: { path: string; at: string };
  look: string;
  errors: HttpConnector['errors'];
  linksRel: string;
}

const right: Parts = {
  usersPath: '/users',
  usersAt: 'users',
  cursor: { parameter: 'after', path: 'next' },
  changed: { parameter: 'since' },
  key: 'id',
  name: z.string(),
  groupsPath: '/groups',
  groupsAt: 'data.groups',
  groupsQuery: { archived: 'true' },
  groupsPage: { parameter: 'page', first: 1, total: 'data.pages' },
  create: { method: 'POST', path: '/users', id: 'id', member: undefined },
  update: { method: 'PATCH', path: '/users/{$target_id}', constants: undefined },
  find: { path: '/users/{value}', at: '$' },
  look: '/roles/{id}',
  errors: [
    { when: { status: 403, bodyIncludes: ['slow down'] }, kind: 'rate_limited' },
    { when: { status: 409 }, kind: 'conflict' },
  ],
  linksRel: 'next',
};

function connectorOf(parts: Parts): HttpConnector {
  const { cursor, changed, groupsPage, create, update, find } = parts;
  const user = z.object({ [parts.key]: z.int(), name: parts.name });
  const at = (path: string | undefined) =>
    ({ kind: 'json', ...(path === undefined ? {} : { recordsPath: path }) }) as const;
  const creates = writes({
    request: {
      method: create.method,
      path: create.path,
      ...(create.member === undefined ? {} : { bodyFields: { [create.member]: '{$record}' } }),
    },
    idempotency: { kind: 'none' },
    targetIdPath: create.id,
  });
  const updates = writes({
    request: { method: update.method, path: update.path },
    ...(update.constants === undefined ? {} : { constants: update.constants }),
    idempotency: { kind: 'header', name: 'idempotency-key', ttlMs: 1000 },
  });
  return defineConnector({
    id: 'acme',
    name: 'Acme',
    vendor: 'Acme',
    category: 'generic',
    docsUrl: 'https://acme.example/',
    version: '1.0.0',
    transport: 'http',
    config: z.strictObject({}),
    auth: [bearerAuth()],
    http: { baseUrl: 'https://acme.example/api', hosts: ['acme.example'] },
    errors: parts.errors,
    test: { request: { method: 'GET', path: '/me' } },
    objects: {
      users: {
        title: 'Users',
        key: [parts.key],
        schema: user,
        operations: {
          list: reads({
            kind: 'pages',
            request: { method: 'GET', path: parts.usersPath },
            format: at(parts.usersAt),
            paginate: { kind: 'cursor', ...cursor },
            incremental: { kind: 'server_filter', ...changed },
          }),
          find: finds({ request: { method: 'GET', path: find.path }, format: at(find.at) }),
          create: creates,
          update: updates,
        },
      },
      groups: {
        title: 'Groups',
        key: ['id'],
        schema: z.object({ id: z.string() }),
        operations: {
          list: reads({
            kind: 'pages',
            request: { method: 'GET', path: parts.groupsPath, query: parts.groupsQuery },
            format: at(parts.groupsAt),
            paginate: {
              kind: 'page',
              parameter: groupsPage.parameter,
              first: groupsPage.first,
              totalPagesPath: groupsPage.total,
            },
          }),
        },
      },
      devices: {
        title: 'Devices',
        key: ['id'],
        operations: {
          list: reads({
            kind: 'pages',
            request: { method: 'GET', path: '/devices' },
            format: at(undefined),
            paginate: { kind: 'link_header', rel: parts.linksRel },
          }),
        },
      },
      roles: {
        title: 'Roles',
        key: ['id'],
        operations: {
          upsert: writes({ request: { method: 'PUT', path: parts.look }, idempotency: { kind: 'put_by_key' } }),
        },
      },
    },
    documentation: { source: 'https://acme.example/', asOf: '2026-11-23' },
  });
}

const user = (id: number) => ({ id, name: `User ${id}` });
const group = (id: string) => ({ id });
const groups = (page: number, ids: readonly string[]): Exchange => ({
  path: '/api/groups',
  // The recording asked for sizes, which the connector does not.
  query: { page: String(page), archived: 'true', per_page: '2' },
  response_body: { data: { groups: ids.map(group), pages: 2 } },
  flow: 'groups',
});
const refused = (status: number, message: string): Exchange => ({
  path: '/api/users',
  query: { team: message },
  status,
  response_body: { error: message },
  flow: message,
});

const recorded: readonly Exchange[] = [
  { path: '/api/users', response_body: { users: [user(1), user(2)], next: 'cursor-0002' }, flow: 'users' },
  {
    path: '/api/users',
    query: { after: 'cursor-0002' },
    response_body: { users: [user(3), user(4)], next: 'cursor-0003' },
    flow: 'users',
  },
  {
    path: '/api/users',
    query: { after: 'cursor-0003' },
    response_body: { users: [user(5)], next: null },
    flow: 'users',
  },
  {
    path: '/api/users',
    query: { since: '2026-11-01T00:00:00Z' },
    response_body: { users: [user(4)], next: null },
    flow: 'changes',
  },
  groups(1, ['a', 'b']),
  groups(2, ['c']),
  {
    path: '/api/devices',
    headers: { link: '<https://acme.example/api/devices?at=cursor-d2>; rel="next"' },
    response_body: [{ id: 'd1' }],
    flow: 'devices',
  },
  { path: '/api/devices', query: { at: 'cursor-d2' }, response_body: [{ id: 'd2' }], flow: 'devices' },
  {
    method: 'POST',
    path: '/api/users',
    request_body: { name: 'User 6', team: 'x' },
    status: 201,
    response_body: user(6),
    flow: 'create',
  },
  {
    method: 'PATCH',
    path: '/api/users/6',
    path_template: '/api/users/{}',
    request_body: { name: 'User six' },
    response_body: user(6),
    flow: 'update',
  },
  { path: '/api/users/6', path_template: '/api/users/{}', response_body: user(6), flow: 'find' },
  { path: '/api/roles/r1', path_template: '/api/roles/{}', response_body: { id: 'r1' }, flow: 'look' },
  refused(403, 'slow down'),
  refused(409, 'taken'),
  refused(401, 'who are you'),
  refused(404, 'nothing'),
  refused(500, 'broken'),
];

/** A connector that is wrong in one part. */
const ofConnector: [string, Partial<Parts>][] = [
  ['the path of a list', { usersPath: '/people' }],
  ['the path of another list', { groupsPath: '/teams' }],
  ['the path of a creation', { create: { ...right.create, path: '/user' } }],
  ['the method of a creation', { create: { ...right.create, method: 'PUT' } }],
  ['the path of an update', { update: { ...right.update, path: '/user/{$target_id}' } }],
  ['the method of an update', { update: { ...right.update, method: 'PUT' } }],
  ['an update that is a deletion', { update: { ...right.update, method: 'DELETE' } }],
  ['the path of a search', { find: { ...right.find, path: '/user/{value}' } }],
  ['where a search has its record', { find: { ...right.find, at: 'user' } }],
  ['the path of a look-up', { look: '/role/{id}' }],
  ['where records are', { usersAt: 'items' }],
  ['where records are, as the whole answer', { usersAt: undefined }],
  ['where records are in a member', { groupsAt: 'groups' }],
  ['the name of a cursor', { cursor: { ...right.cursor, parameter: 'cursor' } }],
  ['where the next cursor is', { cursor: { ...right.cursor, path: 'next_cursor' } }],
  ['where the next cursor is, within a member', { cursor: { ...right.cursor, path: 'meta.next' } }],
  ['the name of a page number', { groupsPage: { ...right.groupsPage, parameter: 'offset' } }],
  ['what is listed', { groupsQuery: { archived: 'false' } }],
  ['a filter that is left out', { groupsQuery: {} }],
  ['the relation of links', { linksRel: 'following' }],
  ['the key', { key: 'uuid' }],
  ['the type of a field', { name: z.int() }],
  ['a field that has to be there', { name: z.strictObject({}) }],
  ['where the id of a creation is', { create: { ...right.create, id: 'user.id' } }],
  ['the body of a creation, in a member', { create: { ...right.create, member: 'user' } }],
  ['the name of the filter of changes', { changed: { parameter: 'updated_since' } }],
  [
    'a limit that is taken for a lack of rights',
    {
      errors: [
        { when: { status: 409 }, kind: 'conflict' },
        { when: { status: 403 }, kind: 'not_found' },
      ],
    },
  ],
  ['a conflict that is taken for a fault of the server', { errors: [{ when: { status: 409 }, kind: 'transient' }] }],
  ['a refused login that is tried again', { errors: [{ when: { status: 401 }, kind: 'transient' }] }],
  ['nothing there that is tried again', { errors: [{ when: { status: 404 }, kind: 'unknown' }] }],
  ['a fault of the server that is final', { errors: [{ when: { status: 500 }, kind: 'validation' }] }],
  ['results that are taken for errors', { errors: [{ when: { status: 200 }, kind: 'not_found' }] }],
];

type Change = (exchanges: readonly Exchange[]) => readonly Exchange[];

function replaceAt(index: number, change: (exchange: Exchange) => Exchange): Change {
  return (exchanges) => exchanges.map((exchange, at) => (at === index ? change(exchange) : exchange));
}

const answering = (response_body: unknown) => (exchange: Exchange) => ({ ...exchange, response_body });

/** A recording that has changed since it was counted. */
const ofRecording: [string, Change][] = [
  ['a record less on the first page', replaceAt(0, answering({ users: [user(1)], next: 'cursor-0002' }))],
  ['a record less on the last page', replaceAt(5, answering({ data: { groups: [], pages: 2 } }))],
  ['a page that is missing in the middle', (exchanges) => exchanges.toSpliced(1, 1)],
  ['a last page that is missing', (exchanges) => exchanges.toSpliced(2, 1)],
  ['a record that comes twice on a page', replaceAt(0, answering({ users: [user(1), user(1)], next: 'cursor-0002' }))],
  [
    'a record that comes again on the next page',
    replaceAt(1, answering({ users: [user(2), user(4)], next: 'cursor-0003' })),
  ],
  ['an emptied first page', replaceAt(0, answering({ users: [], next: 'cursor-0002' }))],
  ['an emptied first page that is the last', replaceAt(0, answering({ users: [], next: null }))],
  [
    'a first page that is refused for its rate',
    replaceAt(0, (exchange) => ({ ...exchange, status: 429, response_body: { error: 'slow' } })),
  ],
  ['a write that is no longer there', (exchanges) => exchanges.filter(({ method }) => method !== 'POST')],
  ['a write without an id in its answer', replaceAt(8, answering({ name: 'User 6' }))],
  ['an error that is no longer there', (exchanges) => exchanges.slice(0, -1)],
];

async function listFaults(parts: Parts, exchanges: readonly Exchange[]): Promise<string[]> {
  const [before, after] = [await counted, toCounts(await replayExchanges(connectorOf(parts), exchanges))];
  return compareCounts('acme', before, after);
}

const counted = replayExchanges(connectorOf(right), recorded).then(toCounts);

describe('test/recordings/planted-faults', () => {
  it('finds nothing wrong with what is right, and replays all of it', async () => {
    const { findings } = await replayExchanges(connectorOf(right), recorded);

    expect(findings).toEqual([]);
    expect(await counted).toEqual({
      recorded: 17,
      matched: 17,
      listings: 4,
      pages_followed: 4,
      records: 11,
      repeated: 0,
      parameters: 3,
      changes: 2,
      writes: 2,
      bodies: 2,
      look_ups: 2,
      errors: 5,
      faults: 0,
      operations: [
        'devices.list',
        'groups.list',
        'roles.upsert/find',
        'users.create',
        'users.find',
        'users.list',
        'users.update',
      ],
    });
  });

  it.each(ofConnector)('finds in a connector: %s', async (_, parts) => {
    expect(await listFaults({ ...right, ...parts }, recorded)).not.toEqual([]);
  });

  it.each(ofRecording)('finds in a recording: %s', async (_, change) => {
    expect(await listFaults(right, change(recorded))).not.toEqual([]);
  });
});
