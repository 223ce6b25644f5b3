import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const api = 'https://developers.zoom.us/docs/api';

/** Classic scopes. Apps that were made since have granular ones, such as `report:read:user_activities:admin`. */
const scoped = (read: string, ...write: string[]): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: {
    read: [read],
    ...(write.length === 0 ? {} : { write }),
    page: 'https://developers.zoom.us/docs/internal-apps/oauth-scopes/',
  },
});

const whole = (page: string): Pick<ObjectMeaning, 'listing' | 'ceilings'> => ({
  listing: { leavesOut: [], paging: 'whole', page: `${api}/${page}` },
  ceilings: { none: 'The list comes as a whole.', page: `${api}/${page}` },
});

const byDays: Pick<ObjectMeaning, 'changed'> = {
  changed: {
    field: 'time',
    askedAs: 'from',
    inclusive: true,
    zone: 'utc',
    granularityMs: 86_400_000,
    late: { ms: 3_600_000 },
    misses: 'Nothing: entries are never changed.',
    page: `${api}/meetings/#tag/reports`,
  },
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: api },
    listing: { leavesOut: [], paging: 'cursor', page: `${api}/using-zoom-apis/#pagination` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by Zoom.', page: api },
    filter: { none: 'Values are parameters of their own.', page: api },
    lag: { none: 'No record is searched for before it is written.', page: api },
    ceilings: { pageSize: 300, page: `${api}/users/#tag/users/GET/users` },
    login: {
      answers: [
        { status: 401, body: { code: 124, message: 'Invalid access token.' }, kind: 'auth_invalid' },
        {
          status: 400,
          body: { code: 4700, message: 'Invalid access token, does not contain scopes.' },
          kind: 'permission',
        },
        {
          status: 429,
          body: { code: 429, message: 'You have reached the maximum per-second rate limit.' },
          kind: 'rate_limited',
        },
      ],
      page: `${api}/errors/`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${api}/errors/` },
  },
  objects: {
    users: {
      listing: { leavesOut: ['inactive', 'pending'], paging: 'cursor', page: `${api}/users/#tag/users/GET/users` },
      identity: caseNotIn('email', { unique: true }, `${api}/users/#tag/users/GET/users`),
      ...scoped('user:read:admin', 'user:write:admin'),
    },
    inactive_users: {
      listing: { leavesOut: ['active', 'pending'], paging: 'cursor', page: `${api}/users/#tag/users/GET/users` },
      ...scoped('user:read:admin'),
    },
    user_status: scoped('user:read:admin', 'user:write:admin'),
    groups: {
      ...whole('users/#tag/groups/GET/groups'),
      identity: caseNotIn('name', { unique: true }, `${api}/users/#tag/groups/GET/groups`),
      lag: lagNotIn(`${api}/users/#tag/groups/GET/groups`),
      ...scoped('group:read:admin', 'group:write:admin'),
    },
    group_members: scoped('group:read:admin', 'group:write:admin'),
    roles: { ...whole('accounts/#tag/roles/GET/roles'), ...scoped('role:read:admin') },
    meetings: {
      listing: {
        leavesOut: ['expired meetings', 'instant meetings'],
        paging: 'cursor',
        page: `${api}/meetings/#tag/meetings/GET/users/{userId}/meetings`,
      },
      ...scoped('meeting:read:admin', 'meeting:write:admin'),
    },
    rooms: scoped('room:read:admin'),
    sign_ins: { ...byDays, ...scoped('report:read:admin') },
    operation_logs: { ...byDays, ...scoped('report:read:admin') },
  },
};
