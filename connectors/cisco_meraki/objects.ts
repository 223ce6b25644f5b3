import type { HttpObject } from '../kit/object-types.ts';
import { type ListedObject, restApi } from '../kit/rest.ts';
import { type Find, idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** Pages are linked. @see https://developer.cisco.com/meraki/api-v1/pagination/ */
const paged = (pageSize: number) => ({ kind: 'link_header', sizeParameter: 'perPage', pageSize }) as const;
const { listOf, objectOf, pagesOf } = restApi({
  docs: (operation) => `https://developer.cisco.com/meraki/api-v1/${operation}/`,
  paged,
});
const organization = '/organizations/{config.organization_id}';
const dayMs = 86_400_000;

/** Lists that are read per network. Networks without the product respond with an error. */
function ofNetworks(list: ListedObject & { key?: string }, operations?: HttpObject['operations']): HttpObject {
  const { path, key = 'id' } = list;
  const parents = {
    from: pagesOf({ path: `${organization}/networks`, pageSize: 1000 }),
    key: 'id',
    copy: { networkId: 'id' },
  };
  return listOf({ ...list, path: `/networks/{parent.id}/${path}`, key: ['networkId', key], parents }, operations);
}

/** Records are found by searching the whole list, which has no filter. */
function managed(path: string, find: Partial<Find> = {}, record?: string): HttpObject['operations'] {
  return writesAt({
    path,
    method: 'PUT',
    find: { path, paginate: { kind: 'none' }, ...find },
    ...(record === undefined ? {} : { record }),
  });
}

/** Events of a time window. The vendor keeps a year. */
const inTime = { kind: 'time_window', from: 't0', to: 't1', spanMs: 30 * dayMs, historyMs: 364 * dayMs } as const;

export const objects: Readonly<Record<string, HttpObject>> = {
  organizations: listOf({
    title: 'Organizations',
    path: '/organizations',
    docs: 'get-organizations',
    schema: schemas.Organization,
  }),
  networks: listOf(
    {
      title: 'Networks',
      path: `${organization}/networks`,
      docs: 'get-organization-networks',
      schema: schemas.Network,
      pageSize: 1000,
    },
    managed(`${organization}/networks`, { paginate: paged(10_000) }, '/networks/{id}'),
  ),
  devices: listOf(
    {
      title: 'Devices in networks',
      path: `${organization}/devices`,
      docs: 'get-organization-devices',
      schema: schemas.Device,
      key: 'serial',
      pageSize: 1000,
      incremental: { kind: 'server_filter', parameter: 'configurationUpdatedAfter' },
    },
    { update: idempotent('PUT /devices/{serial}') },
  ),
  network_devices: objectOf(
    { title: 'Membership of devices in networks', docs: 'claim-network-devices', key: ['networkId', 'serial'] },
    {
      upsert: idempotent({
        method: 'POST',
        path: '/networks/{networkId}/devices/claim',
        bodyFields: { 'serials[0]': '{serial}' },
      }),
      delete: idempotent(
        { method: 'POST', path: '/networks/{networkId}/devices/remove', bodyFields: { serial: '{serial}' } },
        { effect: 'reversible' },
      ),
    },
  ),
  inventory_devices: listOf({
    title: 'Inventory devices',
    path: `${organization}/inventory/devices`,
    docs: 'get-organization-inventory-devices',
    schema: schemas.InventoryDevice,
    key: 'serial',
    pageSize: 1000,
  }),
  device_statuses: listOf({
    title: 'Device statuses',
    path: `${organization}/devices/statuses`,
    docs: 'get-organization-devices-statuses',
    schema: schemas.DeviceStatus,
    key: 'serial',
    pageSize: 1000,
  }),
  device_availabilities: listOf({
    title: 'Device availabilities',
    path: `${organization}/devices/availabilities`,
    docs: 'get-organization-devices-availabilities',
    schema: schemas.Availability,
    key: 'serial',
    pageSize: 1000,
  }),
  uplink_statuses: listOf({
    title: 'Uplink statuses',
    path: `${organization}/uplinks/statuses`,
    docs: 'get-organization-uplinks-statuses',
    schema: schemas.UplinkStatus,
    key: 'serial',
    pageSize: 1000,
  }),
  switch_ports: listOf({
    title: 'Switch ports',
    path: `${organization}/switch/ports/bySwitch`,
    docs: 'get-organization-switch-ports-by-switch',
    schema: schemas.SwitchPorts,
    key: 'serial',
    pageSize: 50,
    incremental: { kind: 'server_filter', parameter: 'configurationUpdatedAfter' },
  }),
  clients: ofNetworks({
    title: 'Network clients of the last 31 days',
    path: 'clients',
    docs: 'get-network-clients',
    schema: schemas.Client,
    query: { timespan: '2678400' },
    pageSize: 1000,
  }),
  admins: listOf(
    { title: 'Administrators', path: `${organization}/admins`, docs: 'get-organization-admins', schema: schemas.Admin },
    managed(`${organization}/admins`),
  ),
  saml_roles: listOf(
    {
      title: 'SAML roles',
      path: `${organization}/samlRoles`,
      docs: 'get-organization-saml-roles',
      schema: schemas.SamlRole,
    },
    managed(`${organization}/samlRoles`),
  ),
  auth_users: ofNetworks(
    {
      title: 'Meraki authentication users: guests, VPN and 802.1X',
      path: 'merakiAuthUsers',
      docs: 'get-network-meraki-auth-users',
      schema: schemas.AuthUser,
    },
    managed('/networks/{networkId}/merakiAuthUsers'),
  ),
  managed_devices: ofNetworks({
    title: 'Systems Manager devices',
    path: 'sm/devices',
    docs: 'get-network-sm-devices',
    schema: schemas.ManagedDevice,
    pageSize: 1000,
  }),
  configuration_changes: listOf({
    title: 'Configuration changes',
    path: `${organization}/configurationChanges`,
    docs: 'get-organization-configuration-changes',
    schema: schemas.Change,
    key: ['ts', 'adminId', 'label'],
    // The newest come first, and older ones are linked as previous. @see https://github.com/Azure/Azure-Sentinel/pull/11195
    paginate: { ...paged(5000), rel: 'prev' },
    incremental: inTime,
  }),
  security_events: listOf({
    title: 'Security events',
    path: `${organization}/appliance/security/events`,
    docs: 'get-organization-appliance-security-events',
    schema: schemas.SecurityEvent,
    key: ['ts', 'clientMac', 'srcIp', 'destIp'],
    pageSize: 1000,
    query: { sortOrder: 'ascending' },
    incremental: inTime,
  }),
  licenses: listOf({
    title: 'Per-device licenses',
    path: `${organization}/licenses`,
    docs: 'get-organization-licenses',
    schema: schemas.License,
    pageSize: 1000,
  }),
  policy_objects: listOf(
    {
      title: 'Policy objects',
      path: `${organization}/policyObjects`,
      docs: 'get-organization-policy-objects',
      schema: schemas.PolicyObject,
      pageSize: 5000,
    },
    managed(`${organization}/policyObjects`, { paginate: paged(5000) }),
  ),
  policy_groups: listOf(
    {
      title: 'Policy object groups',
      path: `${organization}/policyObjects/groups`,
      docs: 'get-organization-policy-objects-groups',
      schema: schemas.PolicyGroup,
      pageSize: 1000,
    },
    managed(`${organization}/policyObjects/groups`, { paginate: paged(1000) }),
  ),
  configuration_templates: listOf({
    title: 'Configuration templates',
    path: `${organization}/configTemplates`,
    docs: 'get-organization-config-templates',
    schema: schemas.Template,
  }),
  group_policies: ofNetworks({
    title: 'Network group policies',
    path: 'groupPolicies',
    docs: 'get-network-group-policies',
    schema: schemas.GroupPolicy,
    key: 'groupPolicyId',
  }),
  vlans: ofNetworks({
    title: 'Appliance VLANs',
    path: 'appliance/vlans',
    docs: 'get-network-appliance-vlans',
    schema: schemas.Vlan,
  }),
  ssids: ofNetworks(
    {
      title: 'Wireless SSIDs',
      path: 'wireless/ssids',
      docs: 'get-network-wireless-ssids',
      schema: schemas.Ssid,
      key: 'number',
    },
    { update: idempotent('PUT /networks/{networkId}/wireless/ssids/{number}') },
  ),
  webhooks: ofNetworks({
    title: 'Webhook HTTP servers',
    path: 'webhooks/httpServers',
    docs: 'get-network-webhooks-http-servers',
    schema: schemas.Webhook,
  }),
};
