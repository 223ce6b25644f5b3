import type { z } from 'zod';
import { type HttpObject, reads, writes } from '../kit/define.ts';
import type { GivenPages, GivenRequest, HttpWrite } from '../kit/http/operations.ts';
import { odata } from '../kit/presets/odata.ts';
import * as schemas from './schema.ts';

const docs = 'https://learn.microsoft.com/en-us/graph/api';

interface Listing {
  title: string;
  path: string;
  /** Of the documentation. */
  page: string;
  schema: z.ZodObject;
  key?: readonly string[];
  /** Most records a page; absent: the vendor keeps to its usual 100. */
  pageSize?: number;
  /** Only the schema's properties are asked for: without it, users and groups lack most of them. */
  selects?: boolean;
  query?: Record<string, string>;
  more?: Pick<GivenPages, 'incremental' | 'parents'>;
}

/** What pages are read by: a token that the vendor has forgotten begins the reading anew. */
const expired = { bodyIncludes: ['Directory_ExpiredPageToken', 'syncStateNotFound', 'resyncRequired'] };
const pages = { kind: 'pages', expired } as const;

/** @see https://learn.microsoft.com/en-us/graph/paging */
function listed(listing: Listing, rest: HttpObject['operations'] = {}): HttpObject {
  const { title, path, page, schema, key = ['id'], pageSize, selects = false, query = {}, more = {} } = listing;
  const select = selects ? { $select: Object.keys(schema.shape).join(',') } : {};
  const list = reads({
    ...pages,
    request: { method: 'GET', path, query: { ...select, ...query } },
    ...odata(pageSize === undefined ? { pageSize: 100 } : { sizeParameter: '$top', pageSize }),
    ...more,
  });
  return { title, key, schema, docsUrl: `${docs}/${page}`, operations: { list, ...rest } };
}

/**
 * All records at first, and later what was made or changed since; deletions are left out.
 *
 * @see https://learn.microsoft.com/en-us/graph/delta-query-overview
 */
function changed({ title, path, page, schema }: Listing): HttpObject {
  const { extract, ...paged } = odata({ pageSize: 500 });
  const list = reads({
    ...pages,
    request: {
      method: 'GET',
      path: `${path}/delta`,
      query: { $select: Object.keys(schema.shape).join(',') },
      headers: { prefer: 'odata.maxpagesize=500' },
    },
    ...paged,
    extract: { ...extract, removed: '["@removed"]' },
    incremental: { kind: 'delta_token', path: '["@odata.deltaLink"]' },
  });
  return { title, key: ['id'], schema, docsUrl: `${docs}/${page}`, operations: { list } };
}

/** Events since an instant, oldest last. */
function since(field: string): Pick<GivenPages, 'incremental'> {
  return { incremental: { kind: 'server_filter', parameter: '$filter', template: `${field} ge {$since}` } };
}

/** Read once for each record of another list. */
function ofEach(path: string, copy: string): Pick<GivenPages, 'parents'> {
  const request = { method: 'GET', path, query: { $select: 'id' } } as const;
  return { parents: { from: { ...pages, request, ...odata() }, key: 'id', copy: { [copy]: 'id' } } };
}

/** Changes and deletes records by their id. */
function kept(path: string): { update: HttpWrite; delete: HttpWrite } {
  const by = (method: 'PATCH' | 'DELETE'): HttpWrite =>
    writes({ request: { method, path: `${path}/{id}` }, idempotency: { kind: 'put_by_key' } });
  return { update: by('PATCH'), delete: by('DELETE') };
}

/**
 * Creates records, and changes the one that a look-up finds. What was made takes some seconds to be found.
 *
 * @see https://learn.microsoft.com/en-us/graph/aad-advanced-queries
 */
function found(path: string, field: string, schema: z.ZodObject): HttpWrite {
  const query = { $filter: `${field} eq '{${field}}'`, $select: Object.keys(schema.shape).join(',') };
  return writes({
    request: { method: 'POST', path },
    update: { method: 'PATCH', path: `${path}/{$target_id}` },
    idempotency: {
      kind: 'find',
      request: { method: 'GET', path, query },
      recordsPath: 'value',
      searchLagMs: 60_000,
      adoptsConflict: true,
    },
    targetIdPath: 'id',
  });
}

/** A write that has the same effect when it is made twice. */
function repeats(
  request: GivenRequest,
  more: Pick<Parameters<typeof writes>[0], 'already' | 'effect'> = {},
): HttpWrite {
  return writes({
    request,
    ...(request.bodyFields === undefined ? { body: 'none' } : {}),
    idempotency: { kind: 'put_by_key' },
    ...more,
  });
}

const reference = (id: string): Record<string, string> => ({
  '["@odata.id"]': `https://{config.graph_host}/v1.0/directoryObjects/{${id}}`,
});

