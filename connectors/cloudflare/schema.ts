import { z } from 'zod';

/** Records of the Cloudflare API: the fields that integrations use. @see https://developers.cloudflare.com/api/ */

const text = z.string().nullish();
const id = z.string().meta({ title: 'Id' });
const flag = z.boolean().nullish();
const amount = z.number().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();

export const Zone = z.looseObject({
  id,
  name: z.string().meta({ title: 'Domain name', example: 'example.com' }),
  account: z.looseObject({ id: text, name: text }).nullish(),
  development_mode: amount,
  name_servers: texts,
  original_name_servers: texts,
  original_registrar: text,
  owner: open,
  vanity_name_servers: texts,
  activated_on: instant,
  created_on: instant,
  modified_on: instant,
});

export const DnsRecord = z.looseObject({
  id: text.meta({ title: 'Id' }),
  zone_id: z.string().optional().meta({ title: 'Id of the zone' }),
  zone_name: z.string().optional().meta({ title: 'Name of the zone' }),
  type: text.meta({ title: 'Type: A, AAAA, CNAME, MX, TXT, …', example: 'A' }),
  name: text.meta({ title: 'Name, with the zone', example: 'www.example.com' }),
  content: text.meta({ title: 'Content', example: '198.51.100.4' }),
  ttl: amount.meta({ title: 'Time to live in seconds; 1 is automatic' }),
  proxied: flag,
  priority: amount,
  comment: text,
  tags: texts,
  created_on: instant,
  modified_on: instant,
});

/** @see https://developers.cloudflare.com/api/resources/dns/subresources/records/methods/create/ */
const recordTypes = [
  'A',
  'AAAA',
  'CAA',
  'CERT',
  'CNAME',
  'DNSKEY',
  'DS',
  'HTTPS',
  'LOC',
  'MX',
  'NAPTR',
  'NS',
  'PTR',
  'SMIMEA',
  'SRV',
  'SSHFP',
  'SVCB',
  'TLSA',
  'TXT',
  'URI',
] as const;

export const NewDnsRecord = z.looseObject({
  zone_id: z.string().meta({ title: 'Id of the zone' }),
  type: z.enum(recordTypes).optional().meta({ title: 'Type' }),
  name: z.string().meta({ title: 'Name, with the zone', example: 'www.example.com' }),
  content: z.string().optional().meta({ title: 'Content', example: '198.51.100.4' }),
  data: z.record(z.string(), z.json()).optional().meta({ title: 'Content of CAA, SRV, TLSA, … by its parts' }),
  ttl: z.number().optional().meta({ title: 'Time to live in seconds; 1 is automatic' }),
  proxied: z.boolean().optional(),
  priority: z.number().optional(),
  comment: z.string().optional(),
  tags: z.array(z.string()).optional(),
});

export const Member = z.looseObject({
  id,
  status: text.meta({ title: 'accepted or pending' }),
  user: z
    .looseObject({
      id: text,
      email: text,
      first_name: text,
      last_name: text,
      two_factor_authentication_enabled: flag,
    })
    .nullish(),
  roles: z.array(z.looseObject({ id: text, name: text, description: text })).nullish(),
});

export const Role = z.looseObject({ id, name: text, description: text });

export const List = z.looseObject({
  id,
  name: text,
  kind: text.meta({ title: 'ip, redirect, hostname or asn' }),
  description: text,
  num_items: amount,
  num_referencing_filters: amount,
  created_on: instant,
  modified_on: instant,
});

export const AccessRule = z.looseObject({
  id,
  mode: text.meta({ title: 'block, challenge, whitelist, js_challenge or managed_challenge' }),
  notes: text,
  configuration: z.looseObject({ target: text, value: text }).nullish(),
  created_on: instant,
  modified_on: instant,
});

export const Tunnel = z.looseObject({
  id,
  name: text,
  status: text.meta({ title: 'inactive, degraded, healthy or down' }),
  tun_type: text,
  connections: z.array(open).nullish(),
  created_at: instant,
  deleted_at: instant,
  conns_active_at: instant,
});

export const AccessUser = z.looseObject({
  id,
  name: text,
  email: text,
  access_seat: flag,
  gateway_seat: flag,
  active_device_count: amount,
  last_successful_login: instant,
  created_at: instant,
  updated_at: instant,
});

export const AccessGroup = z.looseObject({
  id,
  name: text,
  include: z.array(open).nullish(),
  exclude: z.array(open).nullish(),
  require: z.array(open).nullish(),
  created_at: instant,
  updated_at: instant,
});

export const AuditLog = z.looseObject({
  id,
  when: instant,
  action: z.looseObject({ type: text, result: flag }).nullish(),
  actor: z.looseObject({ id: text, email: text, ip: text, type: text }).nullish(),
  resource: z.looseObject({ id: text, type: text }).nullish(),
  owner: z.looseObject({ id: text }).nullish(),
  interface: text,
  metadata: open,
  oldValue: text,
  newValue: text,
});
