import { type HttpObject, writes } from '../kit/define.ts';
import { logs } from './logs.ts';
import { customer, directory, docs, found, kept, listed, named, ofEach, repeats } from './operations.ts';
import * as schemas from './schema.ts';

/** @see https://developers.google.com/workspace/admin/directory/v1/guides/manage-org-units */
const orgUnit = writes({
  request: { method: 'POST', path: `${customer}/orgunits` },
  update: { method: 'PATCH', path: `${customer}/orgunits/{$target_id}` },
  idempotency: {
    kind: 'find',
    request: {
      method: 'GET',
      path: `${customer}/orgunits`,
      query: { orgUnitPath: '{parentOrgUnitPath}', type: 'children' },
    },
    recordsPath: 'organizationUnits',
    searchLagMs: 60_000,
    adoptsConflict: true,
  },
  targetIdPath: 'orgUnitId',
});

const roleAssignment = writes({
  request: { method: 'POST', path: `${customer}/roleassignments` },
  idempotency: {
    kind: 'find',
    request: {
      method: 'GET',
      path: `${customer}/roleassignments`,
      query: { userKey: '{assignedTo}', roleId: '{roleId}' },
    },
    recordsPath: 'items',
    adoptsConflict: true,
  },
  targetIdPath: 'roleAssignmentId',
});

/** The email may also be the id of a user or group. */
const member = writes({
  request: { method: 'POST', path: `${directory}/groups/{group_id}/members` },
  update: { method: 'PATCH', path: `${directory}/groups/{group_id}/members/{$target_id}` },
  idempotency: {
    kind: 'find',
    request: { method: 'GET', path: `${directory}/groups/{group_id}/members/{email}` },
    recordsPath: '$',
    searchLagMs: 60_000,
    adoptsConflict: true,
    notFoundIsAbsent: true,
  },
  targetIdPath: 'id',
});

const rest = 'directory/reference/rest/v1';
const { User, Alias, Group, Member, OrgUnit, ChromeOsDevice, MobileDevice, Role, RoleAssignment } = schemas;
const { Privilege, Domain, DomainAlias, Building, CalendarResource, Feature, CustomSchema, Printer } = schemas;
const { Token, AppPassword, Device, DeviceUser, Alert } = schemas;

const user = found({ path: `${directory}/users`, find: '{primaryEmail}', query: { projection: 'full' } });
const group = found({ path: `${directory}/groups`, find: '{email}' });

const users = {
  path: `${directory}/users`,
  page: `${rest}/users/list`,
  schema: User,
  list: 'users',
  pageSize: 500,
} as const;

const cloudIdentity = {
  base: 'https://cloudidentity.googleapis.com',
  query: { customer: 'customers/{config.customer}' },
};

