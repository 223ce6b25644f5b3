import { z } from 'zod';

/** Records of the FireHydrant API: the fields that integrations use. @see https://docs.firehydrant.com/reference/firehydrant-api */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const id = z.string().meta({ title: 'Id' });
const slug = z.string().meta({ title: 'Slug' });
const dates = { created_at: instant, updated_at: instant };
const common = { id, name: text, description: text, slug: text, ...dates };

export const Incident = z.looseObject({
  id,
  number: whole,
  name: text,
  summary: text,
  description: text,
  customer_impact_summary: text,
  current_milestone: text,
  priority: text,
  severity: text,
  tag_list: texts,
  milestones: list,
  created_at: instant,
  started_at: instant,
  discarded_at: instant,
});

export const Alert = z.looseObject({
  id,
  summary: text,
  description: text,
  priority: text,
  status: text,
  integration_name: text,
  remote_id: text,
  remote_url: text,
  tags: texts,
  environments: list,
  services: list,
  incidents: list,
  team_id: text,
  team_name: text,
  starts_at: instant,
  ends_at: instant,
});

export const Service = z.looseObject({
  ...common,
  service_tier: whole,
  labels: open,
  alert_on_add: flag,
  auto_add_responding_team: flag,
  active_incidents: texts,
  external_resources: list,
});

export const Environment = z.looseObject({ ...common, external_resources: list });

export const Functionality = z.looseObject({
  ...common,
  labels: open,
  alert_on_add: flag,
  auto_add_responding_team: flag,
  active_incidents: texts,
  owner: open,
  services: list,
});

export const Team = z.looseObject({ ...common, slack_channel: open, memberships: list });

export const User = z.looseObject({ id, name: text, email: text, slack_user_id: text, ...dates });

export const Severity = z.looseObject({
  slug,
  description: text,
  type: text,
  position: whole,
  color: text,
  system_record: flag,
  ...dates,
});

export const IncidentRole = z.looseObject({
  id,
  name: text,
  summary: text,
  description: text,
  discarded_at: instant,
  ...dates,
});

export const IncidentType = z.looseObject({ id, name: text, template: open, template_values: open, ...dates });

export const ChangeEvent = z.looseObject({
  id,
  summary: text,
  description: text,
  external_id: text,
  environments: list,
  services: list,
  authors: list,
  labels: open,
  starts_at: instant,
  ends_at: instant,
  ...dates,
});

export const ChangeType = z.looseObject({ id, name: text });

export const Retrospective = z.looseObject({
  id,
  name: text,
  summary: text,
  incident_id: text,
  tag_list: texts,
  additional_details: texts,
  ...dates,
});

export const Schedule = z.looseObject({ id, name: text, integration: text, discarded: flag });

export const ScheduledMaintenance = z.looseObject({
  id,
  name: text,
  summary: text,
  description: text,
  starts_at: instant,
  ends_at: instant,
  ...dates,
});

export const Ticket = z.looseObject({
  id,
  summary: text,
  description: text,
  state: text.meta({ title: 'open, in_progress, cancelled or done' }),
  type: text,
  assignees: list,
  priority: open,
  tag_list: texts,
  incident_id: text,
  incident_name: text,
  due_at: instant,
  ...dates,
});
