import type { GivenPages } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** @see https://developer.atlassian.com/cloud/bitbucket/rest/intro/#pagination */
const { listOf, objectOf, pagesOf } = restApi({
  docs: (page) => `https://developer.atlassian.com/cloud/bitbucket/rest/${page}`,
  records: { recordsPath: 'values' },
  paged: (pageSize) => ({ kind: 'next_url', path: 'next', sizeParameter: 'pagelen', pageSize }),
});

const repositories = '/repositories/{config.workspace}';
const inWorkspace = '/workspaces/{config.workspace}';

const ofRepositories: GivenPages['parents'] = {
  from: pagesOf({ path: repositories, pageSize: 100 }),
  key: 'uuid',
  copy: { repository_uuid: 'uuid' },
};

/** What was updated since an instant, oldest first. @see https://developer.atlassian.com/cloud/bitbucket/rest/intro/#filtering */
const since = {
  kind: 'server_filter',
  parameter: 'q',
  template: 'updated_on>={$since}',
  orderedBy: 'updated_on',
} as const;

export const objects: Readonly<Record<string, HttpObject>> = {
  repositories: listOf(
    {
      title: 'Repositories',
      path: repositories,
      query: { sort: 'updated_on' },
      docs: 'api-group-repositories/#api-repositories-workspace-get',
      key: 'uuid',
      pageSize: 100,
      schema: schemas.Repository,
      incremental: since,
      find: true,
    },
    {
      create: nonIdempotent(`POST ${repositories}/{slug}`, { targetIdPath: 'uuid' }),
      update: idempotent(`PUT ${repositories}/{uuid}`),
      delete: idempotent(`DELETE ${repositories}/{uuid}`, { body: 'none' }),
    },
  ),
  projects: listOf(
    {
      title: 'Projects',
      path: `${inWorkspace}/projects`,
      docs: 'api-group-projects/#api-workspaces-workspace-projects-get',
      key: 'key',
      pageSize: 100,
      schema: schemas.Project,
      find: true,
    },
    {
      create: nonIdempotent(`POST ${inWorkspace}/projects`, { targetIdPath: 'key' }),
      update: idempotent(`PUT ${inWorkspace}/projects/{key}`),
      delete: idempotent(`DELETE ${inWorkspace}/projects/{key}`, { body: 'none' }),
    },
  ),
  members: listOf({
    title: 'Members of the workspace',
    path: `${inWorkspace}/members`,
    docs: 'api-group-workspaces/#api-workspaces-workspace-members-get',
    key: 'user.uuid',
    pageSize: 100,
    schema: schemas.Member,
  }),
  pull_requests: listOf(
    {
      title: 'Pull requests',
      // Only open ones are listed, unless all states are named.
      path: `${repositories}/{parent.uuid}/pullrequests?state=OPEN&state=MERGED&state=DECLINED&state=SUPERSEDED`,
      query: { sort: 'updated_on' },
      docs: 'api-group-pullrequests/#api-repositories-workspace-repo-slug-pullrequests-get',
      key: ['repository_uuid', 'id'],
      pageSize: 50,
      schema: schemas.PullRequest,
      parents: ofRepositories,
      incremental: since,
    },
    {
      create: nonIdempotent(`POST ${repositories}/{repository_uuid}/pullrequests`, { targetIdPath: 'id' }),
      update: idempotent(`PUT ${repositories}/{repository_uuid}/pullrequests/{id}`),
    },
  ),
  pull_request_comments: objectOf(
    {
      title: 'Comments on pull requests',
      docs: 'api-group-pullrequests/#api-repositories-workspace-repo-slug-pullrequests-pull-request-id-comments-post',
      key: ['repository_uuid', 'pull_request_id', 'id'],
    },
    {
      create: nonIdempotent(`POST ${repositories}/{repository_uuid}/pullrequests/{pull_request_id}/comments`, {
        targetIdPath: 'id',
      }),
    },
  ),
  issues: listOf(
    {
      title: 'Issues',
      path: `${repositories}/{parent.uuid}/issues`,
      query: { sort: 'updated_on' },
      docs: 'api-group-issue-tracker/#api-repositories-workspace-repo-slug-issues-get',
      key: ['repository_uuid', 'id'],
      pageSize: 50,
      schema: schemas.Issue,
      // A repository without an issue tracker answers as one that is gone.
      parents: ofRepositories,
      incremental: since,
    },
    writesAt({ path: `${repositories}/{repository_uuid}/issues`, method: 'PUT' }),
  ),
};
