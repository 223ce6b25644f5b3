import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const docs = 'https://dev.frontapp.com/docs';
const reference = 'https://dev.frontapp.com/reference';

const scoped = (kind: string, ...permissions: string[]): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: {
    read: [`${kind}:read`],
    ...(permissions.length === 0 ? {} : { write: permissions.map((permission) => `${kind}:${permission}`) }),
    page: `${docs}/create-and-revoke-api-tokens`,
  },
});

const whole = (page: string): Pick<ObjectMeaning, 'listing' | 'ceilings'> => ({
  listing: { leavesOut: [], paging: 'whole', page: `${reference}/${page}` },
  ceilings: { none: 'The list comes as a whole.', page: `${reference}/${page}` },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: reference },
    listing: { leavesOut: [], paging: 'cursor', page: `${docs}/pagination` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: reference },
    identity: { none: 'Ids are given by Front.', page: reference },
    filter: { none: 'Members of a query hold instants only.', page: `${docs}/query-object-q` },
    lag: { none: 'No record is searched for before it is written.', page: reference },
    ceilings: { pageSize: 100, page: `${docs}/pagination` },
    login: {
      answers: [
        {
          status: 401,
          body: { _error: { status: 401, title: 'Unauthenticated', message: 'JSON Web Token is invalid' } },
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: { _error: { status: 403, title: 'Forbidden', message: 'Your token does not have the scope' } },
          kind: 'permission',
        },
        { status: 429, headers: { 'retry-after': '30' }, kind: 'rate_limited' },
      ],
      page: `${reference}/introduction`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${reference}/introduction` },
  },
  objects: {
    teammates: { ...whole('list-teammates'), ...scoped('teammates', 'write') },
    contacts: {
      changed: {
        field: 'updated_at',
        askedAs: 'updated_after',
        inclusive: false,
        zone: 'utc',
        granularityMs: 1,
        late: { marginMs: 60_000 },
        misses: 'Contacts that were deleted, or merged into another.',
        page: `${docs}/query-object-q`,
      },
      ...scoped('contacts', 'write', 'delete'),
    },
    accounts: scoped('accounts', 'write', 'delete'),
    conversations: {
      // A token has namespaces: of shared resources, or of private ones, too.
      listing: {
        leavesOut: ['conversations of namespaces that the token does not have'],
        paging: 'cursor',
        page: `${docs}/create-and-revoke-api-tokens`,
      },
      deletes: { seen: 'state', how: 'Deleted conversations are trashed.', page: `${reference}/list-conversations` },
      ...scoped('conversations', 'write'),
    },
    conversation_comments: {
      ceilings: { none: 'Comments are not listed.', page: `${reference}/create-comment` },
      scopes: { write: ['comments:write'], page: `${reference}/create-comment` },
    },
    tags: scoped('tags', 'write', 'delete'),
    links: scoped('links', 'write'),
    inboxes: { ...whole('list-inboxes'), ...scoped('inboxes', 'write') },
    channels: { ...whole('list-channels'), ...scoped('channels') },
    teams: { ...whole('list-teams'), ...scoped('teams') },
    events: {
      changed: {
        field: 'emitted_at',
        askedAs: 'after',
        inclusive: false,
        zone: 'utc',
        granularityMs: 1,
        late: { marginMs: 60_000 },
        misses: 'Nothing: events are never changed.',
        page: `${reference}/list-events`,
      },
      ceilings: { pageSize: 15, page: `${reference}/list-events` },
      ...scoped('events'),
    },
  },
};
