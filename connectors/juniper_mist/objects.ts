import type { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import { type ListedObject, restApi } from '../kit/rest.ts';
import { type Collection, idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const organization = '/orgs/{config.org_id}';
const dayMs = 86_400_000;

/** Pages are counted. @see https://github.com/mistsys/mist_openapi (limit, page) */
const paged = (pageSize: number) => ({ kind: 'page', parameter: 'page', sizeParameter: 'limit', pageSize }) as const;

/** Searches link their next page. */
const linked = { kind: 'next_url', path: 'next', sizeParameter: 'limit', pageSize: 1000 } as const;

const { listOf } = restApi({ docs: () => 'https://github.com/mistsys/mist_openapi', paged });

/** Whether the filters of some lists take whole values only is not told: all pages are searched. */
const searched = { paginate: paged(1000), ignoresCase: 'undocumented', searchLagMs: 'undocumented' } as const;

/** A collection that can be written. Lists have no filter: a record is searched in all of it. */
function managed(
  title: string,
  name: string,
  schema: z.ZodType,
  { list = {}, writes = {} }: { list?: Partial<ListedObject>; writes?: Partial<Collection> } = {},
): HttpObject {
  const path = `${organization}/${name}`;
  return listOf(
    { title, path, schema, pageSize: 1000, find: true, ...list },
    writesAt({ path, method: 'PUT', find: { path, ...searched }, ...writes }),
  );
}

/** Profiles of one type: a list without a type has those of access points only. Each profile names its own. */
function profiles(title: string, type: 'ap' | 'switch' | 'gateway'): HttpObject {
  return managed(title, 'deviceprofiles', schemas.DeviceProfile, {
    list: { query: { type } },
    writes: { find: { path: `${organization}/deviceprofiles`, query: { type: '{type}' }, ...searched } },
  });
}

/** Entries of a time span, each at most a day long. */
const inTime = {
  kind: 'time_window',
  from: 'start',
  to: 'end',
  format: 'epoch_s',
  spanMs: dayMs,
  historyMs: 29 * dayMs,
} as const;

/** Clients seen in the last week. */
function clients(title: string, path: string, schema: z.ZodType, more: Partial<ListedObject> = {}): HttpObject {
  return listOf({
    title,
    path: `${organization}/${path}/search`,
    schema,
    key: 'mac',
    recordsPath: 'results',
    query: { duration: '7d' },
    paginate: linked,
    ...more,
  });
}

export const objects: Readonly<Record<string, HttpObject>> = {
  sites: managed('Sites', 'sites', schemas.Site, {
    list: { find: '/sites/{value}' },
    writes: { record: '/sites/{id}' },
  }),
  site_groups: managed('Site groups', 'sitegroups', schemas.SiteGroup),
  inventory: listOf({
    title: 'Inventory of devices',
    path: `${organization}/inventory`,
    schema: schemas.InventoryDevice,
    query: { vc: 'true' },
    pageSize: 1000,
    incremental: { kind: 'server_filter', parameter: 'modified_after', format: 'epoch_s' },
  }),
  device_statuses: listOf({
    title: 'Statuses of devices',
    path: `${organization}/stats/devices`,
    schema: schemas.DeviceStatus,
    query: { type: 'all' },
    pageSize: 1000,
  }),
  network_templates: managed('Switch templates', 'networktemplates', schemas.NetworkTemplate),
  gateway_templates: managed('WAN edge templates', 'gatewaytemplates', schemas.GatewayTemplate),
  rf_templates: managed('Radio templates', 'rftemplates', schemas.RadioTemplate),
  wlan_templates: managed('WLAN templates', 'templates', schemas.WlanTemplate),
  device_profiles: profiles('Device profiles of access points', 'ap'),
  switch_profiles: profiles('Device profiles of switches', 'switch'),
  gateway_profiles: profiles('Device profiles of WAN edges', 'gateway'),
  wlans: managed('WLANs', 'wlans', schemas.Wlan),
  psks: managed('Pre-shared keys', 'psks', schemas.Psk, {
    writes: { find: { path: `${organization}/psks`, query: { name: '{name}' }, ...searched } },
  }),
  nac_rules: managed('Access rules', 'nacrules', schemas.NacRule),
  nac_tags: managed('Access labels', 'nactags', schemas.NacTag, {
    writes: { find: { path: `${organization}/nactags`, query: { name: '{name}' }, ...searched } },
  }),
  nac_endpoints: managed('Endpoints of access assurance', 'usermacs', schemas.NacEndpoint, {
    list: { path: `${organization}/usermacs/search`, find: `${organization}/usermacs/{value}` },
    // "Partial/full MAC address": others may stand before the one that is meant.
    writes: { find: { path: `${organization}/usermacs/search`, query: { mac: '{mac}' }, ...searched } },
  }),
  networks: managed('Networks', 'networks', schemas.Network),
  services: managed('Applications', 'services', schemas.Service),
  edges: managed('Mist Edges', 'mxedges', schemas.Edge),
  webhooks: managed('Webhooks', 'webhooks', schemas.Hook),
  admins: listOf(
    { title: 'Administrators', path: `${organization}/admins`, key: 'admin_id', schema: schemas.Admin },
    {
      update: idempotent(`PUT ${organization}/admins/{admin_id}`),
      delete: idempotent(`DELETE ${organization}/admins/{admin_id}`),
    },
  ),
  alarms: listOf({
    title: 'Alarms',
    path: `${organization}/alarms/search`,
    schema: schemas.Alarm,
    recordsPath: 'results',
    query: { sort: 'timestamp' },
    paginate: linked,
    incremental: inTime,
  }),
  audit_logs: listOf({
    title: 'Audit log',
    path: `${organization}/logs`,
    schema: schemas.LogEntry,
    recordsPath: 'results',
    query: { sort: 'timestamp' },
    pageSize: 1000,
    incremental: inTime,
  }),
  wireless_clients: clients('Wireless clients', 'clients', schemas.WirelessClient),
  wired_clients: clients('Wired clients', 'wired_clients', schemas.WiredClient),
  nac_clients: clients('Clients of access assurance', 'nac_clients', schemas.NacClient, { paginate: paged(1000) }),
};
