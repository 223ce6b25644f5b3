import { z } from 'zod';
import { filter } from '../kit/filters/filter-text.ts';
import type { HttpObject } from '../kit/object-types.ts';
import type { GivenPages } from '../kit/http/operations.ts';
import { withNamed } from '../kit/rest.ts';
import { findOrCreate, idempotent, writesAt } from '../kit/rest-writes.ts';
import { activationsOf, listOf, objectOf, of } from './protocol.ts';
import * as schemas from './schema.ts';
import { settings } from './settings.ts';
import { userOperations, userStates } from './user-states.ts';

/** The search knows changes within seconds. @see https://developer.okta.com/docs/reference/user-query/ */
const bySearch = (template: string): GivenPages['incremental'] => ({
  kind: 'server_filter',
  parameter: 'search',
  template,
});
const changed = bySearch('lastUpdated ge "{$since}"');

/** Users are found by their login, which is unique. */
const user = findOrCreate(
  { method: 'POST', path: '/users', query: { activate: 'true' } },
  {
    find: {
      path: '/users',
      query: { search: filter('profile.login eq {profile.login|scim}') },
      ignoresCase: true,
      searchLagMs: 30_000,
    },
    update: 'POST /users/{$target_id}',
    targetIdPath: 'id',
  },
);

/** Deactivates: a second DELETE would remove the record permanently, which a retry must not do. */
const deactivate = (path: string) => idempotent(`POST ${path}/{id}/lifecycle/deactivate`, { effect: 'reversible' });

const ofUsers = of('/users', 200, 'user_id');
const ofGroups = of('/groups', 1000, 'group_id');
const ofApplications = of('/apps', 200, 'application_id');

const dayMs = 86_400_000;

