import { z } from 'zod';
import type { HttpConnector } from '../../connectors/kit/connector.ts';
import type { Exchange } from './replay-exchanges.ts';

/** Faults that recordings have to show: in a connector, each in one part of what it says, and in a recording. */

/** Where a connector is wrong. */
export const connectorFaults = ['path', 'query_name', 'filter', 'paging', 'record', 'body', 'error_rule'] as const;
export type ConnectorFault = (typeof connectorFaults)[number];

/** How a recording has changed. */
export const recordingFaults = [
  'dropped_record',
  'missing_page',
  'repeated_record',
  'emptied_first_page',
  'refused_first_page',
  'changed_answer',
  'lost_exchange',
] as const;
export type RecordingFault = (typeof recordingFaults)[number];

/** What a connector says about its vendor, in the parts that a fault can be planted in. */
export interface Parts {
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

export const right: Parts = {
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

export const recorded: readonly Exchange[] = [
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
export const ofConnector: readonly (readonly [ConnectorFault, string, Partial<Parts>])[] = [
  ['path', 'the path of a list', { usersPath: '/people' }],
  ['path', 'the path of another list', { groupsPath: '/teams' }],
  ['path', 'the path of a creation', { create: { ...right.create, path: '/user' } }],
  ['path', 'the method of a creation', { create: { ...right.create, method: 'PUT' } }],
  ['path', 'the path of an update', { update: { ...right.update, path: '/user/{$target_id}' } }],
  ['path', 'the method of an update', { update: { ...right.update, method: 'PUT' } }],
  ['path', 'an update that is a deletion', { update: { ...right.update, method: 'DELETE' } }],
  ['path', 'the path of a search', { find: { ...right.find, path: '/user/{value}' } }],
  ['record', 'where a search has its record', { find: { ...right.find, at: 'user' } }],
  ['path', 'the path of a look-up', { look: '/role/{id}' }],
  ['body', 'the body of a creation, two members deep', { create: { ...right.create, member: 'data.user' } }],
  ['record', 'where records are', { usersAt: 'items' }],
  ['record', 'where records are, as the whole answer', { usersAt: undefined }],
  ['record', 'where records are in a member', { groupsAt: 'groups' }],
  ['query_name', 'the name of a cursor', { cursor: { ...right.cursor, parameter: 'cursor' } }],
  ['paging', 'where the next cursor is', { cursor: { ...right.cursor, path: 'next_cursor' } }],
  ['paging', 'where the next cursor is, within a member', { cursor: { ...right.cursor, path: 'meta.next' } }],
  ['query_name', 'the name of a page number', { groupsPage: { ...right.groupsPage, parameter: 'offset' } }],
  ['filter', 'what is listed', { groupsQuery: { archived: 'false' } }],
  ['filter', 'a filter that is left out', { groupsQuery: {} }],
  ['paging', 'the relation of links', { linksRel: 'following' }],
  ['record', 'the key', { key: 'uuid' }],
  ['record', 'the type of a field', { name: z.int() }],
  ['record', 'a field that has to be there', { name: z.strictObject({}) }],
  ['record', 'where the id of a creation is', { create: { ...right.create, id: 'user.id' } }],
  ['body', 'the body of a creation, in a member', { create: { ...right.create, member: 'user' } }],
  ['query_name', 'the name of the filter of changes', { changed: { parameter: 'updated_since' } }],
  [
    'error_rule',
    'a limit that is taken for a lack of rights',
    {
      errors: [
        { when: { status: 409 }, kind: 'conflict' },
        { when: { status: 403 }, kind: 'not_found' },
      ],
    },
  ],
  [
    'error_rule',
    'a conflict that is taken for a fault of the server',
    { errors: [{ when: { status: 409 }, kind: 'transient' }] },
  ],
  ['error_rule', 'a refused login that is tried again', { errors: [{ when: { status: 401 }, kind: 'transient' }] }],
  ['error_rule', 'nothing there that is tried again', { errors: [{ when: { status: 404 }, kind: 'unknown' }] }],
  ['error_rule', 'a fault of the server that is final', { errors: [{ when: { status: 500 }, kind: 'validation' }] }],
  ['error_rule', 'results that are taken for errors', { errors: [{ when: { status: 200 }, kind: 'not_found' }] }],
];

export type Change = (exchanges: readonly Exchange[]) => readonly Exchange[];

function replaceAt(index: number, change: (exchange: Exchange) => Exchange): Change {
  return (exchanges) => exchanges.map((exchange, at) => (at === index ? change(exchange) : exchange));
}

const answering = (response_body: unknown) => (exchange: Exchange) => ({ ...exchange, response_body });

/** A recording that has changed since it was counted. */
export const ofRecording: readonly (readonly [RecordingFault, string, Change])[] = [
  [
    'dropped_record',
    'a record less on the first page',
    replaceAt(0, answering({ users: [user(1)], next: 'cursor-0002' })),
  ],
  ['dropped_record', 'a record less on the last page', replaceAt(5, answering({ data: { groups: [], pages: 2 } }))],
  ['missing_page', 'a page that is missing in the middle', (exchanges) => exchanges.toSpliced(1, 1)],
  ['missing_page', 'a last page that is missing', (exchanges) => exchanges.toSpliced(2, 1)],
  [
    'repeated_record',
    'a record that comes twice on a page',
    replaceAt(0, answering({ users: [user(1), user(1)], next: 'cursor-0002' })),
  ],
  [
    'repeated_record',
    'a record that comes again on the next page',
    replaceAt(1, answering({ users: [user(2), user(4)], next: 'cursor-0003' })),
  ],
  ['emptied_first_page', 'an emptied first page', replaceAt(0, answering({ users: [], next: 'cursor-0002' }))],
  ['emptied_first_page', 'an emptied first page that is the last', replaceAt(0, answering({ users: [], next: null }))],
  [
    'refused_first_page',
    'a first page that is refused for its rate',
    replaceAt(0, (exchange) => ({ ...exchange, status: 429, response_body: { error: 'slow' } })),
  ],
  [
    'lost_exchange',
    'a write that is no longer there',
    (exchanges) => exchanges.filter(({ method }) => method !== 'POST'),
  ],
  ['changed_answer', 'a write without an id in its answer', replaceAt(8, answering({ name: 'User 6' }))],
  ['lost_exchange', 'an error that is no longer there', (exchanges) => exchanges.slice(0, -1)],
];
