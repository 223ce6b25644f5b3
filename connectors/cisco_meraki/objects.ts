import type { z } from 'zod';
import { type HttpObject, reads, writes } from '../kit/define.ts';
import type { GivenPages, GivenRequest, HttpWrite } from '../kit/http/operations.ts';
import { namesParent } from '../kit/http/names-record.ts';
import * as schemas from './schema.ts';

const docs = 'https://developer.cisco.com/meraki/api-v1';
const organization = '/organizations/{config.organization_id}';
const dayMs = 86_400_000;

interface Listing {
  title: string;
  path: string;
  /** The vendor's name of the operation. */
  page: string;
  schema: z.ZodType;
  key?: string | readonly string[];
  /** Most records a page; absent: the endpoint gives all at once. */
  pageSize?: number;
  query?: Record<string, string>;
  incremental?: GivenPages['incremental'];
}

/** Pages are linked. @see https://developer.cisco.com/meraki/api-v1/pagination/ */
function pages({ path, pageSize, query = {} }: Pick<Listing, 'path' | 'pageSize' | 'query'>) {
  return {
    kind: 'pages',
    request: { method: 'GET', path, query },
    format: { kind: 'json' },
    paginate: pageSize === undefined ? { kind: 'none' } : { kind: 'link_header', sizeParameter: 'perPage', pageSize },
  } satisfies GivenPages;
}

const allNetworks = pages({ path: `${organization}/networks`, pageSize: 1000 });

function listed(listing: Listing, rest: HttpObject['operations'] = {}, parents?: GivenPages['parents']): HttpObject {
  const { title, page, schema, key = 'id', incremental } = listing;
  const list = reads({
    ...pages(listing),
    ...(incremental === undefined ? {} : { incremental }),
    ...(parents === undefined ? {} : { parents }),
  });
  return {
    title,
    key: typeof key === 'string' ? [key] : key,
    schema,
    docsUrl: `${docs}/${page}/`,
    operations: { list, ...rest },
  };
}

/** What is read network by network. Networks without the product answer that they have none. */
function ofNetworks(
  listing: Omit<Listing, 'path' | 'key'> & { path: string; key?: string },
  rest: HttpObject['operations'] = {},
): HttpObject {
  const { path, key = 'id' } = listing;
  return listed({ ...listing, path: `/networks/{parent.id}/${path}`, key: ['networkId', key] }, rest, {
    from: allNetworks,
    key: 'id',
    copy: { networkId: 'id' },
  });
}

const byKey = { kind: 'put_by_key' } as const;
const byAddress = (request: GivenRequest, further: Partial<Parameters<typeof writes>[0]> = {}): HttpWrite =>
  writes({ request, idempotency: byKey, ...further });

/** Records are looked for in the whole list, which has no filter. */
function managed(path: string, at = path, pageSize?: number): HttpObject['operations'] {
  const { request, paginate } = pages({ path, ...(pageSize === undefined ? {} : { pageSize }) });
  const write = writes({
    request: { method: 'POST', path },
    update: { method: 'PUT', path: `${at}/{$target_id}` },
    idempotency: { kind: 'find', request, paginate, ...(namesParent(path) ? { notFoundIsAbsent: true } : {}) },
    targetIdPath: 'id',
  });
  return { create: write, update: write, upsert: write, delete: byAddress({ method: 'DELETE', path: `${at}/{id}` }) };
}

/** What happened in a span of time; the vendor keeps a year. */
const inTime = { kind: 'time_window', from: 't0', to: 't1', spanMs: 30 * dayMs, historyMs: 364 * dayMs } as const;