/** Page sizes are the vendor's maxima, or what it recommends below them. */
export const objects: Readonly<Record<string, HttpObject>> = {
  users: withNamed(
    listOf(
      {
        title: 'Users',
        path: '/users',
        docs: 'User',
        schema: schemas.User,
        pageSize: 200,
        // A list without a search leaves out those that are deactivated, and the search for changes does not.
        // @see https://developer.okta.com/docs/reference/user-query
        query: { search: filter('lastUpdated ge "1970-01-01T00:00:00.000Z"') },
        incremental: changed,
      },
      { create: user, update: user, upsert: user, delete: deactivate('/users') },
    ),
    userOperations,
  ),
  groups: listOf(
    {
      title: 'Groups',
      path: '/groups',
      docs: 'Group',
      schema: schemas.Group,
      pageSize: 1000,
      incremental: bySearch('lastUpdated ge "{$since}" or lastMembershipUpdated ge "{$since}"'),
    },
    // A change replaces the profile. @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Group/
    writesAt({
      path: '/groups',
      method: 'PUT',
      keeps: { keepsRest: ['profile'], keepsWithin: ['profile'] },
      find: {
        path: '/groups',
        query: { search: filter('profile.name eq {profile.name|scim}') },
        ignoresCase: true,
        searchLagMs: 30_000,
      },
    }),
  ),
  group_memberships: objectOf(
    { title: 'Group memberships', docs: 'Group', key: ['group_id', 'user_id'] },
    {
      upsert: idempotent('PUT /groups/{group_id}/users/{user_id}', { body: 'none' }),
      delete: idempotent('DELETE /groups/{group_id}/users/{user_id}', { body: 'none' }),
    },
  ),
  group_members: listOf({
    title: 'Group members',
    path: '/groups/{parent.id}/users',
    docs: 'Group',
    schema: schemas.User.extend({ group_id: z.string() }),
    ...ofGroups,
    pageSize: 1000,
  }),
  group_applications: listOf({
    title: 'Applications assigned to groups',
    path: '/groups/{parent.id}/apps',
    docs: 'Group',
    schema: schemas.Application.extend({ group_id: z.string() }),
    ...ofGroups,
    pageSize: 200,
  }),
  user_groups: listOf({
    title: 'User groups',
    path: '/users/{parent.id}/groups',
    docs: 'UserResources',
    schema: schemas.Group.extend({ user_id: z.string() }),
    ...ofUsers,
    paginate: { kind: 'link_header' },
  }),
  user_factors: listOf({
    title: 'User factors',
    path: '/users/{parent.id}/factors',
    docs: 'UserFactor',
    schema: schemas.Factor,
    ...ofUsers,
  }),
  user_roles: listOf({
    title: 'User role assignments',
    path: '/users/{parent.id}/roles',
    docs: 'RoleAssignmentAUser',
    schema: schemas.RoleAssignment.extend({ user_id: z.string() }),
    ...ofUsers,
  }),
  group_roles: listOf(
    {
      title: 'Group role assignments',
      path: '/groups/{parent.id}/roles',
      docs: 'RoleAssignmentBGroup',
      schema: schemas.RoleAssignment.extend({ group_id: z.string() }),
      ...ofGroups,
    },
    writesAt({ path: '/groups/{group_id}/roles', only: ['create', 'delete'] }),
  ),
  group_owners: listOf(
    {
      title: 'Group owners',
      path: '/groups/{parent.id}/owners',
      docs: 'GroupOwner',
      schema: schemas.GroupOwner,
      ...ofGroups,
      pageSize: 1000,
    },
    writesAt({ path: '/groups/{group_id}/owners', only: ['create', 'delete'] }),
  ),
  application_users: listOf(
    {
      title: 'Application users',
      path: '/apps/{parent.id}/users',
      docs: 'ApplicationUsers',
      schema: schemas.Assignment,
      ...ofApplications,
      pageSize: 500,
    },
    writesAt({ path: '/apps/{application_id}/users', only: ['delete'] }),
  ),
  application_groups: listOf(
    {
      title: 'Application groups',
      path: '/apps/{parent.id}/groups',
      docs: 'ApplicationGroups',
      schema: schemas.Assignment,
      ...ofApplications,
      pageSize: 200,
    },
    {
      upsert: idempotent('PUT /apps/{application_id}/groups/{id}'),
      delete: idempotent('DELETE /apps/{application_id}/groups/{id}', { body: 'none', effect: 'reversible' }),
    },
  ),
  group_rules: listOf(
    {
      title: 'Group rules',
      path: '/groups/rules',
      docs: 'GroupRule',
      schema: schemas.GroupRule,
      pageSize: 200,
    },
    writesAt({
      path: '/groups/rules',
      method: 'PUT',
      keeps: ['type', 'name', 'status', 'conditions', 'actions'],
    }),
  ),
  group_rule_activations: activationsOf('Activation of group rules', '/groups/rules', 'GroupRule'),
  devices: listOf(
    { title: 'Devices', path: '/devices', docs: 'Device', schema: schemas.Device, pageSize: 200, incremental: changed },
    { delete: deactivate('/devices') },
  ),
  applications: listOf(
    { title: 'Applications', path: '/apps', docs: 'Application', schema: schemas.Application, pageSize: 200 },
    // What the vendor sets itself is ignored. @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Application/
    writesAt({ path: '/apps', method: 'PUT', keeps: true, only: ['update', 'delete'] }),
  ),
  application_activations: activationsOf('Activation of applications', '/apps', 'Application'),
  log_events: listOf({
    title: 'System Log events',
    path: '/logs',
    docs: 'SystemLog',
    schema: schemas.LogEvent,
    key: 'uuid',
    // The vendor keeps ninety days.
    incremental: {
      kind: 'time_window',
      from: 'since',
      to: 'until',
      spanMs: 7 * dayMs,
      historyMs: 90 * dayMs,
      // Windows go by when events happened; some are persisted later.
      lookbackMs: 3_600_000,
    },
    paginate: { kind: 'link_header', sizeParameter: 'limit', pageSize: 1000, emptyPageEnds: true },
    // An endless list, whose last page is empty. Entries have no address.
    find: false,
  }),
  ...userStates,
  ...settings,
};
