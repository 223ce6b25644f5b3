import { z } from 'zod';

/** Records of the incident.io API: the fields that integrations use. @see https://api-docs.incident.io */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const id = z.string().meta({ title: 'Id' });
const dates = { created_at: instant, updated_at: instant };

export const Incident = z.looseObject({
  id,
  reference: text,
  name: text,
  summary: text,
  mode: text.meta({ title: 'standard, retrospective, test or tutorial' }),
  visibility: text.meta({ title: 'public or private' }),
  incident_status: open,
  incident_type: open,
  severity: open,
  creator: open,
  incident_role_assignments: list,
  custom_field_entries: list,
  incident_timestamp_values: list,
  duration_metrics: list,
  external_issue_reference: open,
  permalink: text,
  call_url: text,
  postmortem_document_url: text,
  slack_team_id: text,
  slack_channel_id: text,
  slack_channel_name: text,
  has_debrief: flag,
  ...dates,
});

export const IncidentUpdate = z.looseObject({
  id,
  incident_id: text,
  message: text,
  new_incident_status: open,
  new_severity: open,
  merged_into_incident_id: text,
  updater: open,
  created_at: instant,
});

export const Action = z.looseObject({
  id,
  incident_id: text,
  description: text,
  status: text.meta({ title: 'outstanding, completed, deleted or not_doing' }),
  assignee: open,
  creator: open,
  completed_at: instant,
  ...dates,
});

export const FollowUp = z.looseObject({
  id,
  incident_id: text,
  title: text,
  description: text,
  status: text.meta({ title: 'outstanding, completed, deleted or not_doing' }),
  priority: open,
  labels: texts,
  assignee: open,
  assignee_team: open,
  creator: open,
  external_issue_reference: open,
  completed_at: instant,
  ...dates,
});

export const Severity = z.looseObject({ id, name: text, description: text, rank: whole, ...dates });

export const IncidentStatus = z.looseObject({
  id,
  name: text,
  description: text,
  category: text.meta({ title: 'triage, declined, merged, canceled, live, learning, closed or paused' }),
  rank: whole,
  ...dates,
});

export const IncidentType = z.looseObject({
  id,
  name: text,
  description: text,
  is_default: flag,
  private_incidents_only: flag,
  create_in_triage: text,
  owning_team_ids: texts,
  ...dates,
});

export const IncidentRole = z.looseObject({
  id,
  name: text,
  shortform: text,
  description: text,
  instructions: text,
  role_type: text.meta({ title: 'lead, reporter or custom' }),
  ...dates,
});

export const CustomField = z.looseObject({
  id,
  name: text,
  description: text,
  field_type: text.meta({ title: 'single_select, multi_select, text, link or numeric' }),
  catalog_type_id: text,
  ...dates,
});

export const Alert = z.looseObject({
  id,
  title: text,
  description: text,
  status: text.meta({ title: 'firing or resolved' }),
  deduplication_key: text,
  alert_source_id: text,
  alert_group_ids: texts,
  attributes: list,
  source_url: text,
  resolved_at: instant,
  ...dates,
});

export const IncidentAlert = z.looseObject({ id, alert: open, incident: open, alert_route_id: text });

export const AlertSource = z.looseObject({
  id,
  name: text,
  source_type: text,
  alert_events_url: text,
  auto_resolve_incident_alerts: flag,
  auto_resolve_timeout_minutes: whole,
  owning_team_ids: texts,
  template: open,
});

export const Escalation = z.looseObject({
  id,
  title: text,
  status: text.meta({ title: 'pending, triggered, acked, resolved, expired, cancelled, snoozed, …' }),
  escalation_path_id: text,
  priority: open,
  creator: open,
  events: list,
  related_alerts: list,
  related_incidents: list,
  ...dates,
});

export const EscalationPath = z.looseObject({
  id,
  name: text,
  team_ids: texts,
  path: list,
  repeat_config: open,
  working_hours: list,
  current_responders: list,
});

export const Schedule = z.looseObject({
  id,
  name: text,
  timezone: text,
  team_ids: texts,
  annotations: open,
  holidays_public_config: open,
  ...dates,
});

export const User = z.looseObject({
  id,
  name: text,
  email: text,
  slack_user_id: text,
  is_active: flag,
  role: text,
  base_role: open,
  custom_roles: list,
  seats: open,
});

export const Team = z.looseObject({ id, name: text, members: list, catalog_entry: open });

export const CatalogType = z.looseObject({
  id,
  name: text,
  type_name: text,
  description: text,
  color: text,
  icon: text,
  categories: texts,
  annotations: open,
  schema: open,
  is_editable: flag,
  is_team_type: flag,
  ranked: flag,
  registry_type: text,
  source_repo_url: text,
  owning_team_ids: texts,
  estimated_count: whole,
  last_synced_at: instant,
  ...dates,
});

export const CatalogEntry = z.looseObject({
  id,
  catalog_type_id: text,
  external_id: text,
  name: text,
  aliases: texts,
  rank: whole,
  attribute_values: open,
  archived_at: instant,
  ...dates,
});

export const MaintenanceWindow = z.looseObject({
  id,
  name: text,
  start_at: instant,
  end_at: instant,
  incident_id: text,
  lead: open,
  notification_message: text,
  alert_condition_groups: list,
  archived_at: instant,
  ...dates,
});

export const Workflow = z.looseObject({
  id,
  name: text,
  folder: text,
  state: text.meta({ title: 'active, disabled, draft or error' }),
  trigger: open,
  version: whole,
  steps: list,
  condition_groups: list,
  owning_team_ids: texts,
});

export const ApiKey = z.looseObject({
  id,
  name: text,
  comments: text,
  roles: list,
  team_ids: texts,
  creator: open,
  created_at: instant,
  last_used_at: instant,
  token_last_issued_at: instant,
});
