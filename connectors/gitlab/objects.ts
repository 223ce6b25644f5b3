import type { z } from 'zod';
import type { GivenPages } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { type Pages, restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://docs.gitlab.com/api/${page}/`,
  // 100 at most. Links lead on by keys or by positions, as the list does. @see https://docs.gitlab.com/api/rest/#pagination
  paginate: { kind: 'link_header', sizeParameter: 'per_page', pageSize: 100 },
});

const api = '/api/v4';
/** A path of several parts is one segment: `acme%2Fplatform`. @see https://docs.gitlab.com/api/rest/#namespaced-paths */
const group = `${api}/groups/{config.group}`;

/** Pages behind the last id. @see https://docs.gitlab.com/api/rest/#keyset-based-pagination */
const byKey = { pagination: 'keyset', order_by: 'id', sort: 'asc' };

/** Older records first, so that new ones move none of them. */
const byAge = { scope: 'all', state: 'all', non_archived: 'false', order_by: 'created_at', sort: 'asc' };

const updatedAfter: GivenPages['incremental'] = { kind: 'server_filter', parameter: 'updated_after', format: 'iso' };

/** Groups that the user is a member of. */
const groups: Pages = { path: `${api}/groups`, query: { all_available: 'false', order_by: 'id', sort: 'asc' } };
const projects: Pages = { path: `${api}/projects`, query: { membership: 'true', ...byKey } };

interface Members {
  title: string;
  of: 'group' | 'project';
  parents: Pages;
  schema: z.ZodType;
}

/** Direct members, by the user's id. */
function membersOf({ title, of, parents, schema }: Members): HttpObject {
  const owner = `${of}_id`;
  const path = `${api}/${of}s/{${owner}}/members`;
  const record = `${path}/{id}`;
  const rights = { access_level: '{access_level}', expires_at: '{expires_at}' };
  const write = findOrCreate(
    { method: 'POST', path, bodyFields: { user_id: '{id}', ...rights } },
    {
      find: { path: record, recordsPath: '$', idPath: 'id', adoptsConflict: true },
      update: { method: 'PUT', path: record, bodyFields: rights },
      targetIdPath: 'id',
    },
  );
  return listOf(
    {
      title,
      docs: 'members',
      key: [owner, 'id'],
      schema,
      path: `${api}/${of}s/{parent.id}/members`,
      parents: { from: pagesOf(parents), key: 'id', copy: { [owner]: 'id' } },
    },
    {
      create: write,
      upsert: write,
      update: idempotent({ method: 'PUT', path: record, bodyFields: rights }),
      delete: idempotent(`DELETE ${record}`, { already: { status: 404 } }),
    },
  );
}

/** Issues and merge requests of a group and its subgroups. They are written in their project. */
function workOf(kind: 'issues' | 'merge_requests', title: string, schema: z.ZodType): HttpObject {
  const path = `${api}/projects/{project_id}/${kind}`;
  return listOf(
    {
      title,
      docs: kind,
      schema,
      path: `${group}/${kind}`,
      query: byAge,
      incremental: updatedAfter,
    },
    {
      create: nonIdempotent(`POST ${path}`, { targetIdPath: 'id' }),
      update: idempotent(`PUT ${path}/{iid}`),
      delete: idempotent(`DELETE ${path}/{iid}`, { effect: 'destructive', already: { status: 404 } }),
    },
  );
}

/** Deleted groups and projects can be restored for a while. @see https://docs.gitlab.com/api/projects/#delete-a-project */
const remove = { effect: 'reversible' } as const;

export const objects: Readonly<Record<string, HttpObject>> = {
  projects: listOf(
    { title: 'Projects', docs: 'projects', schema: schemas.Project, find: true, ...projects },
    writesAt({ path: `${api}/projects`, method: 'PUT', remove, only: ['create', 'update', 'delete'] }),
  ),
  groups: listOf(
    { title: 'Groups', docs: 'groups', schema: schemas.Group, find: true, ...groups },
    writesAt({ path: `${api}/groups`, method: 'PUT', remove, only: ['create', 'update', 'delete'] }),
  ),
  users: listOf(
    {
      title: 'Users',
      docs: 'users',
      schema: schemas.User,
      find: true,
      path: `${api}/users`,
      query: byKey,
    },
    {
      ...writesAt({
        path: `${api}/users`,
        method: 'PUT',
        find: { path: `${api}/users`, query: { username: '{username}' }, idPath: 'id', ignoresCase: true },
        only: ['create', 'update', 'upsert'],
      }),
      // A blocked user keeps all that is theirs, and is not deleted. @see https://docs.gitlab.com/api/user_moderation/
      delete: idempotent({ method: 'POST', path: `${api}/users/{id}/block` }, { body: 'none', ...remove }),
    },
  ),
  group_members: membersOf({
    title: 'Members of groups',
    of: 'group',
    parents: groups,
    schema: schemas.GroupMember,
  }),
  project_members: membersOf({
    title: 'Members of projects',
    of: 'project',
    parents: projects,
    schema: schemas.ProjectMember,
  }),
  issues: workOf('issues', 'Issues', schemas.Issue),
  merge_requests: workOf('merge_requests', 'Merge requests', schemas.MergeRequest),
  labels: listOf(
    {
      title: 'Labels of the group',
      docs: 'group_labels',
      schema: schemas.Label,
      path: `${group}/labels`,
      query: { only_group_labels: 'true' },
      find: true,
    },
    labelWrites(`${group}/labels`),
  ),
};

/** A label is renamed by a member of its own. */
function labelWrites(path: string): HttpObject['operations'] {
  const changes = { new_name: '{name}', color: '{color}', description: '{description}' };
  const write = findOrCreate(`POST ${path}`, {
    find: {
      path: `${path}/{name}`,
      recordsPath: '$',
      idPath: 'id',
      ignoresCase: 'undocumented',
      searchLagMs: 'undocumented',
    },
    update: { method: 'PUT', path: `${path}/{$target_id}`, bodyFields: changes },
    targetIdPath: 'id',
  });
  return {
    create: write,
    upsert: write,
    update: idempotent({ method: 'PUT', path: `${path}/{id}`, bodyFields: changes }),
    delete: idempotent(`DELETE ${path}/{id}`, { already: { status: 404 } }),
  };
}
