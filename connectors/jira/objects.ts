import { z } from 'zod';
import { type HttpObject, reads, writes } from '../kit/define.ts';
import type { GivenPages, GivenRequest, HttpWrite } from '../kit/http/operations.ts';
import * as schemas from './schema.ts';

const docs = 'https://developer.atlassian.com/cloud/jira/platform/rest/v3';

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/#pagination */
const byOffset = (pageSize: number): GivenPages['paginate'] => ({
  kind: 'offset',
  parameter: 'startAt',
  sizeParameter: 'maxResults',
  pageSize,
  totalPath: 'total',
  endPath: 'isLast',
});

interface Listing {
  title: string;
  path: string;
  group: string;
  schema: z.ZodType;
  key?: string | readonly string[];
  query?: Record<string, string>;
  /** Member of the answer that holds the list; absent: the answer is the list. */
  list?: string;
  paginate?: GivenPages['paginate'];
  incremental?: GivenPages['incremental'];
  parents?: GivenPages['parents'];
}

function listed(
  { title, path, group, schema, key = 'id', query = {}, list, paginate = { kind: 'none' }, ...nested }: Listing,
  rest: HttpObject['operations'] = {},
): HttpObject {
  const reading = reads({
    kind: 'pages',
    request: { method: 'GET', path: `/rest/api/3${path}`, query },
    format: { kind: 'json', ...(list === undefined ? {} : { recordsPath: list }) },
    paginate,
    ...nested,
  });
  return {
    title,
    key: typeof key === 'string' ? [key] : key,
    schema,
    docsUrl: `${docs}/${group}/`,
    operations: { list: reading, ...rest },
  };
}

/** A write that has the same effect when it is made twice. */
function repeats(method: 'POST' | 'PUT' | 'DELETE', path: string, more: Partial<GivenRequest> = {}): HttpWrite {
  return writes({ request: { method, path: `/rest/api/3${path}`, ...more }, idempotency: { kind: 'put_by_key' } });
}

/**
 * Issues have no key that integrations could choose: they are looked for among those of the same project and summary.
 *
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-post
 */
const issue = writes({
  request: { method: 'POST', path: '/rest/api/3/issue' },
  update: { method: 'PUT', path: '/rest/api/3/issue/{$target_id}' },
  idempotency: {
    kind: 'find',
    request: {
      method: 'GET',
      path: '/rest/api/3/search/jql',
      query: {
        jql: 'project = "{fields.project.key}" AND summary ~ "{fields.summary}" ORDER BY created DESC',
        fields: '*navigable',
      },
    },
    recordsPath: 'issues',
    searchLagMs: 60_000,
  },
  targetIdPath: 'id',
});

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-users/#api-rest-api-3-user-post */
const inviteUser = writes({
  request: { method: 'POST', path: '/rest/api/3/user' },
  idempotency: {
    kind: 'find',
    request: { method: 'GET', path: '/rest/api/3/user/search', query: { query: '{emailAddress}' } },
    searchLagMs: 60_000,
  },
  targetIdPath: 'accountId',
});

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-groups/#api-rest-api-3-group-post */
const createGroup = writes({
  request: { method: 'POST', path: '/rest/api/3/group' },
  idempotency: {
    kind: 'find',
    request: { method: 'GET', path: '/rest/api/3/group/bulk', query: { groupName: '{name}' } },
    recordsPath: 'values',
  },
  targetIdPath: 'groupId',
});

/** A search without bounds is refused. */
const issueSearch = { jql: '{config.issue_filter}' };

const issuePages: GivenPages['paginate'] = {
  kind: 'cursor',
  parameter: 'nextPageToken',
  path: 'nextPageToken',
  endPath: 'isLast',
  sizeParameter: 'maxResults',
  pageSize: 100,
};

/**
 * By the day: instants are those of the user's time zone, and have no seconds. Two days are read again, which is more than
 * time zones can differ by.
 *
 * @see https://docs.snowflake.com/en/user-guide/data-integration/openflow/processors/fetchjiraissues (time zone)
 */
const changedIssues: GivenPages['incremental'] = {
  kind: 'server_filter',
  parameter: 'jql',
  template: 'updated >= "{$since}" AND {config.issue_filter}',
  format: 'date',
  lookbackMs: 2 * 86_400_000,
};

/** Read once for each issue of the filter. */
const ofIssues: GivenPages['parents'] = {
  from: {
    kind: 'pages',
    request: { method: 'GET', path: '/rest/api/3/search/jql', query: issueSearch },
    format: { kind: 'json', recordsPath: 'issues' },
    paginate: issuePages,
  },
  key: 'id',
  copy: { issue_id: 'id' },
};

const ofGroups: GivenPages['parents'] = {
  from: {
    kind: 'pages',
    request: { method: 'GET', path: '/rest/api/3/group/bulk' },
    format: { kind: 'json', recordsPath: 'values' },
    paginate: byOffset(50),
  },
  key: 'groupId',
  copy: { group_id: 'groupId' },
};

/** What is added to an issue: read issue by issue, written under the issue's key. */
function adds(
  name: string,
  listing: Omit<Listing, 'path' | 'key' | 'parents'>,
  members: readonly string[],
): HttpObject {
  const bodyFields = Object.fromEntries(members.map((member) => [member, `{${member}}`]));
  const create = writes({
    request: { method: 'POST', path: `/rest/api/3/issue/{issue_key}/${name}`, bodyFields },
    idempotency: { kind: 'none' },
    targetIdPath: 'id',
  });
  const path = `/issue/{parent.id}/${name}`;
  return listed({ ...listing, path, key: ['issue_id', 'id'], parents: ofIssues }, { create });
}

