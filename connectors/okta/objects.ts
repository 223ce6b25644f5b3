import { z } from 'zod';
import { finds, type HttpObject, reads, writes } from '../kit/define.ts';
import type { GivenPages, HttpWrite } from '../kit/http/operations.ts';
import * as schemas from './schema.ts';

const docs = 'https://developer.okta.com/docs/api/openapi/okta-management/management/tag';

interface Listing {
  /** An endless list: its last page is the empty one. */
  isLog?: boolean;
  title: string;
  path: string;
  tag: string;
  schema: z.ZodType;
  key?: string;
  /** Most records a page; absent: the endpoint has no `limit`. */
  pageSize?: number;
  /** How an endpoint is asked for what changed. */
  incremental?: GivenPages['incremental'];
  /** How an endpoint without `limit` is read. */
  unpaged?: GivenPages['paginate'];
  query?: Record<string, string>;
  recordsPath?: string;
  /** For records of others: where those are listed, and the field that records get their id in. */
  of?: { path: string; query?: Record<string, string>; pageSize: number; field: string };
}

const wholeAnswer = { kind: 'json', recordsPath: '$' } as const;

/** What is listed once for each record of another list. */
function parentsOf({ path, query = {}, pageSize, field }: NonNullable<Listing['of']>): GivenPages['parents'] {
  const paginate = { kind: 'link_header', sizeParameter: 'limit', pageSize } as const;
  const from = { kind: 'pages', request: { method: 'GET', path, query }, format: { kind: 'json' }, paginate } as const;
  return { from, key: 'id', copy: { [field]: 'id' } };
}

/**
 * A list whose pages are linked: `Link: <…after=…>; rel="next"`.
 *
 * @see https://developer.okta.com/docs/api/#pagination
 */
function listed(
  {
    title,
    path,
    tag,
    schema,
    key = 'id',
    pageSize,
    unpaged = { kind: 'none' },
    query = {},
    recordsPath,
    isLog = false,
    incremental,
    of: parent,
  }: Listing,
  rest: HttpObject['operations'] = {},
): HttpObject {
  const linked = { kind: 'link_header', sizeParameter: 'limit', pageSize, emptyPageEnds: isLog } as const;
  const paginate = pageSize === undefined ? unpaged : linked;
  const record = { method: 'GET', path: `${path}/{value}` } as const;
  // A record of another's has an address below that one; an entry of a log has none.
  const isAddressed = !isLog && parent === undefined;
  return {
    title,
    key: parent === undefined ? [key] : [parent.field, key],
    schema,
    docsUrl: `${docs}/${tag}/`,
    operations: {
      list: reads({
        kind: 'pages',
        request: { method: 'GET', path, query },
        format: { kind: 'json', ...(recordsPath === undefined ? {} : { recordsPath }) },
        paginate,
        ...(incremental === undefined ? {} : { incremental }),
        ...(parent === undefined ? {} : { parents: parentsOf(parent) }),
      }),
      ...(isAddressed ? { find: finds({ request: record, format: wholeAnswer, notFoundIsAbsent: true }) } : {}),
      ...rest,
    },
  };
}

/**
 * Users are found by their login, which is unique. The search index follows a change within seconds.
 *
 * @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/User/#tag/User/operation/createUser
 */
const user = writes({
  request: { method: 'POST', path: '/users', query: { activate: 'true' } },
  update: { method: 'POST', path: '/users/{$target_id}' },
  idempotency: {
    kind: 'find',
    request: { method: 'GET', path: '/users', query: { search: 'profile.login eq {"profile.login"}' } },
    searchLagMs: 30_000,
  },
  targetIdPath: 'id',
});

/** Deactivates: a second DELETE of a user would remove it for good, and a repeat must not. */
const deactivateUser = writes({
  request: { method: 'POST', path: '/users/{id}/lifecycle/deactivate' },
  idempotency: { kind: 'put_by_key' },
  effect: 'reversible',
});

/** @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Group/#tag/Group/operation/addGroup */
const group = writes({
  request: { method: 'POST', path: '/groups' },
  update: { method: 'PUT', path: '/groups/{$target_id}' },
  idempotency: {
    kind: 'find',
    request: { method: 'GET', path: '/groups', query: { search: 'profile.name eq {"profile.name"}' } },
    searchLagMs: 30_000,
  },
  targetIdPath: 'id',
});

