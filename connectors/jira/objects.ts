import { z } from 'zod';
import { filter } from '../kit/filters/filter-text.ts';
import type { HttpObject } from '../kit/object-types.ts';
import type { GivenPages } from '../kit/http/operations.ts';
import { type ListedObject, restApi, withNamed } from '../kit/rest.ts';
import { findOrCreate, idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import { givenNames, shownNames } from './field-names.ts';
import * as schemas from './schema.ts';
import { software } from './software.ts';

const { listOf, objectOf, pagesOf } = restApi({
  docs: (group) => `https://developer.atlassian.com/cloud/jira/platform/rest/v3/${group}/`,
  // @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/#pagination
  paged: (pageSize) => ({
    kind: 'offset',
    parameter: 'startAt',
    sizeParameter: 'maxResults',
    pageSize,
    totalPath: 'total',
    endPath: 'isLast',
  }),
});
const api = '/rest/api/3';

/** Without a word on whether it is the last page. */
const plainOffset = (pageSize: number): GivenPages['paginate'] => ({
  kind: 'offset',
  parameter: 'startAt',
  sizeParameter: 'maxResults',
  pageSize,
  totalPath: 'total',
});

const issuePages: GivenPages['paginate'] = {
  kind: 'cursor',
  parameter: 'nextPageToken',
  path: 'nextPageToken',
  endPath: 'isLast',
  sizeParameter: 'maxResults',
  pageSize: 100,
};

/**
 * Issues have no key that integrations could choose: they are looked for among those of the same project and summary.
 *
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-post
 */
const issue = findOrCreate(`POST ${api}/issue`, {
  memberNames: givenNames,
  find: {
    path: `${api}/search/jql`,
    query: {
      jql: filter('project = {fields.project.key|jql} AND summary ~ {fields.summary|jql_words} ORDER BY created DESC'),
      fields: '*navigable',
    },
    recordsPath: 'issues',
    // Others may have the same words.
    paginate: issuePages,
    searchLagMs: 'undocumented',
  },
  update: `PUT ${api}/issue/{$target_id}`,
  targetIdPath: 'id',
});

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-users/#api-rest-api-3-user-post */
const inviteUser = findOrCreate(`POST ${api}/user`, {
  find: {
    path: `${api}/user/search`,
    query: { query: filter('{emailAddress|plain}') },
    ignoresCase: true,
    searchLagMs: 'undocumented',
  },
  targetIdPath: 'accountId',
});

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-groups/#api-rest-api-3-group-post */
const createGroup = findOrCreate(`POST ${api}/group`, {
  find: {
    path: `${api}/group/bulk`,
    query: { groupName: '{name}' },
    recordsPath: 'values',
    ignoresCase: 'undocumented',
  },
  targetIdPath: 'groupId',
});

/** A search without bounds is refused. */
const issueSearch = { jql: filter('{config.issue_filter|plain}') };

/**
 * By the minute, on the clock of the user, and an hour more: where clocks are put back, one comes twice.
 *
 * @see https://support.atlassian.com/jira-service-management-cloud/docs/jql-fields/
 */
const changedIssues: Pick<GivenPages, 'open' | 'incremental'> = {
  open: { request: { method: 'GET', path: `${api}/myself` }, path: 'timeZone' },
  incremental: {
    kind: 'server_filter',
    parameter: 'jql',
    template: 'updated >= "{$since}" AND {config.issue_filter}',
    format: 'minute',
    zone: 'opened',
    lookbackMs: 3_600_000 + 120_000,
  },
};

/** Read once for each issue of the filter. */
const ofIssues: GivenPages['parents'] = {
  from: pagesOf({ path: `${api}/search/jql`, query: issueSearch, recordsPath: 'issues', paginate: issuePages }),
  key: 'id',
  copy: { issue_id: 'id' },
};

const ofGroups: GivenPages['parents'] = {
  from: pagesOf({ path: `${api}/group/bulk`, recordsPath: 'values', pageSize: 50 }),
  key: 'groupId',
  copy: { group_id: 'groupId' },
};

/** What is added to an issue: read issue by issue, written under the issue's key. */
function adds(
  name: string,
  list: Omit<ListedObject, 'path' | 'key' | 'parents'>,
  members: readonly string[],
): HttpObject {
  const bodyFields = Object.fromEntries(members.map((member) => [member, `{${member}}`]));
  const written = `${api}/issue/{issue_key}/${name}`;
  const path = `${api}/issue/{parent.id}/${name}`;
  return listOf(
    { ...list, path, key: ['issue_id', 'id'], parents: ofIssues },
    {
      create: nonIdempotent({ method: 'POST', path: written, bodyFields }, { targetIdPath: 'id' }),
      update: idempotent({ method: 'PUT', path: `${written}/{id}`, bodyFields }),
      delete: idempotent(`DELETE ${written}/{id}`),
    },
  );
}

/** What each issue of the filter has in a list of its own: it comes with the search. */
const embedded = (field: string) =>
  ({
    path: `${api}/search/jql`,
    query: { ...issueSearch, fields: field },
    recordsPath: 'issues',
    paginate: issuePages,
    extract: { expand: { path: `fields.${field}`, copy: { issue_id: 'id', issue_key: 'key' } } },
    key: ['issue_id', 'id'],
  }) as const;

/** Read once for each project. */
const ofProjects: GivenPages['parents'] = {
  from: pagesOf({ path: `${api}/project/search`, recordsPath: 'values', pageSize: 50 }),
  key: 'id',
  copy: { project_id: 'id' },
};

const named = { recordsPath: 'values', schema: schemas.Named, pageSize: 50 } as const;

export const objects: Readonly<Record<string, HttpObject>> = {
  issues: withNamed(
    listOf(
      {
        title: 'Issues',
        path: `${api}/search/jql`,
        docs: 'api-group-issue-search',
        schema: schemas.Issue,
        query: { ...issueSearch, fields: '*navigable', expand: 'names' },
        memberNames: shownNames,
        recordsPath: 'issues',
        paginate: issuePages,
        ...changedIssues,
      },
      {
        create: issue,
        update: idempotent(
          { method: 'PUT', path: `${api}/issue/{key}`, bodyFields: { fields: '{fields}' } },
          { memberNames: givenNames },
        ),
        upsert: issue,
        delete: idempotent(`DELETE ${api}/issue/{key}`),
      },
    ),
    {
      assign: { object: 'issues', operation: 'update', of: 'key' },
      comment: { object: 'comments', operation: 'create', of: 'issue_key' },
      transition: { object: 'transitions', operation: 'create', of: 'issue_key' },
    },
  ),
  comments: adds(
    'comment',
    {
      title: 'Issue comments',
      docs: 'api-group-issue-comments',
      schema: schemas.Comment,
      recordsPath: 'comments',
      query: { orderBy: 'created' },
      paginate: plainOffset(100),
    },
    ['body', 'visibility'],
  ),
  worklogs: adds(
    'worklog',
    {
      title: 'Issue worklogs',
      docs: 'api-group-issue-worklogs',
      schema: schemas.Worklog,
      recordsPath: 'worklogs',
      paginate: plainOffset(1000),
    },
    ['timeSpentSeconds', 'started', 'comment'],
  ),
  issue_links: listOf(
    { title: 'Issue links', docs: 'api-group-issue-links', schema: schemas.IssueLink, ...embedded('issuelinks') },
    {
      create: nonIdempotent({
        method: 'POST',
        path: `${api}/issueLink`,
        bodyFields: {
          type: '{type}',
          inwardIssue: '{inwardIssue}',
          outwardIssue: '{outwardIssue}',
          comment: '{comment}',
        },
      }),
      delete: idempotent(`DELETE ${api}/issueLink/{id}`),
    },
  ),
  attachments: listOf(
    {
      title: 'Attachments of issues, without their content',
      docs: 'api-group-issue-attachments',
      schema: schemas.Attachment,
      ...embedded('attachment'),
    },
    { delete: idempotent(`DELETE ${api}/attachment/{id}`) },
  ),
  transitions: objectOf(
    { title: 'Issue transitions', docs: 'api-group-issues', key: 'issue_key' },
    {
      create: nonIdempotent(
        {
          method: 'POST',
          path: `${api}/issue/{issue_key}/transitions`,
          bodyFields: { transition: '{transition}', fields: '{fields}' },
        },
        { memberNames: givenNames },
      ),
    },
  ),
  ...software,
  users: listOf(
    {
      title: 'Users',
      path: `${api}/users/search`,
      docs: 'api-group-users',
      schema: schemas.User,
      key: 'accountId',
      paginate: { kind: 'offset', parameter: 'startAt', sizeParameter: 'maxResults', pageSize: 100 },
    },
    {
      create: inviteUser,
      delete: idempotent({ method: 'DELETE', path: `${api}/user`, query: { accountId: '{accountId}' } }),
    },
  ),
  groups: listOf(
    {
      title: 'Groups',
      path: `${api}/group/bulk`,
      docs: 'api-group-groups',
      schema: schemas.Group,
      key: 'groupId',
      recordsPath: 'values',
      pageSize: 50,
    },
    {
      create: createGroup,
      delete: idempotent({ method: 'DELETE', path: `${api}/group`, query: { groupId: '{groupId}' } }),
    },
  ),
  group_members: listOf({
    title: 'Group members',
    path: `${api}/group/member`,
    docs: 'api-group-groups',
    schema: schemas.User.omit({ locale: true }).extend({ group_id: z.string().optional() }),
    key: ['group_id', 'accountId'],
    query: { groupId: '{parent.groupId}', includeInactiveUsers: 'true' },
    recordsPath: 'values',
    pageSize: 50,
    parents: ofGroups,
  }),
  group_memberships: objectOf(
    { title: 'Group memberships', docs: 'api-group-groups', key: ['group_id', 'account_id'] },
    {
      upsert: idempotent({
        method: 'POST',
        path: `${api}/group/user`,
        query: { groupId: '{group_id}' },
        bodyFields: { accountId: '{account_id}' },
      }),
      delete: idempotent({
        method: 'DELETE',
        path: `${api}/group/user`,
        query: { groupId: '{group_id}', accountId: '{account_id}' },
      }),
    },
  ),
  projects: listOf(
    {
      title: 'Projects',
      path: `${api}/project/search`,
      docs: 'api-group-projects',
      schema: schemas.Project,
      recordsPath: 'values',
      pageSize: 50,
    },
    writesAt({ path: `${api}/project`, method: 'PUT', only: ['update', 'delete'] }),
  ),
  versions: listOf(
    {
      title: 'Project versions',
      path: `${api}/project/{parent.id}/version`,
      docs: 'api-group-project-versions',
      schema: schemas.Version,
      recordsPath: 'values',
      pageSize: 50,
      parents: ofProjects,
    },
    writesAt({ path: `${api}/version`, method: 'PUT' }),
  ),
  components: listOf(
    {
      title: 'Project components',
      path: `${api}/project/{parent.id}/component`,
      docs: 'api-group-project-components',
      schema: schemas.Component,
      recordsPath: 'values',
      pageSize: 50,
      parents: ofProjects,
    },
    writesAt({ path: `${api}/component`, method: 'PUT' }),
  ),
  fields: listOf({
    title: 'Issue fields',
    path: `${api}/field`,
    docs: 'api-group-issue-fields',
    schema: schemas.Field,
  }),
  issue_types: listOf({
    title: 'Issue types',
    path: `${api}/issuetype`,
    docs: 'api-group-issue-types',
    schema: schemas.Named,
  }),
  priorities: listOf({
    title: 'Issue priorities',
    path: `${api}/priority/search`,
    docs: 'api-group-issue-priorities',
    ...named,
  }),
  statuses: listOf({
    title: 'Workflow statuses',
    path: `${api}/statuses/search`,
    docs: 'api-group-status',
    ...named,
    pageSize: 200,
  }),
  resolutions: listOf({
    title: 'Issue resolutions',
    path: `${api}/resolution/search`,
    docs: 'api-group-issue-resolutions',
    ...named,
  }),
  filters: listOf({ title: 'Filters', path: `${api}/filter/search`, docs: 'api-group-filters', ...named }),
  dashboards: listOf({ title: 'Dashboards', path: `${api}/dashboard/search`, docs: 'api-group-dashboards', ...named }),
  roles: listOf({
    title: 'Project roles',
    path: `${api}/role`,
    docs: 'api-group-project-roles',
    schema: schemas.Named,
  }),
  link_types: listOf({
    title: 'Issue link types',
    path: `${api}/issueLinkType`,
    docs: 'api-group-issue-link-types',
    schema: schemas.LinkType,
    recordsPath: 'issueLinkTypes',
  }),
  audit_records: listOf({
    title: 'Audit records',
    path: `${api}/auditing/record`,
    docs: 'api-group-audit-records',
    schema: schemas.AuditRecord,
    recordsPath: 'records',
    paginate: { kind: 'offset', parameter: 'offset', sizeParameter: 'limit', pageSize: 1000, totalPath: 'total' },
  }),
};
