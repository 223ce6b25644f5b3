import { z } from 'zod';

/** Records of the Snyk REST API: the fields that integrations use. @see https://docs.snyk.io/developer-tools/snyk-api/reference */

const text = z.string().nullish();
const id = z.string().meta({ title: 'Id' });
const flag = z.boolean().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(open).nullish();
const reference = z.looseObject({ data: z.looseObject({ id: text, type: text }).nullish() }).nullish();
/** Another record, with attributes such as its name. */
const embedded = z.looseObject({ data: z.looseObject({ id: text, type: text, attributes: open }).nullish() }).nullish();
const ofOrg = { id, type: text, org_id: z.string().optional().meta({ title: 'Organization' }) };

export const Group = z.looseObject({ id, type: text, name: text });

export const GroupMembership = z.looseObject({
  id,
  type: text,
  group_id: z.string().optional().meta({ title: 'Group' }),
  created_at: instant,
  relationships: z.looseObject({ group: embedded, role: embedded, user: embedded }).nullish(),
});

export const Organization = z.looseObject({
  id,
  type: text,
  name: text,
  slug: text,
  group_id: text,
  is_personal: flag,
  access_requests_enabled: flag,
  created_at: instant,
  updated_at: instant,
});

export const Membership = z.looseObject({
  ...ofOrg,
  created_at: instant,
  relationships: z.looseObject({ org: embedded, role: embedded, user: embedded }).nullish(),
});

export const Invitation = z.looseObject({ ...ofOrg, email: text, is_active: flag, role: text });

export const ServiceAccount = z.looseObject({
  ...ofOrg,
  name: text,
  auth_type: text.meta({ title: 'api_key, oauth_client_secret, oauth_private_key_jwt or access_token' }),
  client_id: text,
  role_id: text,
  level: text.meta({ title: 'Group or Org' }),
  created_at: instant,
  access_token_expires_at: instant,
});

export const Target = z.looseObject({
  ...ofOrg,
  display_name: text,
  url: text,
  is_private: flag,
  created_at: instant,
  relationships: z.looseObject({ integration: embedded, organization: reference }).nullish(),
});

export const Project = z.looseObject({
  ...ofOrg,
  name: text,
  origin: text,
  status: text.meta({ title: 'active or inactive' }),
  read_only: flag,
  created: instant,
  target_file: text,
  target_reference: text,
  target_runtime: text,
  business_criticality: texts,
  environment: texts,
  lifecycle: texts,
  tags: z.array(z.looseObject({ key: text, value: text })).nullish(),
  settings: open,
  relationships: z.looseObject({ owner: reference, importer: reference, target: reference }).nullish(),
});

export const Issue = z.looseObject({
  ...ofOrg,
  key: text,
  title: text,
  description: text,
  status: text.meta({ title: 'open or resolved' }),
  effective_severity_level: text.meta({ title: 'info, low, medium, high or critical' }),
  ignored: flag,
  tool: text,
  created_at: instant,
  updated_at: instant,
  classes: list,
  coordinates: list,
  problems: list,
  severities: list,
  exploit_details: open,
  resolution: open,
  risk: open,
  relationships: z.looseObject({ organization: reference, scan_item: reference, ignore: reference }).nullish(),
});

export const Collection = z.looseObject({
  ...ofOrg,
  name: text,
  is_generated: flag,
  meta: z.looseObject({ projects_count: z.number().nullish(), issues_critical_count: z.number().nullish() }).nullish(),
  relationships: z.looseObject({ created_by_user: reference, org: reference }).nullish(),
});

export const Policy = z.looseObject({
  ...ofOrg,
  name: text,
  action_type: text.meta({ title: 'ignore' }),
  action: open,
  conditions_group: open,
  review: text.meta({ title: 'pending, approved, rejected or not-required' }),
  created_by: open,
  created_at: instant,
  updated_at: instant,
});

export const ContainerImage = z.looseObject({ ...ofOrg, names: texts, platform: text, layers: texts });