/** @see https://learn.microsoft.com/en-us/graph/api/group-post-members */
function members(path: string): { upsert: HttpWrite; delete: HttpWrite } {
  const isMember = { status: 400, bodyIncludes: ['object references already exist'] };
  return {
    upsert: repeats({ method: 'POST', path: `${path}/$ref`, bodyFields: reference('id') }, { already: isMember }),
    delete: repeats({ method: 'DELETE', path: `${path}/{id}/$ref` }, { effect: 'reversible' }),
  };
}

/** Deleted users and groups are kept for 30 days. @see https://learn.microsoft.com/en-us/graph/api/resources/directory */
function binned(path: string): HttpWrite {
  return repeats({ method: 'DELETE', path: `${path}/{id}` }, { effect: 'reversible' });
}

const { User, Group, Member, GroupMember, RoleMember, Membership, Device, Application, ServicePrincipal } = schemas;
const { DirectoryRole, Domain, Organization, Sku, LicenseDetails, SignIn, DirectoryAudit, Named } = schemas;
const { RoleAssignment, AppRoleAssignment, PermissionGrant, RiskyUser, RiskDetection } = schemas;

const user = found('/users', 'userPrincipalName', User);
const group = found('/groups', 'mailNickname', Group);
const application = found('/applications', 'displayName', Application);
const servicePrincipal = found('/servicePrincipals', 'appId', ServicePrincipal);

const users = { title: 'Users', path: '/users', page: 'user-list', schema: User, pageSize: 999, selects: true };
const groups = { title: 'Groups', path: '/groups', page: 'group-list', schema: Group, pageSize: 999, selects: true };

