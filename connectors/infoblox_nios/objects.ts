import type { z } from 'zod';
import { toPlainText } from '../kit/type-guards.ts';
import type { JsonObject } from '../../core/json.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** @see https://github.com/infobloxopen/infoblox-client/blob/master/infoblox_client/connector.py (paging) */
const paginate = {
  kind: 'cursor',
  parameter: '_page_id',
  path: 'next_page_id',
  sizeParameter: '_max_results',
  pageSize: 1000,
} as const;

const { listOf } = restApi({
  docs: () => 'https://github.com/infobloxopen/infoblox-nios-go-client',
  key: 'reference',
  records: { recordsPath: 'result' },
  paginate,
});

/** An object reference is `TYPE/ID:NAME`. What follows the type is its address below the type. */
function withReference(record: JsonObject): JsonObject {
  const ref = toPlainText(record['_ref']);
  return { ...record, reference: ref.slice(ref.indexOf('/') + 1) };
}

const asObject = { _return_as_object: '1' };

interface Kind {
  title: string;
  type: string;
  schema: z.ZodType;
  /** Fields that are not returned by default. */
  fields: readonly string[];
}

function listed({ title, type, schema, fields }: Kind, operations: HttpObject['operations'] = {}): HttpObject {
  return listOf(
    {
      title,
      path: `/${type}`,
      schema,
      query: { ...asObject, _paging: '1', ...(fields.length === 0 ? {} : { '_return_fields+': fields.join(',') }) },
      shape: withReference,
    },
    operations,
  );
}

/** @param by Fields that records are looked up by before one is created, of those that searches take. */
function managed(kind: Kind, by: readonly string[]): HttpObject {
  const path = `/${kind.type}`;
  const query = Object.fromEntries(by.map((field) => [field, `{${field}}`]));
  return listed(kind, {
    create: findOrCreate(
      { method: 'POST', path, query: asObject },
      {
        find: { path, query: { ...asObject, ...query }, recordsPath: 'result', idPath: '_ref' },
        targetIdPath: 'result',
      },
    ),
    update: idempotent(`PUT ${path}/{+reference}`),
    delete: idempotent(`DELETE ${path}/{+reference}`),
  });
}

const common = ['comment', 'extattrs'];
const ofDns = [...common, 'disable', 'ttl', 'use_ttl', 'zone'];

export const objects: Readonly<Record<string, HttpObject>> = {
  networks: managed(
    {
      title: 'Networks',
      type: 'network',
      schema: schemas.Network,
      fields: [...common, 'disable', 'network_container', 'utilization', 'unmanaged'],
    },
    ['network'],
  ),
  network_containers: managed(
    {
      title: 'Network containers',
      type: 'networkcontainer',
      schema: schemas.NetworkContainer,
      fields: [...common, 'network_container', 'utilization'],
    },
    ['network'],
  ),
  hosts: managed(
    {
      title: 'Hosts',
      type: 'record:host',
      schema: schemas.Host,
      fields: [...ofDns, 'aliases', 'configure_for_dns', 'network_view'],
    },
    ['name'],
  ),
  a_records: managed({ title: 'A records', type: 'record:a', schema: schemas.ARecord, fields: ofDns }, [
    'name',
    'ipv4addr',
  ]),
  aaaa_records: managed({ title: 'AAAA records', type: 'record:aaaa', schema: schemas.AaaaRecord, fields: ofDns }, [
    'name',
    'ipv6addr',
  ]),
  cname_records: managed({ title: 'CNAME records', type: 'record:cname', schema: schemas.CnameRecord, fields: ofDns }, [
    'name',
  ]),
  mx_records: managed({ title: 'MX records', type: 'record:mx', schema: schemas.MxRecord, fields: ofDns }, [
    'name',
    'mail_exchanger',
  ]),
  ptr_records: managed(
    {
      title: 'PTR records',
      type: 'record:ptr',
      schema: schemas.PtrRecord,
      fields: [...ofDns, 'name', 'ipv4addr', 'ipv6addr'],
    },
    ['ptrdname', 'name'],
  ),
  txt_records: managed({ title: 'TXT records', type: 'record:txt', schema: schemas.TxtRecord, fields: ofDns }, [
    'name',
    'text',
  ]),
  zones: managed(
    {
      title: 'Authoritative zones',
      type: 'zone_auth',
      schema: schemas.Zone,
      fields: [...common, 'disable', 'zone_format', 'ns_group', 'soa_serial_number'],
    },
    ['fqdn'],
  ),
  fixed_addresses: managed(
    {
      title: 'Fixed addresses',
      type: 'fixedaddress',
      schema: schemas.FixedAddress,
      fields: [...common, 'disable', 'mac', 'match_client', 'name', 'network'],
    },
    ['ipv4addr'],
  ),
  ranges: managed(
    { title: 'DHCP ranges', type: 'range', schema: schemas.Range, fields: ['extattrs', 'disable', 'name', 'member'] },
    ['start_addr', 'end_addr'],
  ),
  leases: listed({
    title: 'DHCP leases',
    type: 'lease',
    schema: schemas.Lease,
    fields: ['binding_state', 'client_hostname', 'hardware', 'network', 'starts', 'ends', 'served_by', 'protocol'],
  }),
  network_views: listed({
    title: 'Network views',
    type: 'networkview',
    schema: schemas.NetworkView,
    fields: ['extattrs'],
  }),
  dns_views: listed({
    title: 'DNS views',
    type: 'view',
    schema: schemas.DnsView,
    fields: ['extattrs', 'network_view'],
  }),
  members: listed({
    title: 'Grid members',
    type: 'member',
    schema: schemas.Member,
    fields: [...common, 'vip_setting', 'node_info'],
  }),
};
