import { z } from 'zod';

/** Records of the Datadog API: the fields that integrations use. @see https://docs.datadoghq.com/api/latest/ */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });

export const User = z.looseObject({
  id,
  email: text,
  name: text,
  handle: text,
  title: text,
  status: text.meta({ title: 'Active, Pending or Disabled' }),
  disabled: flag,
  verified: flag,
  service_account: flag,
  mfa_enabled: flag,
  created_at: instant,
  modified_at: instant,
  last_login_time: instant,
  relationships: open,
});

export const Role = z.looseObject({
  id,
  name: text,
  user_count: whole,
  created_at: instant,
  modified_at: instant,
  relationships: open,
});

export const RoleUser = User.extend({ role_id: z.string().meta({ title: 'Id of the role' }) });

export const Team = z.looseObject({
  id,
  name: text,
  handle: text,
  summary: text,
  description: text,
  user_count: whole,
  is_managed: flag,
  created_at: instant,
  modified_at: instant,
});

export const TeamMembership = z.looseObject({
  id,
  team_id: z.string().meta({ title: 'Id of the team' }),
  role: text.meta({ title: 'admin, or none' }),
  provisioned_by: text,
  relationships: open,
});

export const NewTeamMembership = z.looseObject({
  team_id: z.string().meta({ title: 'Id of the team' }),
  user_id: z.string().meta({ title: 'Id of the user' }),
  role: text.meta({ title: 'admin, or none' }),
});

export const SecuritySignal = z.looseObject({
  id,
  timestamp: instant,
  message: text,
  tags: texts,
  custom: open.meta({ title: 'What the rule found' }),
});

export const SecurityFinding = z.looseObject({ id, timestamp: whole, tags: texts, attributes: open });

export const DetectionRule = z.looseObject({
  id,
  name: text,
  type: text,
  isEnabled: flag,
  isDefault: flag,
  isDeleted: flag,
  message: text,
  tags: texts,
  queries: list,
  cases: list,
  version: whole,
  createdAt: whole,
  updatedAt: whole,
});

export const AuditLog = z.looseObject({
  id,
  timestamp: instant,
  service: text,
  message: text,
  tags: texts,
  attributes: open,
});

export const Incident = z.looseObject({
  id,
  public_id: whole,
  title: text,
  severity: text,
  state: text,
  customer_impacted: flag,
  customer_impact_scope: text,
  fields: open,
  created: instant,
  modified: instant,
  detected: instant,
  resolved: instant,
  archived: instant,
  relationships: open,
});

export const Case = z.looseObject({
  id,
  key: text,
  title: text,
  description: text,
  type_id: text,
  status: text.meta({ title: 'OPEN, IN_PROGRESS or CLOSED' }),
  priority: text.meta({ title: 'NOT_DEFINED, P1, P2, P3, P4 or P5' }),
  created_at: instant,
  modified_at: instant,
  closed_at: instant,
  archived_at: instant,
  relationships: open,
});

/** @see https://docs.datadoghq.com/api/latest/case-management/#create-a-case */
export const NewCase = z.looseObject({
  title: z.string(),
  type_id: z.string().meta({ title: 'Id of the type of the case' }),
  project_id: z.string().meta({ title: 'Id of the project' }),
  description: text,
  priority: text,
});

export const Monitor = z.looseObject({
  id: z.int().meta({ title: 'Id' }),
  name: text,
  type: text,
  query: text,
  message: text,
  tags: texts,
  priority: whole,
  overall_state: text,
  options: open,
  creator: open,
  multi: flag,
  created: instant,
  modified: instant,
  deleted: instant,
});

export const Host = z.looseObject({
  id: z.int().meta({ title: 'Id' }),
  name: text,
  host_name: text,
  aliases: texts,
  apps: texts,
  sources: texts,
  up: flag,
  is_muted: flag,
  last_reported_time: whole,
  tags_by_source: open,
  meta: open,
});
