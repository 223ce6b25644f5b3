import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const docs = 'https://developer.webex.com/docs';
const api = `${docs}/api/v1`;

const scoped = (page: string, read: string, ...write: string[]): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [read], ...(write.length === 0 ? {} : { write }), page: `${api}/${page}` },
});

const whole = (page: string): Pick<ObjectMeaning, 'listing' | 'ceilings'> => ({
  listing: { leavesOut: [], paging: 'whole', page: `${api}/${page}` },
  ceilings: { none: 'The list comes as a whole.', page: `${api}/${page}` },
});

const paged = (pageSize: number, page: string): Pick<ObjectMeaning, 'ceilings'> => ({
  ceilings: { pageSize, page: `${api}/${page}` },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: api },
    listing: { leavesOut: [], paging: 'cursor', page: `${docs}/basics#pagination` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by Webex.', page: api },
    filter: { none: 'Values are parameters of their own.', page: api },
    lag: { none: 'No record is looked for before it is written.', page: api },
    ceilings: { none: 'A page that is too large is cut, and links lead on.', page: `${docs}/basics#pagination` },
    login: {
      answers: [
        {
          status: 401,
          body: { message: 'The request requires a valid access token set in the Authorization request header.' },
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: { message: 'The server understood the request, but refused to fulfill it.' },
          kind: 'permission',
        },
        { status: 429, headers: { 'retry-after': '30' }, kind: 'rate_limited' },
      ],
      page: `${docs}/basics#api-errors`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${docs}/basics#api-errors` },
  },
  objects: {
    people: scoped('people/list-people', 'spark-admin:people_read', 'spark-admin:people_write'),
    licenses: { ...whole('licenses/list-licenses'), ...scoped('licenses/list-licenses', 'spark-admin:licenses_read') },
    user_licenses: {
      ceilings: { none: 'They are not listed.', page: `${api}/licenses/assign-licenses-to-users` },
      scopes: { write: ['spark-admin:people_write'], page: `${api}/licenses/assign-licenses-to-users` },
    },
    roles: { ...whole('roles/list-roles'), ...scoped('roles/list-roles', 'spark-admin:roles_read') },
    groups: {
      listing: { leavesOut: [], paging: 'position', page: `${api}/groups/list-and-search-groups` },
      ...scoped('groups/list-and-search-groups', 'identity:groups_read'),
    },
    rooms: {
      listing: { leavesOut: ['rooms that the user is not in'], paging: 'cursor', page: `${api}/rooms/list-rooms` },
      ...paged(1000, 'rooms/list-rooms'),
      ...scoped('rooms/list-rooms', 'spark:rooms_read', 'spark:rooms_write'),
    },
    memberships: {
      listing: {
        leavesOut: ['members of moderated team rooms that the user is not in, but for moderators'],
        paging: 'cursor',
        page: `${api}/memberships/list-memberships`,
      },
      ...scoped('memberships/list-memberships', 'spark:memberships_read', 'spark:memberships_write'),
    },
    teams: {
      listing: { leavesOut: ['teams that the user is not in'], paging: 'cursor', page: `${api}/teams/list-teams` },
      ...scoped('teams/list-teams', 'spark:teams_read', 'spark:teams_write'),
    },
    team_memberships: scoped(
      'team-memberships/list-team-memberships',
      'spark:team_memberships_read',
      'spark:team_memberships_write',
    ),
    messages: {
      ceilings: { none: 'Messages are not listed.', page: `${api}/messages/create-a-message` },
      scopes: { write: ['spark:messages_write'], page: `${api}/messages/create-a-message` },
    },
    organizations: {
      ...whole('organizations/list-organizations'),
      ...scoped('organizations/list-organizations', 'spark-admin:organizations_read'),
    },
    admin_audit_events: {
      changed: {
        field: 'created',
        askedAs: 'from',
        inclusive: false,
        zone: 'utc',
        granularityMs: 1,
        late: { marginMs: 60_000 },
        misses: 'Nothing: events are never changed.',
        page: `${api}/admin-audit-events/list-admin-audit-events`,
      },
      // Pages have links, which may hold the offset that the list takes, too.
      listing: { leavesOut: [], paging: 'position', page: `${api}/admin-audit-events/list-admin-audit-events` },
      deletes: {
        seen: 'absence',
        how: 'Events are kept for a year, those of India for three, and only the last year can be asked for.',
        page: 'https://help.webex.com/en-us/article/2tc9yx/Review-Your-Administrator-Activity-Logs-in-Control-Hub',
      },
      ...paged(200, 'admin-audit-events/list-admin-audit-events'),
      ...scoped('admin-audit-events/list-admin-audit-events', 'audit:events_read'),
    },
  },
};
