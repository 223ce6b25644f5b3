import type { GivenPages } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { findOrCreate, idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import { counted, countedOfEach, listOf, pagesOf, send } from './protocol.ts';
import * as schemas from './schema.ts';

const ofEach = (path: string, copy: string): GivenPages['parents'] => ({
  from: pagesOf({ path, paginate: counted(0) }),
  key: 'id',
  copy: { [copy]: 'id' },
});

/** Creates a resource that a search for one of its attributes does not find, or changes the one that it finds. */
function writesBy(field: string, type: string, path: string, search: string, ignoresCase: false | 'undocumented') {
  const attributes = { 'data.type': type, 'data.attributes': '{$record}' };
  // The body names the resource, too, but that of a team does not.
  const named = (id: string) => (type === 'team' ? attributes : { 'data.id': id, ...attributes });
  const byId = (id: string) => send('PATCH', `${path}/${id}`, named(id));
  const write = findOrCreate(send('POST', path, attributes), {
    find: {
      path,
      query: { [search]: `{${field}}` },
      recordsPath: 'data',
      lift: ['attributes'],
      idPath: 'id',
      paginate: counted(0),
      ignoresCase,
      searchLagMs: 'undocumented',
      adoptsConflict: true,
    },
    update: byId('{$target_id}'),
    targetIdPath: 'data.id',
  });
  return { create: write, upsert: write, update: idempotent(byId('{id}')) };
}

const userOfRole = { 'data.id': '{id}', 'data.type': 'users' };

/** People, and what they belong to. @see https://docs.datadoghq.com/account_management/rbac/ */
export const people: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    {
      title: 'Users',
      path: '/api/v2/users',
      docs: 'users/#list-all-users',
      query: { sort: 'created_at' },
      schema: schemas.User,
      paginate: counted(0),
    },
    {
      ...writesBy('email', 'users', '/api/v2/users', 'filter', 'undocumented'),
      // @see https://docs.datadoghq.com/api/latest/users/#disable-a-user
      delete: idempotent('DELETE /api/v2/users/{id}', { effect: 'reversible' }),
    },
  ),
  roles: listOf(
    {
      title: 'Roles',
      path: '/api/v2/roles',
      docs: 'roles/#list-roles',
      query: { sort: 'name' },
      schema: schemas.Role,
      paginate: counted(0),
    },
    {
      ...writesBy('name', 'roles', '/api/v2/roles', 'filter', 'undocumented'),
      delete: idempotent('DELETE /api/v2/roles/{id}'),
    },
  ),
  role_users: listOf(
    {
      title: 'Users of roles',
      path: '/api/v2/roles/{parent.id}/users',
      docs: 'roles/#get-all-users-of-a-role',
      key: ['role_id', 'id'],
      schema: schemas.RoleUser,
      paginate: countedOfEach(),
      parents: ofEach('/api/v2/roles', 'role_id'),
    },
    {
      upsert: idempotent(send('POST', '/api/v2/roles/{role_id}/users', userOfRole)),
      delete: idempotent(send('DELETE', '/api/v2/roles/{role_id}/users', userOfRole)),
    },
  ),
  teams: listOf(
    {
      title: 'Teams',
      path: '/api/v2/team',
      docs: 'teams/#get-all-teams',
      query: { sort: 'name' },
      schema: schemas.Team,
      paginate: counted(0),
    },
    {
      ...writesBy('handle', 'team', '/api/v2/team', 'filter[keyword]', false),
      delete: idempotent('DELETE /api/v2/team/{id}'),
    },
  ),
  team_memberships: listOf(
    {
      title: 'Team memberships',
      path: '/api/v2/team/{parent.id}/memberships',
      docs: 'teams/#get-team-memberships',
      key: ['team_id', 'id'],
      schema: schemas.TeamMembership,
      paginate: countedOfEach(),
      parents: ofEach('/api/v2/team', 'team_id'),
    },
    {
      create: nonIdempotent(
        send('POST', '/api/v2/team/{team_id}/memberships', {
          'data.type': 'team_memberships',
          'data.attributes.role': '{role}',
          'data.relationships.user.data.id': '{user_id}',
          'data.relationships.user.data.type': 'users',
        }),
        { targetIdPath: 'data.id', schema: schemas.NewTeamMembership },
      ),
      delete: idempotent('DELETE /api/v2/team/{team_id}/memberships/{user_id}', {
        schema: schemas.NewTeamMembership,
      }),
    },
  ),
};
