import type { z } from 'zod';
import { type HttpObject, reads, writes } from '../kit/define.ts';
import type { GivenPages, GivenRequest, HttpWrite } from '../kit/http-operations.ts';
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
  key?: string;
  query?: Record<string, string>;
  /** Member of the answer that holds the list; absent: the answer is the list. */
  list?: string;
  paginate?: GivenPages['paginate'];
}

function listed(
  { title, path, group, schema, key = 'id', query = {}, list, paginate = { kind: 'none' } }: Listing,
  rest: HttpObject['operations'] = {},
): HttpObject {
  const reading = reads({
    kind: 'pages',
    request: { method: 'GET', path: `/rest/api/3${path}`, query },
    format: { kind: 'json', ...(list === undefined ? {} : { recordsPath: list }) },
    paginate,
  });
  return { title, key: [key], schema, docsUrl: `${docs}/${group}/`, operations: { list: reading, ...rest } };
}

/** A write that has the same effect when it is made twice. */
function repeats(method: 'POST' | 'PUT' | 'DELETE', path: string, more: Partial<GivenRequest> = {}): HttpWrite {
  return writes({ request: { method, path: `/rest/api/3${path}`, ...more }, idempotency: { kind: 'put_by_key' } });
}

/** Something that is added to an issue. */
function adds(title: string, name: string, group: string, members: readonly string[], hasId = true): HttpObject {
  const bodyFields = Object.fromEntries(members.map((member) => [member, `{${member}}`]));
  return {
    title,
    key: ['issue_key'],
    docsUrl: `${docs}/${group}/`,
    operations: {
      create: writes({
        request: { method: 'POST', path: `/rest/api/3/issue/{issue_key}/${name}`, bodyFields },
        idempotency: { kind: 'none' },
        ...(hasId ? { targetIdPath: 'id' } : {}),
      }),
    },
  };
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

const { Issue, User, Group, Project, Field, Named, LinkType, AuditRecord } = schemas;
const named = { list: 'values', schema: Named, paginate: byOffset(50) } as const;

export const objects: Readonly<Record<string, HttpObject>> = {
  issues: listed(
    {
      title: 'Issues',
      path: '/search/jql',
      group: 'api-group-issue-search',
      schema: Issue,
      // A search without bounds is refused.
      query: { jql: '{config.issue_filter}', fields: '*navigable' },
      list: 'issues',
      paginate: {
        kind: 'cursor',
        parameter: 'nextPageToken',
        path: 'nextPageToken',
        endPath: 'isLast',
        sizeParameter: 'maxResults',
        pageSize: 100,
      },
    },
    {
      create: issue,
      update: repeats('PUT', '/issue/{key}', { bodyFields: { fields: '{fields}' } }),
      upsert: issue,
      delete: repeats('DELETE', '/issue/{key}'),
    },
  ),
  comments: adds('Comments of issues', 'comment', 'api-group-issue-comments', ['body', 'visibility']),
  worklogs: adds('Work logged on issues', 'worklog', 'api-group-issue-worklogs', [
    'timeSpentSeconds',
    'started',
    'comment',
  ]),
  transitions: adds(
    'Changes of the status of issues',
    'transitions',
    'api-group-issues',
    ['transition', 'fields'],
    false,
  ),
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
