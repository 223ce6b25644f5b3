import { z } from 'zod';

/** Records of Universal DDI: the fields that integrations use. @see https://github.com/infobloxopen/bloxone-go-client */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const amount = z.number().nullish();
const open = z.record(z.string(), z.json()).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });

const common = {
  id: text.meta({ title: 'Id: type and UUID' }),
  uuid: z.string().optional().meta({ title: 'UUID' }),
  comment: text,
  tags: open,
  created_at: instant,
  updated_at: instant,
};

export const IpSpace = z.looseObject({ ...common, name: text });

export const Subnet = z.looseObject({
  ...common,
  name: text,
  address: text.meta({ title: 'Address', example: '192.0.2.0' }),
  cidr: amount.meta({ title: 'Prefix length' }),
  space: text.meta({ title: 'Id of the IP space' }),
  parent: text,
  protocol: text,
});

export const Range = z.looseObject({ ...common, name: text, start: text, end: text, space: text, parent: text });

export const Address = z.looseObject({
  ...common,
  address: text,
  hwaddr: text.meta({ title: 'MAC address' }),
  host: text,
  space: text,
  parent: text,
  range: text,
  state: text,
});

export const IpamHost = z.looseObject({
  ...common,
  name: text,
  addresses: z.array(z.looseObject({ address: text, space: text })).nullish(),
});

export const FixedAddress = z.looseObject({
  ...common,
  name: text,
  address: text,
  ip_space: text,
  match_type: text,
  match_value: text,
  hostname: text,
});

export const DhcpHost = z.looseObject({ id: common.id, uuid: common.uuid, name: text, address: text, ip_space: text });

export const View = z.looseObject({ ...common, name: text, disabled: flag });

export const Zone = z.looseObject({
  ...common,
  fqdn: text.meta({ title: 'Name of the zone', example: 'example.com.' }),
  view: text,
  disabled: flag,
});

export const InfraHost = z.looseObject({
  id: common.id,
  uuid: common.uuid,
  display_name: text,
  host_type: text,
  host_version: text,
  ip_address: text,
  serial_number: text,
  created_at: instant,
  updated_at: instant,
});

export const InfraService = z.looseObject({
  id: common.id,
  uuid: common.uuid,
  name: text,
  service_type: text,
  desired_state: text,
  pool_id: text,
  created_at: instant,
  updated_at: instant,
});
