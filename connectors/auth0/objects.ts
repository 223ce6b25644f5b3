import type { z } from 'zod';
import { type HttpObject, reads, writes } from '../kit/define.ts';
import type { GivenPages, GivenRequest, HttpWrite } from '../kit/http/operations.ts';
import * as schemas from './schema.ts';

const docs = 'https://auth0.com/docs/api/management/v2';

/**
 * 100 at most, and no further than the thousandth record: the vendor refuses what lies behind.
 *
 * @see https://auth0.com/docs/manage-users/user-search/view-search-results-by-page
 */
const byPage: GivenPages['paginate'] = {
  kind: 'page',
  parameter: 'page',
  first: 0,
  sizeParameter: 'per_page',
  pageSize: 100,
};

interface Listing {
  title: string;
  path: string;
  page: string;
  schema: z.ZodType;
  key?: string;
  /** Member of the answer that holds the list; absent: the answer is the list, in one page. */
  list?: string;
  incremental?: GivenPages['incremental'];
  /** Totals come unasked. */
  hasTotals?: boolean;
}

function listed(
  { title, path, page, schema, key = 'id', list, hasTotals = false, incremental }: Listing,
  rest: HttpObject['operations'] = {},
): HttpObject {
  const totals: Record<string, string> = hasTotals ? {} : { include_totals: 'true' };
  const reading = reads({
    kind: 'pages',
    request: { method: 'GET', path, query: list === undefined ? {} : totals },
    format: { kind: 'json', ...(list === undefined ? {} : { recordsPath: list }) },
    paginate: list === undefined ? { kind: 'none' } : byPage,
    ...(incremental === undefined ? {} : { incremental }),
  });
  return { title, key: [key], schema, docsUrl: `${docs}/${page}`, operations: { list: reading, ...rest } };
}

/** Changes and deletes records by their id. */
function kept(path: string, key = 'id'): { update: HttpWrite; delete: HttpWrite } {
  const by = (method: 'PATCH' | 'DELETE'): HttpWrite =>
    writes({ request: { method, path: `${path}/{${key}}` }, idempotency: { kind: 'put_by_key' } });
  return { update: by('PATCH'), delete: by('DELETE') };
}

type Found = Pick<Extract<GivenWrite['idempotency'], { kind: 'find' }>, 'recordsPath' | 'notFoundIsAbsent'>;
type GivenWrite = Parameters<typeof writes>[0];

/** Creates records, and changes the one that a look-up finds. */
function found(path: string, find: Omit<GivenRequest, 'method'>, given: Found = {}, key = 'id'): HttpWrite {
  return writes({
    request: { method: 'POST', path },
    update: { method: 'PATCH', path: `${path}/{$target_id}` },
    idempotency: {
      kind: 'find',
      request: { method: 'GET', ...find },
      ...given,
      adoptsConflict: true,
    },
    targetIdPath: key,
  });
}

/** Adds to a list that belongs to a record, or takes out of it. Both may be repeated. */
function linked(title: string, path: string, key: string, members: string, page: string): HttpObject {
  const to = (method: 'POST' | 'DELETE'): HttpWrite =>
    writes({
      request: { method, path, bodyFields: { [members]: `{${members}}` } },
      idempotency: { kind: 'put_by_key' },
      ...(method === 'DELETE' ? { effect: 'reversible' } : {}),
    });
  return { title, key: [key], docsUrl: `${docs}/${page}`, operations: { upsert: to('POST'), delete: to('DELETE') } };
}

/** @see https://auth0.com/docs/manage-users/user-search/user-search-query-syntax */
const changedUsers = { kind: 'server_filter', parameter: 'q', template: 'updated_at:[{$since} TO *]' } as const;

const user = found('/users', { path: '/users-by-email', query: { email: '{email}' } }, {}, 'user_id');
const role = found('/roles', { path: '/roles', query: { name_filter: '{name}' } });
const organization = found(
  '/organizations',
  { path: '/organizations/name/{name}' },
  {
    recordsPath: '$',
    notFoundIsAbsent: true,
  },
);

const { User, Role, Organization, Client, Connection, ResourceServer, ClientGrant, Grant } = schemas;
const { CustomDomain, LogStream, Action, Named, LogEvent } = schemas;

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listed(
    {
      title: 'Users',
      path: '/users',
      page: 'users/get-users',
      schema: User,
      key: 'user_id',
      list: 'users',
      incremental: changedUsers,
    },
    { create: user, upsert: user, ...kept('/users', 'user_id') },
  ),
  user_roles: linked('Roles of users', '/users/{user_id}/roles', 'user_id', 'roles', 'users/post-user-roles'),
  roles: listed(
    { title: 'Roles', path: '/roles', page: 'roles/get-roles', schema: Role, list: 'roles' },
    { create: role, upsert: role, ...kept('/roles') },
  ),
  role_permissions: linked(
    'Permissions of roles',
    '/roles/{role_id}/permissions',
    'role_id',
    'permissions',
    'roles/post-role-permission-assignment',
  ),
  organizations: listed(
    {
      title: 'Organizations',
      path: '/organizations',
      page: 'organizations/get-organizations',
      schema: Organization,
      list: 'organizations',
    },
    { create: organization, upsert: organization, ...kept('/organizations') },
  ),
  organization_members: linked(
    'Members of organizations',
    '/organizations/{organization_id}/members',
    'organization_id',
    'members',
    'organizations/post-members',
  ),
  clients: listed(
    {
      title: 'Applications',
      path: '/clients',
      page: 'clients/get-clients',
      schema: Client,
      key: 'client_id',
      list: 'clients',
    },
    kept('/clients', 'client_id'),
  ),
  connections: listed(
    {
      title: 'Connections',
      path: '/connections',
      page: 'connections/get-connections',
      schema: Connection,
      list: 'connections',
    },
    kept('/connections'),
  ),
  resource_servers: listed(
    {
      title: 'APIs',
      path: '/resource-servers',
      page: 'resource-servers/get-resource-servers',
      schema: ResourceServer,
      list: 'resource_servers',
    },
    kept('/resource-servers'),
  ),
  client_grants: listed(
    {
      title: 'Grants of applications',
      path: '/client-grants',
      page: 'client-grants/get-client-grants',
      schema: ClientGrant,
      list: 'client_grants',
    },
    kept('/client-grants'),
  ),
  grants: listed(
    { title: 'Grants of users', path: '/grants', page: 'grants/get-grants', schema: Grant, list: 'grants' },
    { delete: kept('/grants').delete },
  ),
  log_events: listed({
    title: 'Log of the tenant',
    path: '/logs',
    page: 'logs/get-logs',
    schema: LogEvent,
    key: 'log_id',
    list: 'logs',
  }),
  log_streams: listed(
    { title: 'Log streams', path: '/log-streams', page: 'log-streams/get-log-streams', schema: LogStream },
    kept('/log-streams'),
  ),
  custom_domains: listed(
    {
      title: 'Custom domains',
      path: '/custom-domains',
      page: 'custom-domains/get-custom-domains',
      schema: CustomDomain,
      key: 'custom_domain_id',
    },
    kept('/custom-domains', 'custom_domain_id'),
  ),
  actions: listed({
    title: 'Actions',
    path: '/actions/actions',
    page: 'actions/get-actions',
    schema: Action,
    list: 'actions',
    hasTotals: true,
  }),
  forms: listed({ title: 'Forms', path: '/forms', page: 'forms/get-forms', schema: Named, list: 'forms' }),
  flows: listed({ title: 'Flows', path: '/flows', page: 'flows/get-flows', schema: Named, list: 'flows' }),
};