/** Page sizes are the vendor's maxima. */
export const objects: Readonly<Record<string, HttpObject>> = {
  users: listed(users, {
    create: user,
    update: kept('/users').update,
    upsert: user,
    delete: binned('/users'),
  }),
  user_changes: changed({ ...users, title: 'Changes of users', page: 'user-delta' }),
  user_memberships: listed({
    title: 'Groups and roles of users',
    path: '/users/{parent.id}/memberOf',
    page: 'user-list-memberof',
    schema: Membership,
    key: ['user_id', 'id'],
    pageSize: 999,
    more: ofEach('/users', 'user_id'),
  }),
  user_managers: {
    title: 'Managers of users',
    key: ['user_id'],
    docsUrl: `${docs}/user-post-manager`,
    operations: {
      upsert: repeats({ method: 'PUT', path: '/users/{user_id}/manager/$ref', bodyFields: reference('manager_id') }),
      delete: repeats({ method: 'DELETE', path: '/users/{user_id}/manager/$ref' }, { effect: 'reversible' }),
    },
  },
  user_licenses: listed(
    {
      title: 'Licenses of users',
      path: '/users/{parent.id}/licenseDetails',
      page: 'user-list-licensedetails',
      schema: LicenseDetails,
      key: ['user_id', 'id'],
      more: ofEach('/users', 'user_id'),
    },
    {
      upsert: repeats({
        method: 'POST',
        path: '/users/{user_id}/microsoft.graph.assignLicense',
        bodyFields: { addLicenses: '{addLicenses}', removeLicenses: '{removeLicenses}' },
      }),
    },
  ),
  sign_in_sessions: {
    title: 'Sessions of users: deleting signs a user out everywhere',
    key: ['user_id'],
    docsUrl: `${docs}/user-revokesigninsessions`,
    operations: { delete: repeats({ method: 'POST', path: '/users/{user_id}/microsoft.graph.revokeSignInSessions' }) },
  },
  invitations: {
    title: 'Invitations of guests',
    key: ['invitedUserEmailAddress'],
    docsUrl: `${docs}/invitation-post`,
    operations: {
      create: writes({
        request: { method: 'POST', path: '/invitations' },
        idempotency: { kind: 'none' },
        targetIdPath: 'id',
      }),
    },
  },
  groups: listed(groups, {
    create: group,
    update: kept('/groups').update,
    upsert: group,
    delete: binned('/groups'),
  }),
  group_changes: changed({ ...groups, title: 'Changes of groups', page: 'group-delta' }),
  group_members: listed(
    {
      title: 'Members of groups',
      path: '/groups/{parent.id}/members',
      page: 'group-list-members',
      schema: GroupMember,
      key: ['group_id', 'id'],
      pageSize: 999,
      more: ofEach('/groups', 'group_id'),
    },
    members('/groups/{group_id}/members'),
  ),
  group_owners: listed(
    {
      title: 'Owners of groups',
      path: '/groups/{parent.id}/owners',
      page: 'group-list-owners',
      schema: GroupMember,
      key: ['group_id', 'id'],
      pageSize: 999,
      more: ofEach('/groups', 'group_id'),
    },
    members('/groups/{group_id}/owners'),
  ),
  devices: listed(
    { title: 'Devices', path: '/devices', page: 'device-list', schema: Device, pageSize: 999, selects: true },
    kept('/devices'),
  ),
  device_changes: changed({ title: 'Changes of devices', path: '/devices', page: 'device-delta', schema: Device }),
  applications: listed(
    {
      title: 'Application registrations',
      path: '/applications',
      page: 'application-list',
      schema: Application,
      pageSize: 999,
      selects: true,
    },
    { create: application, upsert: application, update: kept('/applications').update, delete: binned('/applications') },
  ),
  application_changes: changed({
    title: 'Changes of application registrations',
    path: '/applications',
    page: 'application-delta',
    schema: Application,
  }),
  service_principals: listed(
    {
      title: 'Enterprise applications',
      path: '/servicePrincipals',
      page: 'serviceprincipal-list',
      schema: ServicePrincipal,
      pageSize: 999,
      selects: true,
    },
    { create: servicePrincipal, ...kept('/servicePrincipals') },
  ),
  service_principal_changes: changed({
    title: 'Changes of enterprise applications',
    path: '/servicePrincipals',
    page: 'serviceprincipal-delta',
    schema: ServicePrincipal,
  }),
  app_role_assignments: listed({
    title: 'Assignments to enterprise applications',
    path: '/servicePrincipals/{parent.id}/appRoleAssignedTo',
    page: 'serviceprincipal-list-approleassignedto',
    schema: AppRoleAssignment,
    pageSize: 999,
    more: ofEach('/servicePrincipals', 'service_principal_id'),
  }),
  permission_grants: listed({
    title: 'Delegated permissions',
    path: '/oauth2PermissionGrants',
    page: 'oauth2permissiongrant-list',
    schema: PermissionGrant,
    pageSize: 999,
  }),
  directory_roles: listed({
    title: 'Activated directory roles',
    path: '/directoryRoles',
    page: 'directoryrole-list',
    schema: DirectoryRole,
  }),
  directory_role_changes: changed({
    title: 'Changes of directory roles',
    path: '/directoryRoles',
    page: 'directoryrole-delta',
    schema: DirectoryRole,
  }),
  directory_role_members: listed(
    {
      title: 'Members of directory roles',
      path: '/directoryRoles/{parent.id}/members',
      page: 'directoryrole-list-members',
      schema: RoleMember,
      key: ['role_id', 'id'],
      more: ofEach('/directoryRoles', 'role_id'),
    },
    members('/directoryRoles/{role_id}/members'),
  ),
  role_definitions: listed({
    title: 'Definitions of roles',
    path: '/roleManagement/directory/roleDefinitions',
    page: 'rbacapplication-list-roledefinitions',
    schema: Named,
  }),
  role_assignments: listed({
    title: 'Assignments of roles',
    path: '/roleManagement/directory/roleAssignments',
    page: 'rbacapplication-list-roleassignments',
    schema: RoleAssignment,
  }),
  administrative_units: listed({
    title: 'Administrative units',
    path: '/directory/administrativeUnits',
    page: 'directory-list-administrativeunits',
    schema: Named,
    pageSize: 999,
  }),
  deleted_users: listed({
    title: 'Deleted users',
    path: '/directory/deletedItems/microsoft.graph.user',
    page: 'directory-deleteditems-list',
    schema: Member,
    pageSize: 999,
  }),
  contacts: listed({ title: 'Contacts', path: '/contacts', page: 'orgcontact-list', schema: Named, pageSize: 999 }),
  domains: listed({ title: 'Domains', path: '/domains', page: 'domain-list', schema: Domain }),
  organization: listed(
    { title: 'Organization', path: '/organization', page: 'organization-list', schema: Organization },
    { update: kept('/organization').update },
  ),
  subscribed_skus: listed({
    title: 'Bought licenses',
    path: '/subscribedSkus',
    page: 'subscribedsku-list',
    schema: Sku,
  }),
  sign_ins: listed({
    title: 'Sign-ins',
    path: '/auditLogs/signIns',
    page: 'signin-list',
    schema: SignIn,
    pageSize: 1000,
    more: since('createdDateTime'),
  }),
  directory_audits: listed({
    title: 'Audit log',
    path: '/auditLogs/directoryAudits',
    page: 'directoryaudit-list',
    schema: DirectoryAudit,
    pageSize: 1000,
    more: since('activityDateTime'),
  }),
  conditional_access_policies: listed({
    title: 'Conditional access policies',
    path: '/identity/conditionalAccess/policies',
    page: 'conditionalaccessroot-list-policies',
    schema: Named,
  }),
  named_locations: listed({
    title: 'Named locations',
    path: '/identity/conditionalAccess/namedLocations',
    page: 'conditionalaccessroot-list-namedlocations',
    schema: Named,
  }),
  risky_users: listed({
    title: 'Risky users',
    path: '/identityProtection/riskyUsers',
    page: 'riskyuser-list',
    schema: RiskyUser,
    pageSize: 500,
  }),
  risk_detections: listed({
    title: 'Risk detections',
    path: '/identityProtection/riskDetections',
    page: 'riskdetection-list',
    schema: RiskDetection,
    pageSize: 500,
    more: since('detectedDateTime'),
  }),
};
