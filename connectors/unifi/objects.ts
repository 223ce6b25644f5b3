import type { JsonObject } from '../../core/json.ts';
import type { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** 200 records in a page at most, 1000 of vouchers. @see https://developer.ui.com/network/ */
const paged = (pageSize = 200) =>
  ({ kind: 'offset', parameter: 'offset', sizeParameter: 'limit', pageSize, totalPath: 'totalCount' }) as const;

const { listOf, pagesOf } = restApi({
  docs: () => 'https://developer.ui.com/network/',
  records: { recordsPath: 'data' },
  paginate: paged(),
  paged,
});

interface Naming {
  title: string;
  path: string;
  schema: z.ZodType;
  pageSize?: number;
}

/** Records of each site, whose id they get. */
function ofSite({ path, ...naming }: Naming, operations: HttpObject['operations'] = {}): HttpObject {
  const parents = { from: pagesOf({ path: '/v1/sites' }), key: 'id', copy: { site_id: 'id' } };
  return listOf({ ...naming, path: `/v1/sites/{parent.id}/${path}`, key: ['site_id', 'id'], parents }, operations);
}

/** What is read of a record and not written. The place of a firewall policy is among it, that of an ACL rule is not. */
function toWritten(record: JsonObject): JsonObject {
  const isPolicy = record['loggingEnabled'] !== undefined;
  const readOnly = ['id', 'metadata', 'default', ...(isPolicy ? ['index'] : [])];
  return Object.fromEntries(Object.entries(record).filter(([name]) => !readOnly.includes(name)));
}

/**
 * Records that are replaced as a whole. Lists are searched page by page: neither whether case counts in names is told, nor
 * how soon a list has what was written.
 */
function managed(naming: Naming): HttpObject {
  const path = `/v1/sites/{site_id}/${naming.path}`;
  const find = {
    path,
    recordsPath: 'data',
    paginate: paged(),
    ignoresCase: 'undocumented',
    searchLagMs: 'undocumented',
  } as const;
  return ofSite(naming, writesAt({ path, method: 'PUT', find, keeps: { keepsRest: true, shape: toWritten } }));
}

const vouchers = '/v1/sites/{site_id}/hotspot/vouchers';

export const objects: Readonly<Record<string, HttpObject>> = {
  sites: listOf({ title: 'Sites', path: '/v1/sites', schema: schemas.Site }),
  devices: ofSite({ title: 'Adopted devices', path: 'devices', schema: schemas.Device }),
  pending_devices: listOf({
    title: 'Devices pending adoption',
    path: '/v1/pending-devices',
    key: 'macAddress',
    schema: schemas.PendingDevice,
  }),
  clients: ofSite({ title: 'Connected clients', path: 'clients', schema: schemas.Client }),
  networks: managed({ title: 'Networks', path: 'networks', schema: schemas.Network }),
  wifi_broadcasts: ofSite({ title: 'WiFi broadcasts', path: 'wifi/broadcasts', schema: schemas.WifiBroadcast }),
  firewall_zones: managed({ title: 'Firewall zones', path: 'firewall/zones', schema: schemas.FirewallZone }),
  firewall_policies: managed({
    title: 'Firewall policies',
    path: 'firewall/policies',
    schema: schemas.FirewallPolicy,
  }),
  acl_rules: managed({ title: 'ACL rules', path: 'acl-rules', schema: schemas.AclRule }),
  dns_policies: managed({ title: 'DNS policies', path: 'dns/policies', schema: schemas.DnsPolicy }),
  traffic_matching_lists: managed({
    title: 'Traffic matching lists',
    path: 'traffic-matching-lists',
    schema: schemas.TrafficMatchingList,
  }),
  vouchers: ofSite(
    { title: 'Hotspot vouchers', path: 'hotspot/vouchers', schema: schemas.Voucher, pageSize: 1000 },
    {
      create: nonIdempotent(`POST ${vouchers}`, { targetIdPath: 'vouchers[0].id' }),
      delete: idempotent(`DELETE ${vouchers}/{id}`),
    },
  ),
};
