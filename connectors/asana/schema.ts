import { z } from 'zod';

/** Records of the Asana API: the fields that integrations use. @see https://developers.asana.com/reference/rest-api-reference */

const gid = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const amount = z.number().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const day = z.string().nullish().meta({ format: 'date' });
const open = z.record(z.string(), z.json()).nullish();
/** Another record: its id and its name. */
const reference = z.looseObject({ gid: text, name: text }).nullish();
const references = z.array(z.looseObject({ gid: text, name: text })).nullish();

export const User = z.looseObject({ gid, name: text, email: text });

export const WorkspaceMembership = z.looseObject({
  gid,
  user: reference,
  is_active: flag,
  is_admin: flag,
  is_guest: flag,
});

export const Team = z.looseObject({
  gid,
  name: text,
  description: text,
  visibility: text.meta({ title: 'secret, request_to_join or public' }),
  permalink_url: text,
});

export const TeamMembership = z.looseObject({
  gid,
  user: reference,
  team: reference,
  is_guest: flag,
  is_admin: flag,
});

export const Project = z.looseObject({
  gid,
  name: text,
  notes: text,
  color: text,
  archived: flag,
  completed: flag,
  created_at: instant,
  modified_at: instant,
  start_on: day,
  due_on: day,
  owner: reference,
  team: reference,
  members: references,
  permalink_url: text,
});

/** A task, once for each project that it is in. */
export const Task = z.looseObject({
  project_gid: z.string().meta({ title: 'Id of the project' }),
  gid,
  name: text,
  notes: text,
  resource_subtype: text.meta({ title: 'default_task, milestone or approval' }),
  completed: flag,
  completed_at: instant,
  created_at: instant,
  modified_at: instant,
  start_on: day,
  due_on: day,
  due_at: instant,
  assignee: reference,
  parent: reference,
  tags: references,
  followers: references,
  custom_fields: z.array(z.looseObject({ gid: text, name: text, display_value: text })).nullish(),
  permalink_url: text,
});

export const Section = z.looseObject({ gid, name: text, created_at: instant, project: reference });

export const Tag = z.looseObject({ gid, name: text, color: text, notes: text, created_at: instant });

export const CustomField = z.looseObject({
  gid,
  name: text,
  description: text,
  resource_subtype: text,
  enum_options: z.array(z.looseObject({ gid: text, name: text, enabled: flag })).nullish(),
  precision: whole,
  number_value: amount,
  is_global_to_workspace: flag,
});

export const AuditLogEvent = z.looseObject({
  gid,
  created_at: instant,
  event_type: text,
  event_category: text,
  actor: open,
  resource: open,
  details: open,
  context: open,
});
