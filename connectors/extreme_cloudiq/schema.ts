import { z } from 'zod';

/** Records of the ExtremeCloud IQ API: the fields that integrations use. @see https://github.com/extremenetworks/ExtremeCloudIQ-OpenAPI */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const id = z.int().meta({ title: 'Id' });

const kept = { id, create_time: instant, update_time: instant };
const named = { ...kept, name: text, description: text };

export const User = z.looseObject({
  ...kept,
  login_name: text.meta({ title: 'E-mail address' }),
  display_name: text,
  first_name: text,
  last_name: text,
  job_title: text,
  phone: text,
  locale: text,
  user_role: text,
  idle_timeout: whole,
  last_login_time: instant,
});

export const ExternalUser = z.looseObject({ ...kept, login_name: text, user_role: text, enable_api_access: flag });

export const Device = z.looseObject({
  ...kept,
  hostname: text,
  serial_number: text,
  service_tag: text,
  mac_address: text,
  ip_address: text,
  ipv6_address: text,
  product_type: text,
  device_function: text,
  software_version: text,
  device_admin_state: text,
  connected: flag,
  last_connect_time: instant,
  network_policy_id: whole,
  network_policy_name: text,
  location_id: whole,
  locations: list,
  active_clients: whole,
  description: text,
});

export const Client = z.looseObject({
  ...kept,
  hostname: text,
  mac_address: text,
  ip_address: text,
  ipv6_address: text,
  os_type: text,
  username: text,
  user_profile_name: text,
  vendor: text,
  connected: flag,
  online_time: instant,
  offline_time: instant,
  ssid: text,
  vlan: whole,
  port: text,
  device_id: whole,
  device_name: text,
  device_mac_address: text,
  location_id: whole,
});

export const Location = z.looseObject({
  ...kept,
  name: text,
  unique_name: text,
  type: text,
  parent_id: whole,
  address: text,
  children: list,
});

export const NetworkPolicy = z.looseObject({ ...named, type: text, predefined: flag });
export const Ssid = z.looseObject({ ...named, broadcast_name: text, predefined: flag });
export const VlanProfile = z.looseObject({
  ...kept,
  name: text,
  default_vlan_id: whole,
  enable_classification: flag,
  classified_entries: list,
});
export const UserProfile = z.looseObject({ ...kept, name: text, vlan_profile: open });
export const RadioProfile = z.looseObject({ ...named, predefined: flag, radio_mode: text, max_clients: whole });
export const ClassificationRule = z.looseObject({ ...named, classifications: list });

export const UserGroup = z.looseObject({
  ...named,
  predefined: flag,
  password_db_location: text,
  password_type: text,
  password_settings: open,
  expiration_settings: open,
  delivery_settings: open,
});

export const EndUser = z.looseObject({
  ...named,
  user_name: text,
  email_address: text,
  phone_number: text,
  organization: text,
  visit_purpose: text,
  user_group_id: whole,
  expired_time: whole,
});

export const ConfigGroup = z.looseObject({ ...named, predefined: flag, device_ids: z.array(z.int()).nullish() });

export const RadiusServer = z.looseObject({
  ...kept,
  name: text,
  server_type: text,
  authentication_port: whole,
  accounting_port: whole,
});

export const LdapServer = z.looseObject({
  ...named,
  base_dn: text,
  bind_dn: text,
  protocol_type: text,
  enable_tls: flag,
  destination_port: whole,
});

export const AuditEntry = z.looseObject({
  id,
  category: text,
  code: whole,
  user_id: whole,
  username: text,
  parameters: text,
  timestamp: whole.meta({ help: 'Milliseconds since 1970.' }),
});

export const Subscription = z.looseObject({ ...kept, application: text, url: text, message_type: text, status: text });
