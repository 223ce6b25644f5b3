import type { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import type { GivenPages } from '../kit/http/operations.ts';
import { odata } from '../kit/presets/odata.ts';
import { restApi, withNamed } from '../kit/rest.ts';
import { idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';
import { binned, members, reference, select, writesBy, writesByName } from './writes.ts';

const { paginate, extract } = odata({ pageSize: 100 });

/** @see https://learn.microsoft.com/en-us/graph/paging */
const { listOf, objectOf, pagesOf } = restApi({
  docs: (page) => `https://learn.microsoft.com/en-us/graph/api/${page}`,
  records: { recordsPath: 'value' },
  // The vendor always uses its default of 100.
  paginate,
  paged: (pageSize) => odata({ sizeParameter: '$top', pageSize }).paginate,
  pages: {
    extract,
    // The vendor has expired the token: read again from the start.
    expired: { bodyIncludes: ['Directory_ExpiredPageToken', 'syncStateNotFound', 'resyncRequired'] },
  },
});

/** The configuration names further ones. */
const selectUsers = { $select: `${select(schemas.User).$select},{config.user_properties}` };
const selectGroups = { $select: `${select(schemas.Group).$select},{config.group_properties}` };

/**
 * All records at first, later those created or changed since. Deletions are omitted.
 *
 * @see https://learn.microsoft.com/en-us/graph/delta-query-overview
 */
function changesOf(
  title: string,
  path: string,
  docs: string,
  schema: z.ZodObject,
  query: { $select: string } = select(schema),
): HttpObject {
  return listOf({
    title,
    path: `${path}/delta`,
    docs,
    schema,
    query,
    request: { headers: { prefer: 'odata.maxpagesize=500' } },
    paginate: odata({ pageSize: 500 }).paginate,
    extract: { ...extract, removed: '["@removed"]' },
    incremental: { kind: 'delta_token', path: '["@odata.deltaLink"]' },
  });
}

const hourMs = 3_600_000;

/**
 * Events since an instant, oldest last. Most are there within minutes, some not. @see
 * https://learn.microsoft.com/en-us/entra/identity/monitoring-health/reference-log-latency
 */
function since(field: string, lookbackMs = hourMs): GivenPages['incremental'] {
  return { kind: 'server_filter', parameter: '$filter', template: `${field} ge {$since}`, lookbackMs };
}

/** Read once for each record of another list. */
function ofEach(path: string, copy: string): GivenPages['parents'] {
  const from = pagesOf({ path, query: { $select: 'id' }, paginate: odata().paginate });
  return { from, key: 'id', copy: { [copy]: 'id' } };
}

/** Page sizes are the vendor's maxima. */
export const objects: Readonly<Record<string, HttpObject>> = {
  users: withNamed(
    listOf(
      {
        title: 'Users',
        path: '/users',
        docs: 'user-list',
        schema: schemas.User,
        pageSize: 999,
        query: selectUsers,
      },
      writesBy('userPrincipalName', schemas.User, { path: '/users', remove: binned }),
    ),
    {
      activate: { object: 'users', operation: 'update', of: 'id', values: { accountEnabled: true } },
      deactivate: { object: 'users', operation: 'update', of: 'id', values: { accountEnabled: false } },
      revoke_sessions: { object: 'sign_in_sessions', operation: 'delete', of: 'user_id' },
    },
  ),
  user_changes: changesOf('Changes of users', '/users', 'user-delta', schemas.User, selectUsers),
  user_memberships: listOf({
    title: 'User memberships in groups and directory roles',
    path: '/users/{parent.id}/memberOf',
    docs: 'user-list-memberof',
    schema: schemas.Membership,
    key: ['user_id', 'id'],
    pageSize: 999,
    parents: ofEach('/users', 'user_id'),
  }),
  user_managers: objectOf(
    { title: 'User managers', docs: 'user-post-manager', key: 'user_id' },
    {
      upsert: idempotent({ method: 'PUT', path: '/users/{user_id}/manager/$ref', bodyFields: reference('manager_id') }),
      delete: idempotent('DELETE /users/{user_id}/manager/$ref', { body: 'none', effect: 'reversible' }),
    },
  ),
  user_licenses: listOf(
    {
      title: 'User licenses',
      path: '/users/{parent.id}/licenseDetails',
      docs: 'user-list-licensedetails',
      schema: schemas.LicenseDetails,
      key: ['user_id', 'id'],
      parents: ofEach('/users', 'user_id'),
    },
    {
      upsert: idempotent({
        method: 'POST',
        path: '/users/{user_id}/microsoft.graph.assignLicense',
        bodyFields: { addLicenses: '{addLicenses}', removeLicenses: '{removeLicenses}' },
      }),
    },
  ),
  sign_in_sessions: objectOf(
    {
      title: 'Sessions of users: deleting signs a user out everywhere',
      docs: 'user-revokesigninsessions',
      key: 'user_id',
    },
    { delete: idempotent('POST /users/{user_id}/microsoft.graph.revokeSignInSessions', { body: 'none' }) },
  ),
  invitations: objectOf(
    { title: 'Invitations', docs: 'invitation-post', key: 'invitedUserEmailAddress' },
    { create: nonIdempotent('POST /invitations', { targetIdPath: 'id' }) },
  ),
  groups: listOf(
    {
      title: 'Groups',
      path: '/groups',
      docs: 'group-list',
      schema: schemas.Group,
      pageSize: 999,
      query: selectGroups,
    },
    writesByName({ path: '/groups', remove: binned }),
  ),
  group_changes: changesOf('Changes of groups', '/groups', 'group-delta', schemas.Group, selectGroups),
  group_members: listOf(
    {
      title: 'Group members',
      path: '/groups/{parent.id}/members',
      docs: 'group-list-members',
      schema: schemas.GroupMember,
      key: ['group_id', 'id'],
      pageSize: 999,
      parents: ofEach('/groups', 'group_id'),
    },
    members('/groups/{group_id}/members'),
  ),
  group_owners: listOf(
    {
      title: 'Group owners',
      path: '/groups/{parent.id}/owners',
      docs: 'group-list-owners',
      schema: schemas.GroupMember,
      key: ['group_id', 'id'],
      pageSize: 999,
      parents: ofEach('/groups', 'group_id'),
    },
    members('/groups/{group_id}/owners'),
  ),
  devices: listOf(
    {
      title: 'Devices',
      path: '/devices',
      docs: 'device-list',
      schema: schemas.Device,
      pageSize: 999,
      query: select(schemas.Device),
    },
    writesAt({ path: '/devices', only: ['update', 'delete'] }),
  ),
  device_changes: changesOf('Changes of devices', '/devices', 'device-delta', schemas.Device),
  applications: listOf(
    {
      title: 'App registrations',
      path: '/applications',
      docs: 'application-list',
      schema: schemas.Application,
      pageSize: 999,
      query: select(schemas.Application),
    },
    writesByName({ path: '/applications', remove: binned }),
  ),
  application_changes: changesOf(
    'Changes of app registrations',
    '/applications',
    'application-delta',
    schemas.Application,
  ),
  service_principals: listOf(
    {
      title: 'Enterprise applications',
      path: '/servicePrincipals',
      docs: 'serviceprincipal-list',
      schema: schemas.ServicePrincipal,
      pageSize: 999,
      query: select(schemas.ServicePrincipal),
    },
    writesBy('appId', schemas.ServicePrincipal, { path: '/servicePrincipals', only: ['create', 'update', 'delete'] }),
  ),
  service_principal_changes: changesOf(
    'Changes of enterprise applications',
    '/servicePrincipals',
    'serviceprincipal-delta',
    schemas.ServicePrincipal,
  ),
  app_role_assignments: listOf({
    title: 'App role assignments',
    path: '/servicePrincipals/{parent.id}/appRoleAssignedTo',
    docs: 'serviceprincipal-list-approleassignedto',
    schema: schemas.AppRoleAssignment,
    pageSize: 999,
    parents: ofEach('/servicePrincipals', 'service_principal_id'),
  }),
  permission_grants: listOf({
    title: 'Delegated permission grants',
    path: '/oauth2PermissionGrants',
    docs: 'oauth2permissiongrant-list',
    schema: schemas.PermissionGrant,
    pageSize: 999,
  }),
  directory_roles: listOf({
    title: 'Activated directory roles',
    path: '/directoryRoles',
    docs: 'directoryrole-list',
    schema: schemas.DirectoryRole,
  }),
  directory_role_changes: changesOf(
    'Changes of directory roles',
    '/directoryRoles',
    'directoryrole-delta',
    schemas.DirectoryRole,
  ),
  directory_role_members: listOf(
    {
      title: 'Directory role members',
      path: '/directoryRoles/{parent.id}/members',
      docs: 'directoryrole-list-members',
      schema: schemas.RoleMember,
      key: ['role_id', 'id'],
      parents: ofEach('/directoryRoles', 'role_id'),
    },
    members('/directoryRoles/{role_id}/members'),
  ),
  role_definitions: listOf({
    title: 'Role definitions',
    path: '/roleManagement/directory/roleDefinitions',
    docs: 'rbacapplication-list-roledefinitions',
    schema: schemas.Named,
  }),
  role_assignments: listOf({
    title: 'Role assignments',
    path: '/roleManagement/directory/roleAssignments',
    docs: 'rbacapplication-list-roleassignments',
    schema: schemas.RoleAssignment,
  }),
  administrative_units: listOf({
    title: 'Administrative units',
    path: '/directory/administrativeUnits',
    docs: 'directory-list-administrativeunits',
    schema: schemas.Named,
    pageSize: 999,
  }),
  deleted_users: listOf({
    title: 'Deleted users',
    path: '/directory/deletedItems/microsoft.graph.user',
    docs: 'directory-deleteditems-list',
    schema: schemas.Member,
    pageSize: 999,
  }),
  contacts: listOf({
    title: 'Contacts',
    path: '/contacts',
    docs: 'orgcontact-list',
    schema: schemas.Named,
    pageSize: 999,
  }),
  domains: listOf({ title: 'Domains', path: '/domains', docs: 'domain-list', schema: schemas.Domain }),
  organization: listOf(
    { title: 'Organization', path: '/organization', docs: 'organization-list', schema: schemas.Organization },
    writesAt({ path: '/organization', only: ['update'] }),
  ),
  subscribed_skus: listOf({
    title: 'Subscribed SKUs',
    path: '/subscribedSkus',
    docs: 'subscribedsku-list',
    schema: schemas.Sku,
  }),
  sign_ins: listOf({
    title: 'Sign-ins',
    path: '/auditLogs/signIns',
    docs: 'signin-list',
    schema: schemas.SignIn,
    pageSize: 1000,
    incremental: since('createdDateTime'),
  }),
  directory_audits: listOf({
    title: 'Audit log',
    path: '/auditLogs/directoryAudits',
    docs: 'directoryaudit-list',
    schema: schemas.DirectoryAudit,
    pageSize: 1000,
    incremental: since('activityDateTime'),
  }),
  conditional_access_policies: listOf({
    title: 'Conditional access policies',
    path: '/identity/conditionalAccess/policies',
    docs: 'conditionalaccessroot-list-policies',
    schema: schemas.Named,
  }),
  named_locations: listOf({
    title: 'Named locations',
    path: '/identity/conditionalAccess/namedLocations',
    docs: 'conditionalaccessroot-list-namedlocations',
    schema: schemas.Named,
  }),
  risky_users: listOf({
    title: 'Risky users',
    path: '/identityProtection/riskyUsers',
    docs: 'riskyuser-list',
    schema: schemas.RiskyUser,
    pageSize: 500,
  }),
  risk_detections: listOf({
    title: 'Risk detections',
    path: '/identityProtection/riskDetections',
    docs: 'riskdetection-list',
    schema: schemas.RiskDetection,
    pageSize: 500,
    // Found up to two hours later.
    incremental: since('detectedDateTime', 2 * hourMs),
  }),
};
