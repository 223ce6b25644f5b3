import type { Meaning } from '../kit/meaning/meaning.ts';

const api = 'https://auth0.com/docs/api/management/v2';
const search = 'https://auth0.com/docs/manage-users/user-search';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: api },
    listing: { leavesOut: [], paging: 'position', page: `${api}/introduction` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by Auth0.', page: api },
    filter: { none: 'Values are parameters of their own.', page: api },
    lag: { none: 'Lists are immediately consistent.', page: search },
    ceilings: { pageSize: 100, page: `${api}/introduction` },
    login: {
      answers: [
        {
          status: 401,
          body: { statusCode: 401, error: 'Unauthorized', message: 'Invalid token' },
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: { statusCode: 403, error: 'Forbidden', errorCode: 'insufficient_scope' },
          kind: 'permission',
        },
        { status: 429, body: { statusCode: 429, errorCode: 'too_many_requests' }, kind: 'rate_limited' },
      ],
      page: `${api}/introduction`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${api}/introduction` },
    scopes: { unknown: 'Each endpoint has scopes of its own.' },
  },
  objects: {
    users: {
      changed: {
        field: 'updated_at',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1,
        lateMs: 60_000,
        misses: 'Changes of roles and of organizations.',
        page: `${search}/user-search-query-syntax`,
      },
      identity: { unknown: 'An e-mail address is unique within a connection, and may be in several.' },
      lag: { unknown: 'The search of users is eventually consistent, and no bound is told.' },
      ceilings: { pageSize: 100, records: 1000, page: `${search}/view-search-results-by-page` },
      scopes: {
        read: ['read:users'],
        write: ['create:users', 'update:users', 'delete:users'],
        page: `${api}/users/get-users`,
      },
    },
    roles: {
      identity: { unknown: 'Whether names that differ in case only are told apart is not told.' },
      scopes: {
        read: ['read:roles'],
        write: ['create:roles', 'update:roles', 'delete:roles'],
        page: `${api}/roles/get-roles`,
      },
    },
  },
};
