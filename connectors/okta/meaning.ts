import type { Fact, Meaning, Changed } from '../kit/meaning/meaning.ts';

const reference = 'https://developer.okta.com/docs/api/openapi/okta-management/management/tag';
const query = 'https://developer.okta.com/docs/api/#search';
const codes = 'https://developer.okta.com/docs/reference/error-codes/';
const scopes = 'https://developer.okta.com/docs/api/oauth2/';

const updated = (misses: string, page: string): Fact<Changed> => ({
  field: 'lastUpdated',
  inclusive: true,
  zone: 'utc',
  granularityMs: 1000,
  lateMs: 60_000,
  misses,
  page,
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: 'https://developer.okta.com/docs/api/' },
    listing: { leavesOut: [], paging: 'cursor', page: 'https://developer.okta.com/docs/api/#pagination' },
    deletes: {
      seen: 'absence',
      how: 'Deleted records are no longer listed.',
      page: 'https://developer.okta.com/docs/api/',
    },
    identity: { none: 'Ids are given by Okta.', page: 'https://developer.okta.com/docs/api/' },
    filter: { languages: ['scim'], page: query },
    lag: { none: 'Lists without a search come from the database.', page: query },
    ceilings: { unknown: 'Each list has its own largest page.' },
    login: {
      answers: [
        { status: 401, body: { errorCode: 'E0000011', errorSummary: 'Invalid token provided' }, kind: 'auth_invalid' },
        {
          status: 403,
          body: { errorCode: 'E0000006', errorSummary: 'You do not have permission to perform the requested action' },
          kind: 'permission',
        },
        {
          status: 401,
          body: { errorCode: 'E0000015', errorSummary: 'You do not have permission' },
          kind: 'permission',
        },
      ],
      page: codes,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: codes },
    scopes: { unknown: 'Each group of endpoints has scopes of its own.' },
  },
  objects: {
    users: {
      changed: updated('Changes of groups, roles and factors.', `${reference}/User/#tag/User/operation/listUsers`),
      listing: {
        leavesOut: [],
        paging: 'cursor',
        page: `${reference}/User/#tag/User/operation/listUsers`,
      },
      deletes: {
        seen: 'state',
        how: 'A deactivated user has the status DEPROVISIONED; one that is deleted after that is no longer listed.',
        page: `${reference}/UserLifecycle/`,
      },
      identity: { field: 'profile.login', unique: true, ignoresCase: true, page: query },
      lag: { ms: 30_000, page: query },
      ceilings: { pageSize: 200, page: `${reference}/User/#tag/User/operation/listUsers` },
      scopes: { read: ['okta.users.read'], write: ['okta.users.manage'], page: scopes },
    },
    groups: {
      changed: updated('Changes of the members of rules.', `${reference}/Group/#tag/Group/operation/listGroups`),
      identity: { field: 'profile.name', unique: true, ignoresCase: true, page: query },
      lag: { ms: 30_000, page: query },
      ceilings: { pageSize: 10_000, page: `${reference}/Group/#tag/Group/operation/listGroups` },
      scopes: { read: ['okta.groups.read'], write: ['okta.groups.manage'], page: scopes },
    },
    group_members: {
      ceilings: { pageSize: 1000, page: `${reference}/Group/` },
      scopes: { read: ['okta.groups.read'], page: scopes },
    },
    group_memberships: {
      ceilings: { none: 'It is only written.', page: `${reference}/Group/` },
      scopes: { write: ['okta.groups.manage'], page: scopes },
    },
    applications: {
      ceilings: { pageSize: 200, page: `${reference}/Application/` },
      scopes: { read: ['okta.apps.read'], write: ['okta.apps.manage'], page: scopes },
    },
    log_events: {
      changed: {
        unknown:
          'Events are asked for by when they happened, and how late they are persisted is not told; an hour is read again.',
      },
      deletes: { seen: 'absence', how: 'Events are kept for 90 days.', page: `${reference}/SystemLog/` },
      ceilings: { pageSize: 1000, page: `${reference}/SystemLog/` },
      scopes: { read: ['okta.logs.read'], page: scopes },
    },
  },
};
