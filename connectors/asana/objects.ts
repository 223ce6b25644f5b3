import type { z } from 'zod';
import { finds } from '../kit/http/complete-operations.ts';
import type { GivenPages, HttpFind } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { type Collection, idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** 100 at most. @see https://developers.asana.com/docs/pagination */
const paginate = {
  kind: 'cursor',
  parameter: 'offset',
  path: 'next_page.offset',
  sizeParameter: 'limit',
  pageSize: 100,
} as const;

const { listOf, objectOf, pagesOf } = restApi({
  docs: (page) => `https://developers.asana.com/reference/${page}`,
  key: 'gid',
  records: { recordsPath: 'data' },
  paginate,
  // A token of a page expires. @see https://developers.asana.com/docs/pagination
  pages: { expired: { status: 400, bodyIncludes: ['offset'] } },
});

/** Lists give names and ids alone, unless they are asked for more. @see https://developers.asana.com/docs/inputoutput-options */
const select = (schema: z.ZodObject, without: readonly string[] = []) => ({
  opt_fields: Object.keys(schema.shape)
    .filter((name) => name !== 'gid' && !without.includes(name))
    .map((name) => (references.has(name) ? `${name}.name` : name))
    .join(','),
});

const references = new Set(['user', 'team', 'owner', 'members', 'assignee', 'parent', 'tags', 'followers', 'project']);

const inWorkspace = { workspace: '{config.workspace_gid}' };
const workspace = '/workspaces/{config.workspace_gid}';

/** A record by its id; answers hold it in `data`. */
function findIn(path: string, schema: z.ZodObject, without: readonly string[] = []): { find: HttpFind } {
  const request = { method: 'GET', path: `${path}/{value}`, query: select(schema, without) } as const;
  return { find: finds({ request, format: { kind: 'json', recordsPath: 'data' }, notFoundIsAbsent: true }) };
}

/** Requests and answers hold the record in `data`. */
const writesOf = (path: string, more: Partial<Collection> = {}): HttpObject['operations'] =>
  writesAt({ path, id: 'gid', member: 'data', method: 'PUT', ...more });

const ofProjects: GivenPages['parents'] = {
  from: pagesOf({ path: '/projects', query: inWorkspace }),
  key: 'gid',
  copy: { project_gid: 'gid' },
};

const userOfTeam = { bodyFields: { 'data.user': '{user.gid}' } };

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    {
      title: 'Users',
      path: '/users',
      query: { ...inWorkspace, ...select(schemas.User) },
      docs: 'getusers',
      schema: schemas.User,
    },
    findIn('/users', schemas.User),
  ),
  workspace_memberships: listOf({
    title: 'Members of the workspace',
    path: `${workspace}/workspace_memberships`,
    query: select(schemas.WorkspaceMembership),
    docs: 'getworkspacemembershipsforworkspace',
    schema: schemas.WorkspaceMembership,
  }),
  teams: listOf(
    {
      title: 'Teams',
      path: `${workspace}/teams`,
      query: select(schemas.Team),
      docs: 'getteamsforworkspace',
      schema: schemas.Team,
    },
    { ...findIn('/teams', schemas.Team), ...writesOf('/teams', { only: ['create', 'update'] }) },
  ),
  team_memberships: listOf(
    {
      title: 'Members of teams',
      path: '/teams/{parent.gid}/team_memberships',
      query: select(schemas.TeamMembership),
      docs: 'getteammembershipsforteam',
      schema: schemas.TeamMembership,
      parents: { from: pagesOf({ path: `${workspace}/teams` }), key: 'gid' },
    },
    {
      upsert: idempotent({ method: 'POST', path: '/teams/{team.gid}/addUser', ...userOfTeam }),
      delete: idempotent(
        { method: 'POST', path: '/teams/{team.gid}/removeUser', ...userOfTeam },
        { effect: 'reversible' },
      ),
    },
  ),
  projects: listOf(
    {
      title: 'Projects',
      path: '/projects',
      query: { ...inWorkspace, ...select(schemas.Project) },
      docs: 'getprojects',
      schema: schemas.Project,
    },
    { ...findIn('/projects', schemas.Project), ...writesOf('/projects') },
  ),
  tasks: listOf(
    {
      title: 'Tasks of projects',
      path: '/tasks',
      query: { project: '{parent.gid}', ...select(schemas.Task, ['project_gid']) },
      docs: 'gettasks',
      key: ['project_gid', 'gid'],
      schema: schemas.Task,
      parents: ofProjects,
      incremental: { kind: 'server_filter', parameter: 'modified_since' },
    },
    writesOf('/tasks'),
  ),
  task_comments: objectOf(
    { title: 'Comments on tasks', docs: 'createstoryfortask' },
    {
      create: nonIdempotent(
        { method: 'POST', path: '/tasks/{task_gid}/stories', bodyFields: { 'data.text': '{text}' } },
        { targetIdPath: 'data.gid' },
      ),
      update: idempotent({ method: 'PUT', path: '/stories/{gid}', bodyFields: { 'data.text': '{text}' } }),
      delete: idempotent('DELETE /stories/{gid}'),
    },
  ),
  sections: listOf(
    {
      title: 'Sections of projects',
      path: '/projects/{parent.gid}/sections',
      query: select(schemas.Section),
      docs: 'getsectionsforproject',
      schema: schemas.Section,
      parents: { from: ofProjects.from, key: 'gid' },
    },
    {
      create: nonIdempotent(
        { method: 'POST', path: '/projects/{project.gid}/sections', bodyFields: { 'data.name': '{name}' } },
        { targetIdPath: 'data.gid' },
      ),
      ...writesOf('/sections', { only: ['update', 'delete'] }),
    },
  ),
  tags: listOf(
    {
      title: 'Tags',
      path: '/tags',
      query: { ...inWorkspace, ...select(schemas.Tag) },
      docs: 'gettags',
      schema: schemas.Tag,
    },
    { ...findIn('/tags', schemas.Tag), ...writesOf('/tags') },
  ),
  custom_fields: listOf(
    {
      title: 'Custom fields',
      path: `${workspace}/custom_fields`,
      query: select(schemas.CustomField),
      docs: 'getcustomfieldsforworkspace',
      schema: schemas.CustomField,
    },
    { ...findIn('/custom_fields', schemas.CustomField), ...writesOf('/custom_fields') },
  ),
  audit_log_events: listOf({
    title: 'Audit log events',
    path: `${workspace}/audit_log_events`,
    docs: 'getauditlogevents',
    schema: schemas.AuditLogEvent,
    // There always is a next page, so that it can be asked for events that are yet to come.
    paginate: { ...paginate, emptyPageEnds: true },
    incremental: { kind: 'server_filter', parameter: 'start_at', orderedBy: 'created_at' },
  }),
};
