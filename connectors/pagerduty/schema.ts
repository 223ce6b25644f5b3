import { z } from 'zod';

/** Records of the PagerDuty REST API: the fields that integrations use. @see https://developer.pagerduty.com/api-reference/ */

const text = z.string().nullish();
const id = z.string().meta({ title: 'Id' });
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
/** Another record: its id, its type and a summary of it. */
const reference = z.looseObject({ id: text, type: text, summary: text }).nullish();
const references = z.array(z.looseObject({ id: z.string().nullish(), type: text, summary: text })).nullish();
const open = z.record(z.string(), z.json()).nullish();
const common = { id, type: text, summary: text, self: text, html_url: text };

export const User = z.looseObject({
  ...common,
  name: text,
  email: text,
  time_zone: text,
  color: text,
  role: text.meta({ title: 'admin, limited_user, observer, owner, read_only_user, restricted_access, …' }),
  job_title: text,
  description: text,
  avatar_url: text,
  invitation_sent: flag,
  contact_methods: references,
  notification_rules: references,
  teams: references,
});

export const Team = z.looseObject({ ...common, name: text, description: text, default_role: text });

export const Service = z.looseObject({
  ...common,
  name: text,
  description: text,
  status: text.meta({ title: 'active, warning, critical, maintenance or disabled' }),
  created_at: instant,
  last_incident_timestamp: instant,
  auto_resolve_timeout: whole,
  acknowledgement_timeout: whole,
  alert_creation: text,
  escalation_policy: reference,
  teams: references,
  integrations: references,
  incident_urgency_rule: open,
});

export const Incident = z.looseObject({
  ...common,
  incident_number: whole,
  title: text,
  status: text.meta({ title: 'triggered, acknowledged or resolved' }),
  urgency: text.meta({ title: 'high or low' }),
  incident_key: text,
  created_at: instant,
  updated_at: instant,
  resolved_at: instant,
  last_status_change_at: instant,
  service: reference,
  escalation_policy: reference,
  priority: reference,
  teams: references,
  assignments: z.array(open).nullish(),
  alert_counts: open,
});

export const LogEntry = z.looseObject({
  ...common,
  created_at: instant,
  agent: reference,
  channel: open,
  incident: reference,
  service: reference,
  teams: references,
});

export const EscalationPolicy = z.looseObject({
  ...common,
  name: text,
  description: text,
  num_loops: whole,
  on_call_handoff_notifications: text,
  escalation_rules: z.array(open).nullish(),
  services: references,
  teams: references,
});

export const Schedule = z.looseObject({
  ...common,
  name: text,
  description: text,
  time_zone: text,
  users: references,
  teams: references,
  escalation_policies: references,
});

/** Who is on call: an escalation policy, its level, a user and a schedule. There is no id. */
export const OnCall = z.looseObject({
  escalation_policy: reference,
  escalation_level: whole,
  schedule: reference,
  user: reference,
  start: instant,
  end: instant,
});

export const MaintenanceWindow = z.looseObject({
  ...common,
  sequence_number: whole,
  start_time: instant,
  end_time: instant,
  description: text,
  created_by: reference,
  services: references,
  teams: references,
});

export const BusinessService = z.looseObject({
  ...common,
  name: text,
  description: text,
  point_of_contact: text,
});

export const Priority = z.looseObject({ ...common, name: text, description: text });
export const Vendor = z.looseObject({ ...common, name: text, website_url: text, description: text });
export const Tag = z.looseObject({ ...common, label: text });

export const ChangeEvent = z.looseObject({
  ...common,
  timestamp: instant,
  source: text,
  integration: reference,
  services: references,
  custom_details: open,
});

export const AuditRecord = z.looseObject({
  id,
  self: text,
  execution_time: instant,
  action: text.meta({ title: 'create, update or delete' }),
  method: open,
  actors: references,
  root_resource: reference,
  details: open,
});

export const WebhookSubscription = z.looseObject({
  id,
  type: text,
  active: flag,
  description: text,
  events: z.array(z.string()).nullish(),
  delivery_method: open,
  filter: open,
});

export const License = z.looseObject({
  ...common,
  name: text,
  description: text,
  current_value: whole,
  allocations_available: whole,
  valid_roles: z.array(z.string()).nullish(),
});
