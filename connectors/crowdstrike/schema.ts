import { z } from 'zod';

/**
 * Records of the Falcon platform: the fields that integrations use.
 *
 * @see https://developer.crowdstrike.com/api-reference/collections/
 */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const count = z.number().nullish();
const id = z.string().meta({ title: 'Id' });
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.record(z.string(), z.json())).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });

/** @see https://developer.crowdstrike.com/api-reference/collections/alerts/ */
export const Alert = z.object({
  composite_id: id,
  agent_id: text,
  name: text,
  display_name: text,
  description: text,
  product: text,
  type: text,
  status: text.meta({ title: 'new, in_progress, reopened or closed' }),
  severity: count,
  severity_name: text,
  confidence: count,
  tactic: text,
  technique: text,
  user_name: text,
  assigned_to_name: text,
  assigned_to_uuid: text,
  created_timestamp: instant,
  updated_timestamp: instant,
  tags: texts,
  device: open,
});

/** @see https://developer.crowdstrike.com/api-reference/collections/hosts/ */
export const Host = z.object({
  device_id: id,
  cid: text,
  hostname: text,
  platform_name: text,
  os_version: text,
  product_type_desc: text,
  agent_version: text,
  serial_number: text,
  system_manufacturer: text,
  system_product_name: text,
  local_ip: text,
  external_ip: text,
  mac_address: text,
  machine_domain: text,
  last_login_user: text,
  status: text.meta({ title: 'normal, contained, containment_pending or lift_containment_pending' }),
  first_seen: instant,
  last_seen: instant,
  modified_timestamp: instant,
  groups: texts,
  tags: texts,
});

/** @see https://developer.crowdstrike.com/api-reference/collections/spotlight-vulnerabilities/ */
export const Vulnerability = z.object({
  id,
  aid: text,
  cid: text,
  status: text.meta({ title: 'open, closed, reopen or expired' }),
  vulnerability_id: text,
  confidence: text,
  created_timestamp: instant,
  updated_timestamp: instant,
  closed_timestamp: instant,
  cve: open,
  host_info: open,
  remediation: open,
  apps: list,
});

/** @see https://developer.crowdstrike.com/api-reference/collections/user-management/ */
export const User = z.object({
  uuid: id,
  uid: text,
  cid: text,
  first_name: text,
  last_name: text,
  created_at: instant,
  updated_at: instant,
  last_login_at: instant,
  status: text,
});

/** A role that a user has. */
export const Grant = z.object({ uuid: id, role_id: z.string(), role_name: text, cid: text, grant_type: text });
export const Role = z.object({ id, display_name: text, description: text, is_global: flag, cid: text });

/** What policies, groups and rules have in common. */
export const Named = z.object({
  id,
  name: text,
  description: text,
  created_by: text,
  created_timestamp: instant,
  modified_by: text,
  modified_timestamp: instant,
});
export const HostGroup = Named.extend({ group_type: text, assignment_rule: text });
export const Policy = Named.extend({ enabled: flag, platform_name: text, groups: list });

/** @see https://developer.crowdstrike.com/api-reference/collections/ioc/ */
export const Indicator = z.object({
  id,
  type: text.meta({ title: 'sha256, md5, domain, ipv4 or ipv6' }),
  value: text,
  action: text,
  mobile_action: text,
  severity: text,
  description: text,
  source: text,
  platforms: texts,
  tags: texts,
  host_groups: texts,
  applied_globally: flag,
  expiration: instant,
  expired: flag,
  deleted: flag,
  created_on: instant,
  modified_on: instant,
});

/** @see https://developer.crowdstrike.com/api-reference/collections/discover/ */
export const Asset = z.object({
  id,
  aid: text,
  hostname: text,
  entity_type: text,
  platform_name: text,
  os_version: text,
  first_seen_timestamp: instant,
  last_seen_timestamp: instant,
  internet_exposure: text,
});
export const Application = z.object({
  id,
  name: text,
  vendor: text,
  version: text,
  category: text,
  first_seen_timestamp: instant,
  last_used_timestamp: instant,
  host: open,
});

/** @see https://developer.crowdstrike.com/api-reference/collections/intel/ */
export const Threat = z.object({
  id: z.union([z.int(), z.string()]),
  name: text,
  slug: text,
  short_description: text,
  created_date: count,
  last_modified_date: count,
});
export const ThreatIndicator = z.object({
  id,
  _marker: text,
  indicator: text,
  type: text,
  malicious_confidence: text,
  published_date: count,
  last_updated: count,
  deleted: flag,
});
export const CrowdScore = z.object({ id, score: count, adjusted_score: count, timestamp: instant });
export const Stream = z.object({ dataFeedURL: z.string(), refreshActiveSessionURL: text });