const deleteGroup = writes({
  request: { method: 'DELETE', path: '/groups/{id}' },
  idempotency: { kind: 'put_by_key' },
});

/** Takes a user into a group, and out of it. @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Group/#tag/Group/operation/assignUserToGroup */
const membership = (method: 'PUT' | 'DELETE'): HttpWrite =>
  writes({
    request: { method, path: '/groups/{group_id}/users/{user_id}' },
    body: 'none',
    idempotency: { kind: 'put_by_key' },
  });

/** @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Application/#tag/Application/operation/replaceApplication */
const application = (method: 'PUT' | 'DELETE'): HttpWrite =>
  writes({ request: { method, path: '/apps/{id}' }, idempotency: { kind: 'put_by_key' } });

const deactivateDevice = writes({
  request: { method: 'POST', path: '/devices/{id}/lifecycle/deactivate' },
  idempotency: { kind: 'put_by_key' },
  effect: 'reversible',
});

const {
  User,
  Group,
  GroupRule,
  Factor,
  RoleAssignment,
  Assignment,
  Device,
  Application,
  LogEvent,
  Setting,
  TrustedOrigin,
  AuthorizationServer,
  EventHook,
  DeviceAssurance,
  Feature,
  Role,
  Realm,
} = schemas;

const dayMs = 86_400_000;

const ofUsers = { path: '/users', pageSize: 200, field: 'user_id' };
const ofGroups = { path: '/groups', pageSize: 1000, field: 'group_id' };
const ofApplications = { path: '/apps', pageSize: 200, field: 'application_id' };
const ofPolicies = { path: '/policies', query: { type: 'OKTA_SIGN_ON' }, pageSize: 20, field: 'policy_id' };

/** The search knows changes within seconds. @see https://developer.okta.com/docs/reference/user-query/ */
const bySearch = (template: string): GivenPages['incremental'] => ({
  kind: 'server_filter',
  parameter: 'search',
  template,
});
const changed = bySearch('lastUpdated ge "{$since}"');

