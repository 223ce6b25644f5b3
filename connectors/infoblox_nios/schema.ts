import { z } from 'zod';

/** Records of the WAPI: the fields that integrations use. @see https://github.com/infobloxopen/infoblox-nios-go-client */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const amount = z.number().nullish();
const open = z.record(z.string(), z.json()).nullish();
const instant = z.number().nullish().meta({ title: 'Seconds since 1970' });

const referred = {
  _ref: text.meta({ title: 'Object reference' }),
  reference: z.string().optional().meta({ title: 'Object reference without its type' }),
};

const common = {
  ...referred,
  comment: text,
  extattrs: open.meta({ title: 'Extensible attributes' }),
};

const inDns = { ...common, view: text, zone: text, ttl: amount, use_ttl: flag, disable: flag };
const name = text.meta({ title: 'Name (FQDN)', example: 'www.example.com' });
const ipv4addr = text.meta({ title: 'IPv4 address', example: '192.0.2.7' });

const inIpam = {
  ...common,
  network: text.meta({ title: 'Network', example: '192.0.2.0/24' }),
  network_view: text,
  network_container: text,
  utilization: amount.meta({ title: 'Utilization in thousandths' }),
};

export const Network = z.looseObject({ ...inIpam, unmanaged: flag, disable: flag });
export const NetworkContainer = z.looseObject(inIpam);

const HostAddress = z.looseObject({ ipv4addr: text, mac: text, configure_for_dhcp: flag });

export const Host = z.looseObject({
  ...inDns,
  name,
  ipv4addrs: z.array(HostAddress).nullish(),
  ipv6addrs: z.array(z.looseObject({ ipv6addr: text, duid: text })).nullish(),
  aliases: z.array(z.string()).nullish(),
  configure_for_dns: flag,
  network_view: text,
});

export const ARecord = z.looseObject({ ...inDns, name, ipv4addr });
export const AaaaRecord = z.looseObject({ ...inDns, name, ipv6addr: text });
export const CnameRecord = z.looseObject({ ...inDns, name, canonical: text });
export const MxRecord = z.looseObject({ ...inDns, name, mail_exchanger: text, preference: amount });
export const PtrRecord = z.looseObject({ ...inDns, name, ptrdname: text, ipv4addr, ipv6addr: text });
export const TxtRecord = z.looseObject({ ...inDns, name, text });

export const Zone = z.looseObject({
  ...common,
  fqdn: text.meta({ title: 'Name of the zone', example: 'example.com' }),
  view: text,
  zone_format: text.meta({ title: 'FORWARD, IPV4 or IPV6' }),
  ns_group: text,
  soa_serial_number: amount,
  disable: flag,
});

export const FixedAddress = z.looseObject({
  ...common,
  ipv4addr,
  mac: text,
  match_client: text,
  name: text,
  network: text,
  network_view: text,
  disable: flag,
});

export const Range = z.looseObject({
  ...common,
  start_addr: text,
  end_addr: text,
  name: text,
  network: text,
  network_view: text,
  disable: flag,
});

export const Lease = z.looseObject({
  ...referred,
  address: text,
  binding_state: text.meta({ title: 'ACTIVE, FREE, EXPIRED, …' }),
  client_hostname: text,
  hardware: text.meta({ title: 'MAC address' }),
  network: text,
  network_view: text,
  protocol: text,
  served_by: text,
  starts: instant,
  ends: instant,
});

export const NetworkView = z.looseObject({ ...common, name: text, is_default: flag });
export const DnsView = z.looseObject({ ...common, name: text, is_default: flag, network_view: text });

export const Member = z.looseObject({
  ...common,
  host_name: text,
  platform: text,
  vip_setting: open,
});
