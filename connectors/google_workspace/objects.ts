import type { HttpObject } from '../kit/object-types.ts';
import { googleList } from '../kit/presets/google.ts';
import { findOrCreate, idempotent, writesAt } from '../kit/rest-writes.ts';
import { logs } from './logs.ts';
import { customer, directory, foundAt, listOf, objectOf, ofEach, pagesIn, writesBy } from './operations.ts';
import * as schemas from './schema.ts';

const rest = 'directory/reference/rest/v1';
const reversible = { effect: 'reversible' } as const;

const roleAssignment = findOrCreate(`POST ${customer}/roleassignments`, {
  find: {
    path: `${customer}/roleassignments`,
    query: { userKey: '{assignedTo}', roleId: '{roleId}' },
    recordsPath: 'items',
    searchLagMs: 'undocumented',
    adoptsConflict: true,
  },
  targetIdPath: 'roleAssignmentId',
});

const users = {
  path: `${directory}/users`,
  docs: `${rest}/users/list`,
  schema: schemas.User,
  ...pagesIn('users', 500),
} as const;

const cloudIdentity = {
  request: { base: 'https://cloudidentity.googleapis.com' },
  query: { customer: 'customers/{config.customer}' },
};

/** Page sizes are the vendor's maxima. */
export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    {
      ...users,
      title: 'Users',
      query: { customer: '{config.customer}', projection: 'full', orderBy: 'email' },
    },
    // Kept for 20 days. @see https://support.google.com/a/answer/1397578
    writesBy('primaryEmail', { path: `${directory}/users`, remove: reversible }, { projection: 'full' }),
  ),
  deleted_users: listOf({
    ...users,
    title: 'Deleted users',
    query: { customer: '{config.customer}', showDeleted: 'true' },
  }),
  user_aliases: listOf(
    {
      title: 'User aliases',
      path: `${directory}/users/{parent.id}/aliases`,
      docs: `${rest}/users.aliases`,
      schema: schemas.Alias,
      key: ['user_id', 'alias'],
      ...pagesIn('aliases'),
      parents: ofEach('users', 'user_id'),
    },
    {
      upsert: idempotent(
        { method: 'POST', path: `${directory}/users/{user_id}/aliases`, bodyFields: { alias: '{alias}' } },
        { already: { status: 409, bodyIncludes: ['"duplicate"'] } },
      ),
      delete: idempotent(`DELETE ${directory}/users/{user_id}/aliases/{alias}`),
    },
  ),
  user_sessions: objectOf(
    { title: 'Sessions of users: deleting signs a user out everywhere', docs: `${rest}/users/signOut`, key: 'user_id' },
    { delete: idempotent(`POST ${directory}/users/{user_id}/signOut`) },
  ),
  user_tokens: listOf(
    {
      title: 'OAuth tokens of third-party applications',
      path: `${directory}/users/{parent.id}/tokens`,
      docs: `${rest}/tokens`,
      schema: schemas.Token,
      key: ['user_id', 'clientId'],
      ...pagesIn('items'),
      parents: ofEach('users', 'user_id'),
    },
    { delete: idempotent(`DELETE ${directory}/users/{user_id}/tokens/{clientId}`) },
  ),
  app_passwords: listOf(
    {
      title: 'Application-specific passwords',
      path: `${directory}/users/{parent.id}/asps`,
      docs: `${rest}/asps`,
      schema: schemas.AppPassword,
      key: ['user_id', 'codeId'],
      ...pagesIn('items'),
      parents: ofEach('users', 'user_id'),
    },
    { delete: idempotent(`DELETE ${directory}/users/{user_id}/asps/{codeId}`) },
  ),
  groups: listOf(
    {
      title: 'Groups',
      path: `${directory}/groups`,
      docs: `${rest}/groups/list`,
      schema: schemas.Group,
      ...pagesIn('groups', 200),
      query: { customer: '{config.customer}' },
    },
    writesBy('email', { path: `${directory}/groups` }),
  ),
  group_members: listOf(
    {
      title: 'Group members',
      path: `${directory}/groups/{parent.id}/members`,
      docs: `${rest}/members/list`,
      schema: schemas.Member,
      key: ['group_id', 'id'],
      ...pagesIn('members', 200),
      parents: ofEach('groups', 'group_id'),
    },
    writesAt({
      path: `${directory}/groups/{group_id}/members`,
      // The email may also be the id of a user or group.
      find: foundAt(`${directory}/groups/{group_id}/members/{email}`),
      remove: reversible,
      only: ['create', 'upsert', 'delete'],
    }),
  ),
  org_units: listOf(
    {
      title: 'Organizational units',
      path: `${customer}/orgunits`,
      docs: `${rest}/orgunits/list`,
      schema: schemas.OrgUnit,
      key: 'orgUnitId',
      ...pagesIn('organizationUnits'),
      query: { type: 'all' },
    },
    // @see https://developers.google.com/workspace/admin/directory/v1/guides/manage-org-units
    writesAt({
      path: `${customer}/orgunits`,
      id: 'orgUnitId',
      find: {
        path: `${customer}/orgunits`,
        query: { orgUnitPath: '{parentOrgUnitPath}', type: 'children' },
        recordsPath: 'organizationUnits',
        paginate: { kind: 'none' },
        ignoresCase: true,
        searchLagMs: 'undocumented',
        adoptsConflict: true,
      },
      updateBy: 'address',
    }),
  ),
  chromeos_devices: listOf(
    {
      title: 'ChromeOS devices',
      path: `${customer}/devices/chromeos`,
      docs: `${rest}/chromeosdevices/list`,
      schema: schemas.ChromeOsDevice,
      key: 'deviceId',
      ...pagesIn('chromeosdevices', 300),
      query: { projection: 'FULL' },
    },
    writesAt({ path: `${customer}/devices/chromeos`, id: 'deviceId', only: ['update'] }),
  ),
  mobile_devices: listOf(
    {
      title: 'Mobile devices',
      path: `${customer}/devices/mobile`,
      docs: `${rest}/mobiledevices/list`,
      schema: schemas.MobileDevice,
      key: 'resourceId',
      ...pagesIn('mobiledevices', 100),
      query: { projection: 'FULL' },
    },
    {
      update: idempotent({
        method: 'POST',
        path: `${customer}/devices/mobile/{resourceId}/action`,
        bodyFields: { action: '{action}' },
      }),
      ...writesAt({ path: `${customer}/devices/mobile`, id: 'resourceId', only: ['delete'] }),
    },
  ),
  devices: listOf({
    title: 'Cloud Identity devices',
    path: '/v1/devices',
    docs: 'reports/v1/guides/devices',
    schema: schemas.Device,
    key: 'name',
    ...googleList({ recordsPath: 'devices', pageSize: 100 }),
    ...cloudIdentity,
  }),
  device_users: listOf({
    title: 'Device users',
    path: '/v1/devices/-/deviceUsers',
    docs: 'reports/v1/guides/devices',
    schema: schemas.DeviceUser,
    key: 'name',
    ...googleList({ recordsPath: 'deviceUsers', pageSize: 20 }),
    ...cloudIdentity,
  }),
  roles: listOf(
    {
      title: 'Administrator roles',
      path: `${customer}/roles`,
      docs: `${rest}/roles/list`,
      schema: schemas.Role,
      key: 'roleId',
      ...pagesIn('items', 100),
    },
    writesAt({ path: `${customer}/roles`, id: 'roleId', only: ['update', 'delete'] }),
  ),
  role_assignments: listOf(
    {
      title: 'Role assignments',
      path: `${customer}/roleassignments`,
      docs: `${rest}/roleAssignments/list`,
      schema: schemas.RoleAssignment,
      key: 'roleAssignmentId',
      ...pagesIn('items', 200),
    },
    {
      create: roleAssignment,
      delete: idempotent(`DELETE ${customer}/roleassignments/{roleAssignmentId}`),
    },
  ),
  privileges: listOf({
    title: 'Administrator privileges',
    path: `${customer}/roles/ALL/privileges`,
    docs: `${rest}/privileges/list`,
    schema: schemas.Privilege,
    key: ['serviceId', 'privilegeName'],
    ...pagesIn('items'),
  }),
  domains: listOf(
    {
      title: 'Domains',
      path: `${customer}/domains`,
      docs: `${rest}/domains/list`,
      schema: schemas.Domain,
      key: 'domainName',
      ...pagesIn('domains'),
    },
    writesAt({ path: `${customer}/domains`, id: 'domainName', only: ['delete'] }),
  ),
  domain_aliases: listOf({
    title: 'Domain aliases',
    path: `${customer}/domainaliases`,
    docs: `${rest}/domainAliases/list`,
    schema: schemas.DomainAlias,
    key: 'domainAliasName',
    ...pagesIn('domainAliases'),
  }),
  buildings: listOf(
    {
      title: 'Buildings',
      path: `${customer}/resources/buildings`,
      docs: `${rest}/resources.buildings/list`,
      schema: schemas.Building,
      key: 'buildingId',
      ...pagesIn('buildings', 500),
    },
    writesBy('buildingId', { path: `${customer}/resources/buildings`, id: 'buildingId' }),
  ),
  calendar_resources: listOf(
    {
      title: 'Calendar resources',
      path: `${customer}/resources/calendars`,
      docs: `${rest}/resources.calendars/list`,
      schema: schemas.CalendarResource,
      key: 'resourceId',
      ...pagesIn('items', 500),
    },
    writesBy('resourceId', { path: `${customer}/resources/calendars`, id: 'resourceId' }),
  ),
  features: listOf({
    title: 'Calendar resource features',
    path: `${customer}/resources/features`,
    docs: `${rest}/resources.features/list`,
    schema: schemas.Feature,
    key: 'name',
    ...pagesIn('features', 500),
  }),
  schemas: listOf({
    title: 'Custom user schemas',
    path: `${customer}/schemas`,
    docs: `${rest}/schemas/list`,
    schema: schemas.CustomSchema,
    key: 'schemaId',
    ...pagesIn('schemas'),
  }),
  printers: listOf({
    title: 'Printers',
    path: `${directory}/customers/{config.customer}/chrome/printers`,
    docs: `${rest}/customers.chrome.printers/list`,
    schema: schemas.Printer,
    ...googleList({ recordsPath: 'printers', pageSize: 100 }),
  }),
  alerts: listOf({
    title: 'Alerts',
    path: '/v1beta1/alerts',
    docs: 'alertcenter/reference/rest/v1beta1/alerts/list',
    schema: schemas.Alert,
    key: 'alertId',
    ...googleList({ recordsPath: 'alerts', pageSize: 100 }),
    request: { base: 'https://alertcenter.googleapis.com' },
    query: { orderBy: 'create_time asc' },
    incremental: {
      kind: 'server_filter',
      parameter: 'filter',
      template: 'createTime >= "{$since}"',
      lookbackMs: 3_600_000,
    },
  }),
  ...logs,
};
