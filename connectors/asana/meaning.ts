import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const docs = 'https://developers.asana.com/docs';
const reference = 'https://developers.asana.com/reference';

const scoped = (page: string, read: string, ...write: string[]): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [read], ...(write.length === 0 ? {} : { write }), page: `${reference}/${page}` },
});

const unscoped = (page: string): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: {
    none: 'It has no scope of its own: a token with full permissions is needed.',
    page: `${reference}/${page}`,
  },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: reference },
    listing: { leavesOut: [], paging: 'cursor', page: `${docs}/pagination` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: reference },
    identity: { none: 'Ids are given by Asana.', page: `${docs}/object-hierarchy` },
    filter: { none: 'Values are parameters of their own.', page: reference },
    lag: { none: 'No record is looked for before it is written.', page: reference },
    ceilings: { pageSize: 100, page: `${docs}/pagination` },
    login: {
      answers: [
        { status: 401, body: { errors: [{ message: 'Not Authorized' }] }, kind: 'auth_invalid' },
        { status: 403, body: { errors: [{ message: 'Forbidden' }] }, kind: 'permission' },
        { status: 429, headers: { 'retry-after': '30' }, kind: 'rate_limited' },
      ],
      page: `${docs}/errors`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${docs}/errors` },
  },
  objects: {
    users: scoped('getusers', 'users:read'),
    workspace_memberships: unscoped('getworkspacemembershipsforworkspace'),
    teams: scoped('getteamsforworkspace', 'teams:read'),
    // Members are added, and teams, tags and custom fields changed or deleted, with full permissions only.
    team_memberships: scoped('getteammembershipsforteam', 'team_memberships:read'),
    projects: scoped('getprojects', 'projects:read', 'projects:write', 'projects:delete'),
    tasks: {
      changed: {
        field: 'modified_at',
        askedAs: 'modified_since',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1,
        late: { marginMs: 60_000 },
        misses: 'Changes of associated records, such as a subtask. A new story counts.',
        page: `${reference}/gettasks`,
      },
      ...scoped('gettasks', 'tasks:read', 'tasks:write', 'tasks:delete'),
    },
    task_comments: scoped('createstoryfortask', 'stories:read', 'stories:write', 'stories:delete'),
    sections: unscoped('getsectionsforproject'),
    tags: scoped('gettags', 'tags:read', 'tags:write'),
    custom_fields: scoped('getcustomfieldsforworkspace', 'custom_fields:read', 'custom_fields:write'),
    audit_log_events: {
      changed: {
        field: 'created_at',
        askedAs: 'start_at',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1,
        late: { marginMs: 60_000 },
        misses: 'Nothing: events are never changed.',
        page: `${reference}/getauditlogevents`,
      },
      deletes: { seen: 'absence', how: 'Events are kept for 90 days.', page: `${docs}/audit-log-events` },
      scopes: { none: 'Only service accounts may read it.', page: `${docs}/audit-log-api` },
    },
  },
};
