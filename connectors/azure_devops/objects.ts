import type { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import { type ListedObject, type Pages, restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent, type WriteDetails } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

export const version = '7.1';
const stable = { 'api-version': version };

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://learn.microsoft.com/en-us/rest/api/azure/devops/${page}`,
  records: { recordsPath: 'value' },
  paged: (pageSize) => ({ kind: 'offset', parameter: '$skip', sizeParameter: '$top', pageSize }),
});

/** People and groups are on a host of their own. */
const graph = { base: 'https://vssps.dev.azure.com/{config.organization}' };
const preview = { 'api-version': '7.1-preview.1' };

/** @see https://learn.microsoft.com/en-us/rest/api/azure/devops/core/projects/list */
const projects: Pages = { path: '/_apis/projects', query: stable, pageSize: 100 };

/** Read once for each project. */
function ofProjects(list: ListedObject): ListedObject {
  return { parents: { from: pagesOf(projects), key: 'id' }, ...list };
}

/** @see https://learn.microsoft.com/en-us/rest/api/azure/devops/core/teams/get-all-teams */
const teams: Pages = { path: '/_apis/teams', query: { 'api-version': '7.1-preview.3' }, pageSize: 100 };

/** A token in the head of an answer leads to the next page. */
const byHeader = { kind: 'cursor', parameter: 'continuationToken', header: 'x-ms-continuationtoken' } as const;

function listOfSubjects(name: string): Pages {
  return { path: `/_apis/graph/${name}`, query: preview, request: graph, paginate: byHeader };
}

function subjects(title: string, name: string, schema: z.ZodType): HttpObject {
  return listOf({ title, docs: `graph/${name}/list`, key: 'descriptor', schema, ...listOfSubjects(name) });
}

/** A membership is its address. @see https://learn.microsoft.com/en-us/rest/api/azure/devops/graph/memberships/add */
const membership = {
  ...graph,
  path: '/_apis/graph/memberships/{memberDescriptor}/{containerDescriptor}',
  query: preview,
};
const addsMember = idempotent({ method: 'PUT', ...membership }, { body: 'none' });

/**
 * Work items are written as changes to their fields.
 *
 * @see https://learn.microsoft.com/en-us/rest/api/azure/devops/wit/work-items/create
 */
const changes = { patch: 'json', patchAt: '/fields' } satisfies WriteDetails;
const ofWorkItem = '/{["System.TeamProject"]}/_apis/wit/workitems';

export const objects: Readonly<Record<string, HttpObject>> = {
  projects: listOf({ title: 'Projects', docs: 'core/projects/list', schema: schemas.Project, ...projects }),
  teams: listOf(
    { title: 'Teams', docs: 'core/teams/get-all-teams', schema: schemas.Team, ...teams },
    {
      create: nonIdempotent(
        { method: 'POST', path: '/_apis/projects/{projectId}/teams', query: stable },
        { targetIdPath: 'id' },
      ),
      update: idempotent({ method: 'PATCH', path: '/_apis/projects/{projectId}/teams/{id}', query: stable }),
      delete: idempotent({ method: 'DELETE', path: '/_apis/projects/{projectId}/teams/{id}', query: stable }),
    },
  ),
  team_members: listOf({
    title: 'Members of teams',
    docs: 'core/teams/get-team-members-with-extended-properties',
    key: ['teamId', 'identity.id'],
    schema: schemas.TeamMember,
    path: '/_apis/projects/{parent.projectId}/teams/{parent.id}/members',
    query: stable,
    pageSize: 100,
    parents: { from: pagesOf(teams), key: 'id', copy: { teamId: 'id', projectId: 'projectId' } },
  }),
  users: subjects('Users', 'users', schemas.User),
  groups: subjects('Groups', 'groups', schemas.Group),
  memberships: listOf(
    {
      title: 'Members of groups',
      docs: 'graph/memberships/list',
      key: ['containerDescriptor', 'memberDescriptor'],
      schema: schemas.Membership,
      path: '/_apis/graph/Memberships/{parent.descriptor}',
      query: { ...preview, direction: 'down' },
      request: graph,
      parents: { from: pagesOf(listOfSubjects('groups')), key: 'descriptor' },
    },
    { create: addsMember, upsert: addsMember, delete: idempotent({ method: 'DELETE', ...membership }) },
  ),
  work_items: listOf(
    {
      title: 'Work items',
      docs: 'wit/reporting-work-item-revisions/read-reporting-revisions-get',
      schema: schemas.WorkItem,
      path: '/_apis/wit/reporting/workitemrevisions',
      // Each work item once, as it is now.
      query: { ...stable, includeLatestOnly: 'true', $expand: 'fields' },
      recordsPath: 'values',
      extract: { lift: ['fields'] },
      paginate: {
        kind: 'cursor',
        parameter: 'continuationToken',
        path: 'continuationToken',
        endPath: 'isLastBatch',
      },
      incremental: { kind: 'delta_token', path: 'continuationToken', parameter: 'continuationToken' },
    },
    {
      create: nonIdempotent(
        { method: 'POST', path: `${ofWorkItem}/$\{["System.WorkItemType"]}`, query: stable },
        { ...changes, targetIdPath: 'id', schema: schemas.NewWorkItem },
      ),
      update: idempotent({ method: 'PATCH', path: `${ofWorkItem}/{id}`, query: stable }, changes),
      // To the recycle bin. @see https://learn.microsoft.com/en-us/rest/api/azure/devops/wit/work-items/delete
      delete: idempotent(
        { method: 'DELETE', path: `${ofWorkItem}/{id}`, query: stable },
        { effect: 'reversible', already: { status: 404 } },
      ),
    },
  ),
  repositories: listOf(
    ofProjects({
      title: 'Repositories',
      docs: 'git/repositories/list',
      schema: schemas.Repository,
      path: '/{parent.id}/_apis/git/repositories',
      query: stable,
    }),
  ),
  pull_requests: listOf(
    ofProjects({
      title: 'Pull requests',
      docs: 'git/pull-requests/get-pull-requests-by-project',
      key: 'pullRequestId',
      schema: schemas.PullRequest,
      path: '/{parent.id}/_apis/git/pullrequests',
      query: { ...stable, 'searchCriteria.status': 'all' },
      pageSize: 100,
    }),
  ),
  pipelines: listOf(
    ofProjects({
      title: 'Build pipelines',
      docs: 'build/definitions/list',
      schema: schemas.Pipeline,
      path: '/{parent.id}/_apis/build/definitions',
      query: stable,
      paginate: byHeader,
    }),
  ),
  builds: listOf(
    ofProjects({
      title: 'Builds',
      docs: 'build/builds/list',
      schema: schemas.Build,
      path: '/{parent.id}/_apis/build/builds',
      query: { ...stable, queryOrder: 'queueTimeAscending' },
      paginate: byHeader,
    }),
  ),
};