/** Page sizes are the vendor's maxima. */
export const objects: Readonly<Record<string, HttpObject>> = {
  users: listed(
    {
      ...users,
      title: 'Users',
      request: { query: { customer: '{config.customer}', projection: 'full', orderBy: 'email' } },
    },
    {
      create: user,
      upsert: user,
      update: kept(`${directory}/users`).update,
      // Kept for 20 days. @see https://support.google.com/a/answer/1397578
      delete: repeats({ method: 'DELETE', path: `${directory}/users/{id}` }, { effect: 'reversible' }),
    },
  ),
  deleted_users: listed({
    ...users,
    title: 'Deleted users',
    request: { query: { customer: '{config.customer}', showDeleted: 'true' } },
  }),
  user_aliases: listed(
    {
      title: 'Aliases of users',
      path: `${directory}/users/{parent.id}/aliases`,
      page: `${rest}/users.aliases`,
      schema: Alias,
      key: ['user_id', 'alias'],
      list: 'aliases',
      more: ofEach('users', 'user_id'),
    },
    {
      upsert: repeats(
        { method: 'POST', path: `${directory}/users/{user_id}/aliases`, bodyFields: { alias: '{alias}' } },
        { already: { status: 409, bodyIncludes: ['"duplicate"'] } },
      ),
      delete: repeats({ method: 'DELETE', path: `${directory}/users/{user_id}/aliases/{alias}` }),
    },
  ),
  user_sessions: {
    title: 'Sessions of users: deleting signs a user out everywhere',
    key: ['user_id'],
    docsUrl: `${docs}/${rest}/users/signOut`,
    operations: { delete: repeats({ method: 'POST', path: `${directory}/users/{user_id}/signOut` }) },
  },
  user_tokens: listed(
    {
      title: 'Applications that users let in',
      path: `${directory}/users/{parent.id}/tokens`,
      page: `${rest}/tokens`,
      schema: Token,
      key: ['user_id', 'clientId'],
      list: 'items',
      more: ofEach('users', 'user_id'),
    },
    { delete: repeats({ method: 'DELETE', path: `${directory}/users/{user_id}/tokens/{clientId}` }) },
  ),
  app_passwords: listed(
    {
      title: 'Application passwords of users',
      path: `${directory}/users/{parent.id}/asps`,
      page: `${rest}/asps`,
      schema: AppPassword,
      key: ['user_id', 'codeId'],
      list: 'items',
      more: ofEach('users', 'user_id'),
    },
    { delete: repeats({ method: 'DELETE', path: `${directory}/users/{user_id}/asps/{codeId}` }) },
  ),
  groups: listed(
    {
      title: 'Groups',
      path: `${directory}/groups`,
      page: `${rest}/groups/list`,
      schema: Group,
      list: 'groups',
      pageSize: 200,
      request: { query: { customer: '{config.customer}' } },
    },
    { create: group, upsert: group, ...kept(`${directory}/groups`) },
  ),
  group_members: listed(
    {
      title: 'Members of groups',
      path: `${directory}/groups/{parent.id}/members`,
      page: `${rest}/members/list`,
      schema: Member,
      key: ['group_id', 'id'],
      list: 'members',
      pageSize: 200,
      more: ofEach('groups', 'group_id'),
    },
    {
      create: member,
      upsert: member,
      delete: repeats(
        { method: 'DELETE', path: `${directory}/groups/{group_id}/members/{id}` },
        { effect: 'reversible' },
      ),
    },
  ),
  org_units: listed(
    {
      title: 'Organizational units',
      path: `${customer}/orgunits`,
      page: `${rest}/orgunits/list`,
      schema: OrgUnit,
      key: ['orgUnitId'],
      list: 'organizationUnits',
      request: { query: { type: 'all' } },
    },
    { create: orgUnit, upsert: orgUnit, ...kept(`${customer}/orgunits`, 'orgUnitId') },
  ),
  chromeos_devices: listed(
    {
      title: 'ChromeOS devices',
      path: `${customer}/devices/chromeos`,
      page: `${rest}/chromeosdevices/list`,
      schema: ChromeOsDevice,
      key: ['deviceId'],
      list: 'chromeosdevices',
      pageSize: 300,
      request: { query: { projection: 'FULL' } },
    },
    { update: kept(`${customer}/devices/chromeos`, 'deviceId').update },
  ),
  mobile_devices: listed(
    {
      title: 'Mobile devices',
      path: `${customer}/devices/mobile`,
      page: `${rest}/mobiledevices/list`,
      schema: MobileDevice,
      key: ['resourceId'],
      list: 'mobiledevices',
      pageSize: 100,
      request: { query: { projection: 'FULL' } },
    },
    {
      update: repeats({
        method: 'POST',
        path: `${customer}/devices/mobile/{resourceId}/action`,
        bodyFields: { action: '{action}' },
      }),
      delete: kept(`${customer}/devices/mobile`, 'resourceId').delete,
    },
  ),
  devices: listed({
    title: 'Devices of Cloud Identity',
    path: '/v1/devices',
    page: 'reports/v1/guides/devices',
    schema: Device,
    key: ['name'],
    list: 'devices',
    pageSize: 100,
    sizeParameter: 'pageSize',
    request: cloudIdentity,
  }),
  device_users: listed({
    title: 'Users of devices',
    path: '/v1/devices/-/deviceUsers',
    page: 'reports/v1/guides/devices',
    schema: DeviceUser,
    key: ['name'],
    list: 'deviceUsers',
    pageSize: 20,
    sizeParameter: 'pageSize',
    request: cloudIdentity,
  }),
  roles: listed(
    {
      title: 'Roles of administrators',
      path: `${customer}/roles`,
      page: `${rest}/roles/list`,
      schema: Role,
      key: ['roleId'],
      list: 'items',
      pageSize: 100,
    },
    kept(`${customer}/roles`, 'roleId'),
  ),
  role_assignments: listed(
    {
      title: 'Assignments of roles',
      path: `${customer}/roleassignments`,
      page: `${rest}/roleAssignments/list`,
      schema: RoleAssignment,
      key: ['roleAssignmentId'],
      list: 'items',
      pageSize: 200,
    },
    {
      create: roleAssignment,
      delete: repeats({ method: 'DELETE', path: `${customer}/roleassignments/{roleAssignmentId}` }),
    },
  ),
  privileges: listed({
    title: 'Privileges of roles',
    path: `${customer}/roles/ALL/privileges`,
    page: `${rest}/privileges/list`,
    schema: Privilege,
    key: ['serviceId', 'privilegeName'],
    list: 'items',
  }),
  domains: listed(
    {
      title: 'Domains',
      path: `${customer}/domains`,
      page: `${rest}/domains/list`,
      schema: Domain,
      key: ['domainName'],
      list: 'domains',
    },
    { delete: kept(`${customer}/domains`, 'domainName').delete },
  ),
  domain_aliases: listed({
    title: 'Aliases of domains',
    path: `${customer}/domainaliases`,
    page: `${rest}/domainAliases/list`,
    schema: DomainAlias,
    key: ['domainAliasName'],
    list: 'domainAliases',
  }),
  buildings: listed(
    {
      title: 'Buildings',
      path: `${customer}/resources/buildings`,
      page: `${rest}/resources.buildings/list`,
      schema: Building,
      key: ['buildingId'],
      list: 'buildings',
      pageSize: 500,
    },
    named(`${customer}/resources/buildings`, 'buildingId'),
  ),
  calendar_resources: listed(
    {
      title: 'Rooms and equipment',
      path: `${customer}/resources/calendars`,
      page: `${rest}/resources.calendars/list`,
      schema: CalendarResource,
      key: ['resourceId'],
      list: 'items',
      pageSize: 500,
    },
    named(`${customer}/resources/calendars`, 'resourceId'),
  ),
  features: listed({
    title: 'Features of rooms',
    path: `${customer}/resources/features`,
    page: `${rest}/resources.features/list`,
    schema: Feature,
    key: ['name'],
    list: 'features',
    pageSize: 500,
  }),
  schemas: listed({
    title: 'Custom fields of users',
    path: `${customer}/schemas`,
    page: `${rest}/schemas/list`,
    schema: CustomSchema,
    key: ['schemaId'],
    list: 'schemas',
  }),
  printers: listed({
    title: 'Printers',
    path: `${directory}/customers/{config.customer}/chrome/printers`,
    page: `${rest}/customers.chrome.printers/list`,
    schema: Printer,
    list: 'printers',
    pageSize: 100,
    sizeParameter: 'pageSize',
  }),
  alerts: listed({
    title: 'Alerts',
    path: '/v1beta1/alerts',
    page: 'alertcenter/reference/rest/v1beta1/alerts/list',
    schema: Alert,
    key: ['alertId'],
    list: 'alerts',
    pageSize: 100,
    sizeParameter: 'pageSize',
    request: { base: 'https://alertcenter.googleapis.com', query: { orderBy: 'create_time asc' } },
    more: { incremental: { kind: 'server_filter', parameter: 'filter', template: 'createTime >= "{$since}"' } },
  }),
  ...logs,
};
