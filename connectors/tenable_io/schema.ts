import { z } from 'zod';

/**
 * Records of Tenable Vulnerability Management: the fields that integrations use.
 *
 * @see https://developer.tenable.com/reference/navigate
 */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const count = z.number().nullish();
/** A number in some places, a text of digits in others. */
const anyId = z.union([z.int(), z.string()]);
const id = anyId.meta({ title: 'Id' });
const uuid = z.string().meta({ title: 'UUID' });
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.record(z.string(), z.json())).nullish();
const seconds = z.number().nullish().meta({ title: 'Seconds since 1970' });

/** Hosts have their addresses at the top in the first version of the export, within `network` in the second. */
export const Asset = z.object({
  id: uuid,
  has_agent: flag,
  has_plugin_results: flag,
  agent_uuid: text,
  agent_names: texts,
  hostnames: texts,
  fqdns: texts,
  ipv4s: texts,
  ipv6s: texts,
  mac_addresses: texts,
  operating_systems: texts,
  system_types: z.union([z.string(), z.array(z.string())]).nullish(),
  network_id: text,
  network_name: text,
  created_at: text,
  updated_at: text,
  deleted_at: text,
  terminated_at: text,
  first_seen: text,
  last_seen: text,
  types: texts,
  network: open,
  timestamps: open,
  scan: open,
  cloud: open,
  sources: list,
  tags: list,
});

/** @see https://developer.tenable.com/reference/exports-vulns-download-chunk */
export const Vulnerability = z.object({
  finding_id: text,
  asset: z.object({ uuid: z.string(), hostname: text, fqdn: text, ipv4: text, operating_system: texts }),
  plugin: z.object({
    id: z.int(),
    name: text,
    family: text,
    description: text,
    solution: text,
    synopsis: text,
    cve: texts,
    cvss3_base_score: count,
    cvss_base_score: count,
  }),
  port: z.object({ port: z.int(), protocol: text, service: text }).nullish(),
  output: text,
  severity: text.meta({ title: 'info, low, medium, high or critical' }),
  severity_id: count,
  state: text.meta({ title: 'OPEN, REOPENED or FIXED' }),
  first_found: text,
  last_found: text,
  last_fixed: text,
});

/** @see https://developer.tenable.com/reference/io-exports-compliance-download */
export const ComplianceFinding = z.object({
  asset_uuid: z.string(),
  check_id: text,
  check_name: text,
  audit_file: text,
  plugin_id: count,
  status: text,
  state: text,
  expected_value: text,
  actual_value: text,
  first_seen: text,
  last_seen: text,
});

/** @see https://developer.tenable.com/reference/users-list */
export const User = z.object({
  id,
  uuid: text,
  username: text,
  email: text,
  name: text,
  type: text,
  permissions: count,
  enabled: flag,
  lastlogin: count,
  group_uuids: texts,
});

export const Group = z.object({ uuid, id: anyId.nullish(), name: text, user_count: count, managed_by_saml: flag });

/** @see https://developer.tenable.com/reference/agents-list */
export const Agent = z.object({
  id,
  uuid: text,
  name: text,
  platform: text,
  distro: text,
  ip: text,
  status: text.meta({ title: 'on, off or init' }),
  core_version: text,
  linked_on: seconds,
  last_connect: seconds,
  last_scanned: seconds,
  network_uuid: text,
  network_name: text,
  groups: list,
});

/** @see https://developer.tenable.com/reference/scanners-list */
export const Scanner = z.object({
  id,
  uuid: text,
  name: text,
  status: text,
  type: text,
  engine_version: text,
  platform: text,
  linked: count,
  last_modification_date: seconds,
});

/** @see https://developer.tenable.com/reference/scans-list */
export const Scan = z.object({
  id,
  uuid: text,
  name: text,
  type: text,
  status: text,
  enabled: flag,
  owner: text,
  creation_date: seconds,
  last_modification_date: seconds,
});

/** A rule of what is not scanned, and when. */
export const Exclusion = z.object({
  id,
  uuid: text,
  name: text,
  description: text,
  schedule: open,
  creation_date: seconds,
  last_modification_date: seconds,
});

export const Network = z.object({ uuid, name: text, description: text, is_default: flag });
export const TagCategory = z.object({ uuid, name: text, description: text, created_at: text, updated_at: text });
export const TagValue = z.object({
  uuid,
  value: text,
  description: text,
  type: text,
  category_uuid: text,
  category_name: text,
  created_at: text,
  updated_at: text,
});

/** @see https://developer.tenable.com/reference/audit-log-events */
export const AuditEvent = z.object({
  id: z.string(),
  action: text,
  crud: text,
  is_failure: flag,
  received: text,
  description: text,
  actor: open,
  target: open,
});

/** @see https://developer.tenable.com/reference/credentials-list */
export const Credential = z.object({
  uuid,
  name: text,
  description: text,
  category: open,
  type: open,
  created_date: z.union([z.string(), z.number()]).nullish(),
});

export const Policy = z.object({ id, name: text, description: text, owner: text, visibility: anyId.nullish() });
export const Plugin = z.object({ id, name: text, attributes: z.json().optional() });
export const PluginFamily = z.object({ id, name: text, count });
export const Role = z.object({ uuid, name: text, description: text, type: text, status: text });
export const Permission = z.object({
  permission_uuid: z.string(),
  name: text,
  actions: texts,
  subjects: list,
  objects: list,
});
export const NamedId = z.object({ id, name: text });
export const AccessGroup = z.object({ id, name: text, status: text, all_assets: flag, created_at: text });
export const ImportJob = z.object({ job_id: z.string(), source: text, status: text, uploaded_assets: count });
export const Timezone = z.object({ name: text, value: z.string() });
export const Template = z.object({ uuid, name: text, title: text, desc: text });
export const AssetSeverities = z.object({ id: z.string(), total: count, last_seen: text, severities: list });
export const FoundPlugin = z.object({
  plugin_id: z.int(),
  plugin_name: text,
  plugin_family: text,
  severity: count,
  count,
  vulnerability_state: text,
});
export const Filter = z.object({ name: z.string(), readable_name: text, operators: texts });
