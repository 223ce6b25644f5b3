import { z } from 'zod';

/** Records of the Mist API: the fields that integrations use. @see https://github.com/mistsys/mist_openapi */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const number = z.number().nullish();
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();
const instant = z.number().nullish().meta({ help: 'Seconds since 1970.' });
const id = z.string().meta({ title: 'Id' });
const mac = z.string().meta({ title: 'MAC address' });

const managed = { id, org_id: text, created_time: instant, modified_time: instant };
const named = { ...managed, name: text };

export const Site = z.looseObject({
  ...named,
  address: text,
  country_code: text,
  timezone: text,
  latlng: open,
  notes: text,
  sitegroup_ids: texts,
  networktemplate_id: text,
  gatewaytemplate_id: text,
  rftemplate_id: text,
  aptemplate_id: text,
  alarmtemplate_id: text,
  secpolicy_id: text,
});

export const SiteGroup = z.looseObject({ ...named, site_ids: texts });

export const InventoryDevice = z.looseObject({
  ...named,
  mac: text,
  serial: text,
  model: text,
  sku: text,
  type: text.meta({ title: 'ap, switch or gateway' }),
  hostname: text,
  site_id: text,
  connected: flag,
  adopted: flag,
  vc_mac: text,
  chassis_serial: text,
  deviceprofile_id: text,
});

export const DeviceStatus = z.looseObject({
  ...named,
  mac: text,
  serial: text,
  model: text,
  type: text,
  site_id: text,
  status: text,
  version: text,
  ip: text,
  ext_ip: text,
  last_seen: instant,
  uptime: number,
});

export const NetworkTemplate = z.looseObject({
  ...named,
  networks: open,
  port_usages: open,
  dns_servers: texts,
  ntp_servers: texts,
  radius_config: open,
  remote_syslog: open,
  snmp_config: open,
});

export const GatewayTemplate = z.looseObject({
  ...named,
  type: text,
  port_config: open,
  ip_configs: open,
  service_policies: list,
});

export const RadioTemplate = z.looseObject({ ...named, country_code: text, band_24: open, band_5: open, band_6: open });
export const WlanTemplate = z.looseObject({ ...named, applies: open, exceptions: open, deviceprofile_ids: texts });
export const DeviceProfile = z.looseObject({ ...named, type: text, site_id: text, vars: open });

export const Wlan = z.looseObject({
  ...managed,
  ssid: text,
  enabled: flag,
  hide_ssid: flag,
  auth: open,
  template_id: text,
  site_id: text,
  isolation: flag,
  vlan_enabled: flag,
});

export const Psk = z.looseObject({
  ...named,
  ssid: text,
  usage: text,
  email: text,
  mac: text,
  macs: texts,
  role: text,
  note: text,
  expire_time: instant,
  site_id: text,
});

export const NacRule = z.looseObject({
  ...named,
  action: text.meta({ title: 'allow or block' }),
  enabled: flag,
  order: number,
  matching: open,
  not_matching: open,
  apply_tags: texts,
});

export const NacTag = z.looseObject({
  ...named,
  type: text,
  match: text,
  match_all: flag,
  values: texts,
  vlan: text,
  radius_group: text,
});

export const NacEndpoint = z.looseObject({
  id,
  mac: text,
  name: text,
  labels: texts,
  vlan: text,
  radius_group: text,
  notes: text,
});

export const Network = z.looseObject({ ...named, subnet: text, subnet6: text, gateway: text, isolation: flag });

export const Service = z.looseObject({
  ...named,
  type: text,
  description: text,
  addresses: texts,
  hostnames: texts,
  urls: texts,
  apps: texts,
});

export const Edge = z.looseObject({
  ...named,
  model: text,
  site_id: text,
  mxcluster_id: text,
  services: texts,
  mxagent_registered: flag,
  tunterm_registered: flag,
});

export const Admin = z.looseObject({
  admin_id: z.string().meta({ title: 'Id' }),
  email: text,
  first_name: text,
  last_name: text,
  phone: text,
  privileges: list,
  tags: texts,
  via_sso: flag,
  enable_two_factor: flag,
  two_factor_verified: flag,
  password_modified_time: instant,
});

export const Hook = z.looseObject({
  ...named,
  type: text,
  url: text,
  enabled: flag,
  topics: texts,
  site_id: text,
  verify_cert: flag,
});

export const Alarm = z.looseObject({
  id,
  type: text,
  group: text,
  severity: text,
  status: text,
  count: number,
  acked: flag,
  ack_admin_name: text,
  note: text,
  site_id: text,
  org_id: text,
  timestamp: instant,
  last_seen: instant,
  resolved_time: instant,
  aps: texts,
  switches: texts,
  gateways: texts,
  hostnames: texts,
});

export const LogEntry = z.looseObject({
  id,
  admin_id: text,
  admin_name: text,
  message: text,
  src_ip: text,
  site_id: text,
  org_id: text,
  before: open,
  after: open,
  timestamp: instant,
});

export const WirelessClient = z.looseObject({
  mac,
  org_id: text,
  site_id: text,
  last_hostname: text,
  last_ip: text,
  last_ap: text,
  last_ssid: text,
  last_vlan: number,
  last_os: text,
  last_model: text,
  mfg: text,
  random_mac: flag,
  username: texts,
  timestamp: instant,
});

export const WiredClient = z.looseObject({
  mac,
  org_id: text,
  site_id: text,
  device_mac: texts,
  port_id: texts,
  ip: texts,
  auth_method: text,
  auth_state: text,
  dhcp_hostname: text,
  timestamp: instant,
});

export const NacClient = z.looseObject({
  mac,
  org_id: text,
  site_id: text,
  type: text,
  auth_type: text,
  group: text,
  last_username: text,
  last_client_ip: text,
  last_status: text,
  last_nacrule_name: text,
  last_vlan: number,
  last_ssid: text,
  edr_status: text,
  timestamp: instant,
});
