import { z } from 'zod';

/** Records of the NetBird API: the fields that integrations use. @see https://docs.netbird.io/api */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const id = z.string().meta({ title: 'Id' });
const network_id = z.string().meta({ title: 'Id of the network' });
const zone_id = z.string().meta({ title: 'Id of the zone' });

export const User = z.looseObject({
  id,
  email: text,
  name: text,
  role: text,
  status: text.meta({ title: 'active, invited or blocked' }),
  is_service_user: flag,
  is_blocked: flag,
  pending_approval: flag,
  auto_groups: texts.meta({ title: 'Groups that new peers of the user join' }),
  issued: text,
  last_login: instant,
});

export const Invite = z.looseObject({
  id,
  email: text,
  name: text,
  role: text,
  auto_groups: texts,
  created_at: instant,
  expires_at: instant,
  expired: flag,
});

export const Peer = z.looseObject({
  id,
  name: text,
  hostname: text,
  dns_label: text,
  ip: text,
  ipv6: text,
  connection_ip: text,
  connected: flag,
  last_seen: instant,
  last_login: instant,
  created_at: instant,
  os: text,
  kernel_version: text,
  version: text,
  serial_number: text,
  user_id: text,
  groups: list,
  ssh_enabled: flag,
  login_expired: flag,
  login_expiration_enabled: flag,
  inactivity_expiration_enabled: flag,
  approval_required: flag,
  country_code: text,
  city_name: text,
  ephemeral: flag,
});

export const SetupKey = z.looseObject({
  id,
  name: text,
  type: text.meta({ title: 'reusable or one-off' }),
  state: text,
  valid: flag,
  revoked: flag,
  expires: instant,
  last_used: instant,
  updated_at: instant,
  used_times: whole,
  usage_limit: whole,
  auto_groups: texts,
  ephemeral: flag,
});

export const Group = z.looseObject({
  id,
  name: text,
  issued: text.meta({ title: 'api, integration or jwt' }),
  peers_count: whole,
  resources_count: whole,
  peers: list,
  resources: list,
});

export const Policy = z.looseObject({
  id: text.meta({ title: 'Id' }),
  name: text,
  description: text,
  enabled: flag,
  rules: list,
  source_posture_checks: texts,
});

export const PostureCheck = z.looseObject({ id, name: text, description: text, checks: open });

export const Route = z.looseObject({
  id,
  network_id: text.meta({ title: 'Name that routes of the same network share' }),
  network_type: text,
  description: text,
  enabled: flag,
  peer: text,
  peer_groups: texts,
  network: text,
  domains: texts,
  metric: whole,
  masquerade: flag,
  groups: texts,
});

export const Network = z.looseObject({
  id,
  name: text,
  description: text,
  routers: texts,
  resources: texts,
  policies: texts,
  routing_peers_count: whole,
});

export const Resource = z.looseObject({
  network_id,
  id,
  name: text,
  description: text,
  type: text.meta({ title: 'host, subnet or domain' }),
  address: text,
  enabled: flag,
  groups: list,
});

export const Router = z.looseObject({
  network_id,
  id,
  peer: text,
  peer_groups: texts,
  metric: whole,
  masquerade: flag,
  enabled: flag,
});

export const NameserverGroup = z.looseObject({
  id,
  name: text,
  description: text,
  nameservers: list,
  enabled: flag,
  primary: flag,
  domains: texts,
  groups: texts,
  search_domains_enabled: flag,
});

export const Zone = z.looseObject({
  id,
  name: text,
  domain: text,
  enabled: flag,
  enable_search_domain: flag,
  distribution_groups: texts,
  records: list,
});

export const ZoneRecord = z.looseObject({ zone_id, id, name: text, type: text, content: text, ttl: whole });

export const AuditEvent = z.looseObject({
  id,
  timestamp: instant,
  activity: text,
  activity_code: text,
  initiator_id: text,
  initiator_name: text,
  initiator_email: text,
  target_id: text,
  meta: open,
});

export const IdentityProvider = z.looseObject({ id, name: text, type: text, issuer: text, client_id: text });