/** Without a word on whether it is the last page. */
const plainOffset = (pageSize: number): GivenPages['paginate'] => ({
  kind: 'offset',
  parameter: 'startAt',
  sizeParameter: 'maxResults',
  pageSize,
  totalPath: 'total',
});

const { Issue, User, Group, Project, Field, Named, LinkType, AuditRecord } = schemas;
const named = { list: 'values', schema: Named, paginate: byOffset(50) } as const;

export const objects: Readonly<Record<string, HttpObject>> = {
  issues: listed(
    {
      title: 'Issues',
      path: '/search/jql',
      group: 'api-group-issue-search',
      schema: Issue,
      query: { ...issueSearch, fields: '*navigable' },
      list: 'issues',
      paginate: issuePages,
      incremental: changedIssues,
    },
    {
      create: issue,
      update: repeats('PUT', '/issue/{key}', { bodyFields: { fields: '{fields}' } }),
      upsert: issue,
      delete: repeats('DELETE', '/issue/{key}'),
    },
  ),
  comments: adds(
    'comment',
    {
      title: 'Comments of issues',
      group: 'api-group-issue-comments',
      schema: schemas.Comment,
      list: 'comments',
      query: { orderBy: 'created' },
      paginate: plainOffset(100),
    },
    ['body', 'visibility'],
  ),
  worklogs: adds(
    'worklog',
    {
      title: 'Work logged on issues',
      group: 'api-group-issue-worklogs',
      schema: schemas.Worklog,
      list: 'worklogs',
      paginate: plainOffset(1000),
    },
    ['timeSpentSeconds', 'started', 'comment'],
  ),
  transitions: {
    title: 'Changes of the status of issues',
    key: ['issue_key'],
    docsUrl: `${docs}/api-group-issues/`,
    operations: {
      create: writes({
        request: {
          method: 'POST',
          path: '/rest/api/3/issue/{issue_key}/transitions',
          bodyFields: { transition: '{transition}', fields: '{fields}' },
        },
        idempotency: { kind: 'none' },
      }),
    },
  },
  users: listed(
    {
      title: 'Users',
      path: '/users/search',
      group: 'api-group-users',
      schema: User,
      key: 'accountId',
      paginate: { kind: 'offset', parameter: 'startAt', sizeParameter: 'maxResults', pageSize: 100 },
    },
    { create: inviteUser, delete: repeats('DELETE', '/user', { query: { accountId: '{accountId}' } }) },
  ),
  groups: listed(
    {
      title: 'Groups',
      path: '/group/bulk',
      group: 'api-group-groups',
      schema: Group,
      key: 'groupId',
      list: 'values',
      paginate: byOffset(50),
    },
    { create: createGroup, delete: repeats('DELETE', '/group', { query: { groupId: '{groupId}' } }) },
  ),
  group_members: listed({
    title: 'Members of groups',
    path: '/group/member',
    group: 'api-group-groups',
    schema: User.omit({ locale: true }).extend({ group_id: z.string().optional() }),
    key: ['group_id', 'accountId'],
    query: { groupId: '{parent.groupId}', includeInactiveUsers: 'true' },
    list: 'values',
    paginate: byOffset(50),
    parents: ofGroups,
  }),
  group_memberships: {
    title: 'Memberships of groups',
    key: ['group_id', 'account_id'],
    docsUrl: `${docs}/api-group-groups/`,
    operations: {
      upsert: repeats('POST', '/group/user', {
        query: { groupId: '{group_id}' },
        bodyFields: { accountId: '{account_id}' },
      }),
      delete: repeats('DELETE', '/group/user', { query: { groupId: '{group_id}', accountId: '{account_id}' } }),
    },
  },
  projects: listed(
    {
      title: 'Projects',
      path: '/project/search',
      group: 'api-group-projects',
      schema: Project,
      list: 'values',
      paginate: byOffset(50),
    },
    { update: repeats('PUT', '/project/{id}'), delete: repeats('DELETE', '/project/{id}') },
  ),
  fields: listed({ title: 'Fields of issues', path: '/field', group: 'api-group-issue-fields', schema: Field }),
  issue_types: listed({ title: 'Types of issues', path: '/issuetype', group: 'api-group-issue-types', schema: Named }),
  priorities: listed({
    title: 'Priorities',
    path: '/priority/search',
    group: 'api-group-issue-priorities',
    ...named,
  }),
  statuses: listed({
    title: 'Statuses',
    path: '/statuses/search',
    group: 'api-group-status',
    ...named,
    paginate: byOffset(200),
  }),
  resolutions: listed({
    title: 'Resolutions',
    path: '/resolution/search',
    group: 'api-group-issue-resolutions',
    ...named,
  }),
  filters: listed({ title: 'Filters', path: '/filter/search', group: 'api-group-filters', ...named }),
  dashboards: listed({ title: 'Dashboards', path: '/dashboard/search', group: 'api-group-dashboards', ...named }),
  roles: listed({ title: 'Roles of projects', path: '/role', group: 'api-group-project-roles', schema: Named }),
  link_types: listed({
    title: 'Types of links between issues',
    path: '/issueLinkType',
    group: 'api-group-issue-link-types',
    schema: LinkType,
    list: 'issueLinkTypes',
  }),
  audit_records: listed({
    title: 'Audit log',
    path: '/auditing/record',
    group: 'api-group-audit-records',
    schema: AuditRecord,
    list: 'records',
    paginate: { kind: 'offset', parameter: 'offset', sizeParameter: 'limit', pageSize: 1000, totalPath: 'total' },
  }),
};