export const objects: Readonly<Record<string, HttpObject>> = {
  organizations: listed({
    title: 'Organizations',
    path: '/organizations',
    page: 'get-organizations',
    schema: schemas.Organization,
  }),
  networks: listed(
    {
      title: 'Networks',
      path: `${organization}/networks`,
      page: 'get-organization-networks',
      schema: schemas.Network,
      pageSize: 1000,
    },
    managed(`${organization}/networks`, '/networks', 10_000),
  ),
  devices: listed(
    {
      title: 'Devices in networks',
      path: `${organization}/devices`,
      page: 'get-organization-devices',
      schema: schemas.Device,
      key: 'serial',
      pageSize: 1000,
      incremental: { kind: 'server_filter', parameter: 'configurationUpdatedAfter' },
    },
    { update: byAddress({ method: 'PUT', path: '/devices/{serial}' }) },
  ),
  network_devices: {
    title: 'Membership of devices in networks',
    key: ['networkId', 'serial'],
    docsUrl: `${docs}/claim-network-devices/`,
    operations: {
      upsert: byAddress({
        method: 'POST',
        path: '/networks/{networkId}/devices/claim',
        bodyFields: { 'serials[0]': '{serial}' },
      }),
      delete: byAddress(
        { method: 'POST', path: '/networks/{networkId}/devices/remove', bodyFields: { serial: '{serial}' } },
        { effect: 'reversible' },
      ),
    },
  },
  inventory_devices: listed({
    title: 'Devices of the inventory',
    path: `${organization}/inventory/devices`,
    page: 'get-organization-inventory-devices',
    schema: schemas.InventoryDevice,
    key: 'serial',
    pageSize: 1000,
  }),
  device_statuses: listed({
    title: 'Statuses of devices',
    path: `${organization}/devices/statuses`,
    page: 'get-organization-devices-statuses',
    schema: schemas.DeviceStatus,
    key: 'serial',
    pageSize: 1000,
  }),
  device_availabilities: listed({
    title: 'Availability of devices',
    path: `${organization}/devices/availabilities`,
    page: 'get-organization-devices-availabilities',
    schema: schemas.Availability,
    key: 'serial',
    pageSize: 1000,
  }),
  uplink_statuses: listed({
    title: 'Statuses of uplinks',
    path: `${organization}/uplinks/statuses`,
    page: 'get-organization-uplinks-statuses',
    schema: schemas.UplinkStatus,
    key: 'serial',
    pageSize: 1000,
  }),
  switch_ports: listed({
    title: 'Ports of switches',
    path: `${organization}/switch/ports/bySwitch`,
    page: 'get-organization-switch-ports-by-switch',
    schema: schemas.SwitchPorts,
    key: 'serial',
    pageSize: 50,
    incremental: { kind: 'server_filter', parameter: 'configurationUpdatedAfter' },
  }),
  clients: ofNetworks({
    title: 'Clients of networks, of the last 31 days',
    path: 'clients',
    page: 'get-network-clients',
    schema: schemas.Client,
    query: { timespan: '2678400' },
    pageSize: 1000,
  }),
  admins: listed(
    {
      title: 'Administrators',
      path: `${organization}/admins`,
      page: 'get-organization-admins',
      schema: schemas.Admin,
    },
    managed(`${organization}/admins`),
  ),
  saml_roles: listed(
    {
      title: 'Roles of SAML',
      path: `${organization}/samlRoles`,
      page: 'get-organization-saml-roles',
      schema: schemas.SamlRole,
    },
    managed(`${organization}/samlRoles`),
  ),
  auth_users: ofNetworks(
    {
      title: 'Users of Meraki authentication: guests, VPN and 802.1X',
      path: 'merakiAuthUsers',
      page: 'get-network-meraki-auth-users',
      schema: schemas.AuthUser,
    },
    managed('/networks/{networkId}/merakiAuthUsers'),
  ),
  managed_devices: ofNetworks({
    title: 'Devices of Systems Manager',
    path: 'sm/devices',
    page: 'get-network-sm-devices',
    schema: schemas.ManagedDevice,
    pageSize: 1000,
  }),
  configuration_changes: listed({
    title: 'Changes of the configuration',
    path: `${organization}/configurationChanges`,
    page: 'get-organization-configuration-changes',
    schema: schemas.Change,
    key: ['ts', 'adminId', 'label'],
    pageSize: 5000,
    incremental: inTime,
  }),
  security_events: listed({
    title: 'Security events',
    path: `${organization}/appliance/security/events`,
    page: 'get-organization-appliance-security-events',
    schema: schemas.SecurityEvent,
    key: ['ts', 'clientMac', 'srcIp', 'destIp'],
    pageSize: 1000,
    query: { sortOrder: 'ascending' },
    incremental: inTime,
  }),
  licenses: listed({
    title: 'Licenses by device',
    path: `${organization}/licenses`,
    page: 'get-organization-licenses',
    schema: schemas.License,
    pageSize: 1000,
  }),
  policy_objects: listed(
    {
      title: 'Policy objects: addresses and names',
      path: `${organization}/policyObjects`,
      page: 'get-organization-policy-objects',
      schema: schemas.PolicyObject,
      pageSize: 5000,
    },
    managed(`${organization}/policyObjects`, undefined, 5000),
  ),
  policy_groups: listed(
    {
      title: 'Groups of policy objects',
      path: `${organization}/policyObjects/groups`,
      page: 'get-organization-policy-objects-groups',
      schema: schemas.PolicyGroup,
      pageSize: 1000,
    },
    managed(`${organization}/policyObjects/groups`, undefined, 1000),
  ),
  configuration_templates: listed({
    title: 'Templates of configuration',
    path: `${organization}/configTemplates`,
    page: 'get-organization-config-templates',
    schema: schemas.Template,
  }),
  group_policies: ofNetworks({
    title: 'Group policies of networks',
    path: 'groupPolicies',
    page: 'get-network-group-policies',
    schema: schemas.GroupPolicy,
    key: 'groupPolicyId',
  }),
  vlans: ofNetworks({
    title: 'VLANs of networks',
    path: 'appliance/vlans',
    page: 'get-network-appliance-vlans',
    schema: schemas.Vlan,
  }),
  ssids: ofNetworks(
    {
      title: 'Wireless networks',
      path: 'wireless/ssids',
      page: 'get-network-wireless-ssids',
      schema: schemas.Ssid,
      key: 'number',
    },
    { update: byAddress({ method: 'PUT', path: '/networks/{networkId}/wireless/ssids/{number}' }) },
  ),
  webhooks: ofNetworks({
    title: 'Receivers of webhooks',
    path: 'webhooks/httpServers',
    page: 'get-network-webhooks-http-servers',
    schema: schemas.Webhook,
  }),
};
