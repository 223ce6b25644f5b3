import { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import type { HttpWrite } from '../kit/http/operations.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** Lists are returned as a whole unless pages are requested. */
const { listOf, objectOf, pagesOf } = restApi({ docs: (page) => `https://auth0.com/docs/api/management/v2/${page}` });

const byPage = { kind: 'page', parameter: 'page', first: 0, sizeParameter: 'per_page', pageSize: 100 } as const;

/**
 * At most 100 per page and 1,000 records in total: the vendor refuses later pages.
 *
 * @see https://auth0.com/docs/manage-users/user-search/view-search-results-by-page
 */
const paged = (recordsPath: string) =>
  ({
    recordsPath,
    query: { include_totals: 'true' },
    paginate: byPage,
  }) as const;

/**
 * Pages that begin behind the last record of the one before, without a limit of records.
 *
 * @see https://auth0.com/docs/manage-users/organizations/configure-organizations/retrieve-members
 */
const taken = (recordsPath: string) =>
  ({
    recordsPath,
    paginate: { kind: 'cursor', parameter: 'from', path: 'next', sizeParameter: 'take', pageSize: 100 },
  }) as const;

/** Read once for each organization. */
const ofOrganizations = (key: string) => ({
  key: ['organization_id', key],
  parents: {
    from: pagesOf({ path: '/organizations', ...taken('organizations') }),
    key: 'id',
    copy: { organization_id: 'id' },
  },
});

/** Adds to or removes from a list that belongs to a record. Both are idempotent. */
function linked(title: string, path: string, key: string, members: string, docs: string): HttpObject {
  const to = (method: 'POST' | 'DELETE', effect: { effect?: 'reversible' } = {}): HttpWrite =>
    idempotent({ method, path, bodyFields: { [members]: `{${members}}` } }, effect);
  return objectOf({ title, docs, key }, { upsert: to('POST'), delete: to('DELETE', { effect: 'reversible' }) });
}

const memberRoles = {
  upsert: idempotent({
    method: 'POST',
    path: '/organizations/{organization_id}/members/{user_id}/roles',
    bodyFields: { roles: '{roles}' },
  }),
  delete: idempotent(
    {
      method: 'DELETE',
      path: '/organizations/{organization_id}/members/{user_id}/roles',
      bodyFields: { roles: '{roles}' },
    },
    { effect: 'reversible' },
  ),
};

/** @see https://auth0.com/docs/manage-users/user-search/user-search-query-syntax */
const changedUsers = { kind: 'server_filter', parameter: 'q', template: 'updated_at:[{$since} TO *]' } as const;

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    {
      title: 'Users',
      path: '/users',
      docs: 'users/get-users',
      schema: schemas.User,
      key: 'user_id',
      ...paged('users'),
      incremental: changedUsers,
    },
    writesAt({
      path: '/users',
      id: 'user_id',
      // Connections may share an address.
      find: { path: '/users-by-email', query: { email: '{email}' }, paginate: { kind: 'none' }, adoptsConflict: true },
      updateBy: 'address',
    }),
  ),
  user_roles: linked('User roles', '/users/{user_id}/roles', 'user_id', 'roles', 'users/post-user-roles'),
  roles_of_users: listOf({
    title: 'Roles that users have',
    path: '/users/{parent.user_id}/roles',
    docs: 'users/get-user-roles',
    schema: schemas.UserRole,
    key: ['user_id', 'id'],
    ...paged('roles'),
    parents: {
      from: pagesOf({ path: '/users', ...paged('users') }),
      key: 'user_id',
      copy: { user_id: 'user_id' },
    },
  }),
  roles: listOf(
    { title: 'Roles', path: '/roles', docs: 'roles/get-roles', schema: schemas.Role, ...paged('roles') },
    writesAt({
      path: '/roles',
      find: {
        path: '/roles',
        query: { name_filter: '{name}' },
        paginate: byPage,
        ignoresCase: 'undocumented',
        adoptsConflict: true,
      },
      updateBy: 'address',
    }),
  ),
  role_permissions: linked(
    'Role permissions',
    '/roles/{role_id}/permissions',
    'role_id',
    'permissions',
    'roles/post-role-permission-assignment',
  ),
  organizations: listOf(
    {
      title: 'Organizations',
      path: '/organizations',
      docs: 'organizations/get-organizations',
      schema: schemas.Organization,
      ...paged('organizations'),
    },
    writesAt({
      path: '/organizations',
      find: { path: '/organizations/name/{name}', recordsPath: '$', adoptsConflict: true },
      updateBy: 'address',
    }),
  ),
  organization_members: linked(
    'Organization members',
    '/organizations/{organization_id}/members',
    'organization_id',
    'members',
    'organizations/post-members',
  ),
  members_of_organizations: listOf({
    title: 'Members that organizations have',
    path: '/organizations/{parent.id}/members',
    docs: 'organizations/get-members',
    schema: schemas.Member,
    ...ofOrganizations('user_id'),
    ...taken('members'),
  }),
  organization_member_roles: objectOf(
    {
      title: 'Roles of members of organizations',
      docs: 'organizations/post-organization-member-roles',
      key: ['organization_id', 'user_id'],
    },
    memberRoles,
  ),
  organization_connections: listOf(
    {
      title: 'Connections of organizations',
      path: '/organizations/{parent.id}/connections',
      docs: 'organizations/get-organization-all-connections',
      schema: schemas.OrganizationConnection,
      ...ofOrganizations('connection_id'),
      ...paged('connections'),
    },
    writesAt({ path: '/organizations/{organization_id}/connections', id: 'connection_id' }),
  ),
  organization_client_grants: listOf(
    {
      title: 'Client grants of organizations',
      path: '/organizations/{parent.id}/client-grants',
      docs: 'organizations/get-organization-client-grants',
      schema: schemas.ClientGrant.extend({ organization_id: z.string() }),
      ...ofOrganizations('id'),
      ...paged('client_grants'),
    },
    writesAt({ path: '/organizations/{organization_id}/client-grants', only: ['create', 'delete'] }),
  ),
  organization_domains: listOf(
    {
      title: 'Discovery domains of organizations',
      path: '/organizations/{parent.id}/discovery-domains',
      docs: 'organizations/get-all-discovery-domains',
      schema: schemas.DiscoveryDomain,
      ...ofOrganizations('id'),
      ...taken('domains'),
    },
    writesAt({ path: '/organizations/{organization_id}/discovery-domains' }),
  ),
  clients: listOf(
    {
      title: 'Applications',
      path: '/clients',
      docs: 'clients/get-clients',
      schema: schemas.Client,
      key: 'client_id',
      ...paged('clients'),
    },
    writesAt({ path: '/clients', id: 'client_id', only: ['update', 'delete'] }),
  ),
  connections: listOf(
    {
      title: 'Connections',
      path: '/connections',
      docs: 'connections/get-connections',
      schema: schemas.Connection,
      ...paged('connections'),
    },
    writesAt({ path: '/connections', only: ['update', 'delete'] }),
  ),
  resource_servers: listOf(
    {
      title: 'APIs',
      path: '/resource-servers',
      docs: 'resource-servers/get-resource-servers',
      schema: schemas.ResourceServer,
      ...paged('resource_servers'),
    },
    writesAt({ path: '/resource-servers', only: ['update', 'delete'] }),
  ),
  client_grants: listOf(
    {
      title: 'Client grants',
      path: '/client-grants',
      docs: 'client-grants/get-client-grants',
      schema: schemas.ClientGrant,
      ...paged('client_grants'),
    },
    writesAt({ path: '/client-grants', only: ['update', 'delete'] }),
  ),
  grants: listOf(
    { title: 'User grants', path: '/grants', docs: 'grants/get-grants', schema: schemas.Grant, ...paged('grants') },
    writesAt({ path: '/grants', only: ['delete'] }),
  ),
  log_events: listOf({
    title: 'Tenant logs',
    path: '/logs',
    docs: 'logs/get-logs',
    schema: schemas.LogEvent,
    key: 'log_id',
    ...paged('logs'),
  }),
  log_streams: listOf(
    { title: 'Log streams', path: '/log-streams', docs: 'log-streams/get-log-streams', schema: schemas.LogStream },
    writesAt({ path: '/log-streams' }),
  ),
  custom_domains: listOf(
    {
      title: 'Custom domains',
      path: '/custom-domains',
      docs: 'custom-domains/get-custom-domains',
      schema: schemas.CustomDomain,
      key: 'custom_domain_id',
    },
    writesAt({ path: '/custom-domains', id: 'custom_domain_id', only: ['update', 'delete'] }),
  ),
  actions: listOf(
    {
      title: 'Actions',
      path: '/actions/actions',
      docs: 'actions/get-actions',
      schema: schemas.Action,
      ...paged('actions'),
      // Totals are always included.
      query: {},
    },
    writesAt({ path: '/actions/actions' }),
  ),
  action_modules: listOf(
    {
      title: 'Modules of actions',
      path: '/actions/modules',
      docs: 'actions/get-action-modules',
      schema: schemas.Named,
      ...paged('modules'),
      query: {},
    },
    writesAt({ path: '/actions/modules' }),
  ),
  forms: listOf(
    { title: 'Forms', path: '/forms', docs: 'forms/get-forms', schema: schemas.Named, ...paged('forms') },
    writesAt({ path: '/forms' }),
  ),
  flows: listOf(
    { title: 'Flows', path: '/flows', docs: 'flows/get-flows', schema: schemas.Named, ...paged('flows') },
    writesAt({ path: '/flows' }),
  ),
  event_streams: listOf(
    {
      title: 'Event streams',
      path: '/event-streams',
      docs: 'event-streams/get-event-streams',
      schema: schemas.EventStream,
      ...taken('eventStreams'),
    },
    writesAt({ path: '/event-streams' }),
  ),
  network_acls: listOf(
    {
      title: 'Network access control lists',
      path: '/network-acls',
      docs: 'network-acls/get-network-acls',
      schema: schemas.NetworkAcl,
      ...paged('network_acls'),
    },
    writesAt({ path: '/network-acls', only: ['update', 'delete'] }),
  ),
  self_service_profiles: listOf(
    {
      title: 'Self-service profiles',
      path: '/self-service-profiles',
      docs: 'self-service-profiles/get-self-service-profiles',
      schema: schemas.Profile,
      ...paged('self_service_profiles'),
    },
    writesAt({ path: '/self-service-profiles' }),
  ),
  user_attribute_profiles: listOf(
    {
      title: 'User attribute profiles',
      path: '/user-attribute-profiles',
      docs: 'user-attribute-profiles/get-user-attribute-profiles',
      schema: schemas.Named,
      ...taken('user_attribute_profiles'),
    },
    writesAt({ path: '/user-attribute-profiles' }),
  ),
  token_exchange_profiles: listOf(
    {
      title: 'Token exchange profiles',
      path: '/token-exchange-profiles',
      docs: 'token-exchange-profiles/get-token-exchange-profiles',
      schema: schemas.TokenExchangeProfile,
      ...taken('token_exchange_profiles'),
    },
    writesAt({ path: '/token-exchange-profiles' }),
  ),
};
