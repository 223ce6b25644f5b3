import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const guides = 'https://developer.box.com/guides';
const reference = 'https://developer.box.com/reference';

const byPosition: Pick<ObjectMeaning, 'listing'> = {
  listing: { leavesOut: [], paging: 'position', page: `${guides}/api-calls/pagination/offset-based` },
};

const scoped = (scope: string): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [scope], write: [scope], page: `${guides}/api-calls/permissions-and-errors/scopes` },
});

/** Behind it, offsets are refused. */
const reached = (page: string): Pick<ObjectMeaning, 'ceilings'> => ({
  ceilings: {
    pageSize: 1000,
    records: 10_000,
    beyond: { status: 400, kind: 'validation' },
    page: `${reference}/${page}`,
  },
});

const paged = (pageSize: number, page: string): Pick<ObjectMeaning, 'ceilings'> => ({
  ceilings: { pageSize, page: `${reference}/${page}` },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: reference },
    listing: { leavesOut: [], paging: 'cursor', page: `${guides}/api-calls/pagination/marker-based` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: reference },
    identity: { none: 'Ids are given by Box.', page: reference },
    filter: { none: 'Values are parameters of their own.', page: reference },
    lag: { none: 'No record is looked for before it is written.', page: reference },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        {
          status: 403,
          body: {
            type: 'error',
            status: 403,
            code: 'insufficient_scope',
            message: 'The request requires higher privileges than provided by the access token.',
          },
          kind: 'permission',
        },
        { status: 429, headers: { 'retry-after': '30' }, kind: 'rate_limited' },
      ],
      page: `${guides}/api-calls/permissions-and-errors/common-errors`,
    },
    errorsInside: {
      none: 'Errors have a status of their own.',
      page: `${guides}/api-calls/permissions-and-errors/common-errors`,
    },
  },
  objects: {
    users: {
      listing: { leavesOut: ['users of other enterprises'], paging: 'cursor', page: `${reference}/get-users` },
      identity: caseNotIn('login', { unique: true }, `${reference}/get-users`),
      lag: lagNotIn(`${reference}/get-users`),
      ...paged(1000, 'get-users'),
      ...scoped('manage_managed_users'),
    },
    groups: {
      ...byPosition,
      identity: caseNotIn('name', { unique: true }, `${reference}/get-groups`),
      lag: lagNotIn(`${reference}/get-groups`),
      ...reached('get-groups'),
      ...scoped('manage_groups'),
    },
    group_memberships: {
      ...byPosition,
      ...reached('get-groups-id-memberships'),
      ...scoped('manage_groups'),
    },
    folder_items: {
      listing: { leavesOut: ['items in the trash'], paging: 'cursor', page: `${reference}/get-folders-id-items` },
      ...paged(1000, 'get-folders-id-items'),
      scopes: { read: ['root_readonly'], page: `${guides}/api-calls/permissions-and-errors/scopes` },
    },
    folders: {
      ceilings: { none: 'Folders are not listed.', page: `${reference}/post-folders` },
      ...scoped('root_readwrite'),
    },
    folder_collaborations: { ...paged(1000, 'get-folders-id-collaborations'), ...scoped('root_readwrite') },
    events: {
      changed: {
        field: 'next_stream_position',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1,
        late: { ms: 0 },
        misses: 'Events that are older than two weeks.',
        page: `${guides}/events/enterprise-events/migrate-to-stream`,
      },
      ...paged(500, 'get-events'),
      scopes: { read: ['manage_enterprise_properties'], page: `${guides}/events/enterprise-events/for-enterprise` },
    },
  },
};
