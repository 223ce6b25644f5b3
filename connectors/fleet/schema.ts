import { z } from 'zod';

/** Records of Fleet's REST API. @see https://fleetdm.com/docs/rest-api/rest-api */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const number = z.number().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.json()).nullish();

export const Host = z.looseObject({
  id: z.int().meta({ title: 'Id' }),
  build: text,
  code_name: text,
  computer_name: text,
  config_tls_refresh: whole,
  cpu_brand: text,
  cpu_logical_cores: whole,
  cpu_physical_cores: whole,
  cpu_subtype: text,
  cpu_type: text,
  created_at: instant,
  detail_updated_at: instant,
  display_name: text,
  display_text: text,
  distributed_interval: whole,
  fleet_desktop_version: z.json().nullish(),
  fleet_id: whole,
  fleet_name: text,
  gigs_all_disk_space: z.json().nullish(),
  gigs_disk_space_available: number,
  gigs_total_disk_space: number,
  hardware_model: text,
  hardware_serial: text,
  hardware_vendor: text,
  hardware_version: text,
  hostname: text,
  last_enrolled_at: instant,
  mdm: open,
  os_version: text,
  osquery_version: text,
  platform: text,
  primary_ip: text,
  primary_mac: text,
  public_ip: text,
  seen_time: instant,
  status: text,
  team_id: whole,
  uptime: whole,
  uuid: text,
});

export const User = z.looseObject({
  id: z.int().meta({ title: 'Id' }),
  api_only: flag,
  created_at: instant,
  email: text,
  fleets: list,
  force_password_reset: flag,
  global_role: text,
  gravatar_url: text,
  mfa_enabled: flag,
  name: text,
  settings: open,
  sso_enabled: flag,
  teams: list,
  updated_at: instant,
});

export const Team = z.looseObject({
  id: z.int().meta({ title: 'Id' }),
  agent_options: open,
  created_at: instant,
  description: text,
  features: open,
  host_count: whole,
  host_expiry_settings: open,
  integrations: open,
  mdm: open,
  name: text,
  scripts: list,
  secrets: list,
  software: open,
  user_count: whole,
  webhook_settings: open,
});

export const Label = z.looseObject({
  id: z.int().meta({ title: 'Id' }),
  author_id: whole,
  count: whole,
  created_at: instant,
  description: text,
  display_text: text,
  fleet_id: z.json().nullish(),
  host_count: whole,
  label_membership_type: text,
  label_type: text,
  name: text,
  platform: text,
  query: text,
  team_id: z.json().nullish(),
  updated_at: instant,
});

export const Report = z.looseObject({
  id: z.int().meta({ title: 'Id' }),
  author_email: text,
  author_id: whole,
  author_name: text,
  automations_enabled: flag,
  created_at: instant,
  description: text,
  discard_data: flag,
  fleet_id: z.json().nullish(),
  interval: whole,
  labels_include_all: z.json().nullish(),
  labels_include_any: z.json().nullish(),
  logging: text,
  min_osquery_version: text,
  name: text,
  observer_can_run: flag,
  packs: list,
  platform: text,
  query: text,
  saved: flag,
  stats: open,
  updated_at: instant,
});

export const Script = z.looseObject({
  id: z.int().meta({ title: 'Id' }),
  created_at: instant,
  fleet_id: z.json().nullish(),
  name: text,
  team_id: z.json().nullish(),
  updated_at: instant,
});

export const SoftwareTitle = z.looseObject({
  id: z.int().meta({ title: 'Id' }),
  app_store_app: z.json().nullish(),
  application_id: text,
  browser: text,
  bundle_identifier: text,
  display_name: text,
  extension_for: text,
  hosts_count: whole,
  icon_url: z.json().nullish(),
  name: text,
  software_package: z.json().nullish(),
  source: text,
  upgrade_code: text,
  versions: list,
  versions_count: whole,
});

export const SoftwareVersion = z.looseObject({
  id: z.int().meta({ title: 'Id' }),
  application_id: text,
  browser: text,
  bundle_identifier: text,
  display_name: text,
  extension_for: text,
  extension_id: text,
  generated_cpe: text,
  hosts_count: whole,
  last_opened_at: text,
  name: text,
  source: text,
  upgrade_code: text,
  vendor: text,
  version: text,
  vulnerabilities: list,
});

export const Vulnerability = z.looseObject({
  cve: z.string().meta({ title: 'Id' }),
  cisa_known_exploit: flag,
  created_at: instant,
  cve_description: text,
  cve_published: instant,
  cvss_score: number,
  details_link: text,
  epss_probability: number,
  hosts_count: whole,
  hosts_count_updated_at: instant,
});

export const Activity = z.looseObject({
  id: z.int().meta({ title: 'Id' }),
  actor_api_only: flag,
  actor_email: text,
  actor_full_name: text,
  actor_gravatar: text,
  actor_id: whole,
  created_at: instant,
  details: open,
  fleet_initiated: flag,
  type: text,
});

export const OperatingSystem = z.looseObject({
  os_version_id: z.int().meta({ title: 'Id' }),
  generated_cpes: list,
  hosts_count: whole,
  name: text,
  name_only: text,
  platform: text,
  version: text,
  vulnerabilities: list,
  vulnerabilities_count: whole,
});