/** Page sizes are the vendor's maxima, or what it recommends below them. */
export const objects: Readonly<Record<string, HttpObject>> = {
  users: listed(
    { title: 'Users', path: '/users', tag: 'User', schema: User, pageSize: 200, incremental: changed },
    { create: user, update: user, upsert: user, delete: deactivateUser },
  ),
  groups: listed(
    {
      title: 'Groups',
      path: '/groups',
      tag: 'Group',
      schema: Group,
      pageSize: 1000,
      incremental: bySearch('lastUpdated ge "{$since}" or lastMembershipUpdated ge "{$since}"'),
    },
    { create: group, update: group, upsert: group, delete: deleteGroup },
  ),
  group_memberships: {
    title: 'Memberships of groups',
    key: ['group_id', 'user_id'],
    docsUrl: `${docs}/Group/`,
    operations: { upsert: membership('PUT'), delete: membership('DELETE') },
  },
  group_members: listed({
    title: 'Members of groups',
    path: '/groups/{parent.id}/users',
    tag: 'Group',
    schema: User.extend({ group_id: z.string() }),
    of: ofGroups,
    pageSize: 1000,
  }),
  group_applications: listed({
    title: 'Applications of groups',
    path: '/groups/{parent.id}/apps',
    tag: 'Group',
    schema: Application.extend({ group_id: z.string() }),
    of: ofGroups,
    pageSize: 200,
  }),
  user_groups: listed({
    title: 'Groups of users',
    path: '/users/{parent.id}/groups',
    tag: 'UserResources',
    schema: Group.extend({ user_id: z.string() }),
    of: ofUsers,
    unpaged: { kind: 'link_header' },
  }),
  user_factors: listed({
    title: 'Factors that users sign in with',
    path: '/users/{parent.id}/factors',
    tag: 'UserFactor',
    schema: Factor,
    of: ofUsers,
  }),
  user_roles: listed({
    title: 'Roles of users',
    path: '/users/{parent.id}/roles',
    tag: 'RoleAssignmentAUser',
    schema: RoleAssignment.extend({ user_id: z.string() }),
    of: ofUsers,
  }),
  group_roles: listed({
    title: 'Roles of groups',
    path: '/groups/{parent.id}/roles',
    tag: 'RoleAssignmentBGroup',
    schema: RoleAssignment.extend({ group_id: z.string() }),
    of: ofGroups,
  }),
  application_users: listed({
    title: 'Users of applications',
    path: '/apps/{parent.id}/users',
    tag: 'ApplicationUsers',
    schema: Assignment,
    of: ofApplications,
    pageSize: 500,
  }),
  application_groups: listed({
    title: 'Groups of applications',
    path: '/apps/{parent.id}/groups',
    tag: 'ApplicationGroups',
    schema: Assignment,
    of: ofApplications,
    pageSize: 200,
  }),
  sign_on_policy_rules: listed({
    title: 'Rules of sign-on policies',
    path: '/policies/{parent.id}/rules',
    tag: 'Policy',
    schema: Setting.extend({ policy_id: z.string() }),
    of: ofPolicies,
  }),
  group_rules: listed({
    title: 'Rules that fill groups',
    path: '/groups/rules',
    tag: 'GroupRule',
    schema: GroupRule,
    pageSize: 200,
  }),
  devices: listed(
    { title: 'Devices', path: '/devices', tag: 'Device', schema: Device, pageSize: 200, incremental: changed },
    { delete: deactivateDevice },
  ),
  applications: listed(
    { title: 'Applications', path: '/apps', tag: 'Application', schema: Application, pageSize: 200 },
    { update: application('PUT'), delete: application('DELETE') },
  ),
  log_events: listed({
    title: 'System log',
    path: '/logs',
    tag: 'SystemLog',
    schema: LogEvent,
    key: 'uuid',
    // The vendor keeps ninety days.
    incremental: { kind: 'time_window', from: 'since', to: 'until', spanMs: 7 * dayMs, historyMs: 90 * dayMs },
    pageSize: 1000,
    isLog: true,
  }),
  sign_on_policies: listed({
    title: 'Sign-on policies',
    path: '/policies',
    tag: 'Policy',
    schema: Setting,
    query: { type: 'OKTA_SIGN_ON' },
    pageSize: 20,
  }),
  network_zones: listed({ title: 'Network zones', path: '/zones', tag: 'NetworkZone', schema: Setting, pageSize: 200 }),
  identity_providers: listed({
    title: 'Identity providers',
    path: '/idps',
    tag: 'IdentityProvider',
    schema: Setting,
    pageSize: 200,
  }),
  trusted_origins: listed({
    title: 'Trusted origins',
    path: '/trustedOrigins',
    tag: 'TrustedOrigin',
    schema: TrustedOrigin,
    pageSize: 200,
  }),
  authorization_servers: listed({
    title: 'Authorization servers',
    path: '/authorizationServers',
    tag: 'AuthorizationServer',
    schema: AuthorizationServer,
    pageSize: 200,
  }),
  event_hooks: listed({ title: 'Event hooks', path: '/eventHooks', tag: 'EventHook', schema: EventHook }),
  inline_hooks: listed({ title: 'Inline hooks', path: '/inlineHooks', tag: 'InlineHook', schema: Setting }),
  log_streams: listed({ title: 'Log streams', path: '/logStreams', tag: 'LogStream', schema: Setting, pageSize: 200 }),
  device_assurances: listed({
    title: 'Device assurance policies',
    path: '/device-assurances',
    tag: 'DeviceAssurance',
    schema: DeviceAssurance,
  }),
  features: listed({ title: 'Features', path: '/features', tag: 'Feature', schema: Feature }),
  realms: listed({ title: 'Realms', path: '/realms', tag: 'Realm', schema: Realm, pageSize: 200 }),
  roles: listed({
    title: 'Custom roles',
    path: '/iam/roles',
    tag: 'RoleECustom',
    schema: Role,
    recordsPath: 'roles',
    unpaged: { kind: 'next_url', path: '_links.next.href' },
  }),
};
