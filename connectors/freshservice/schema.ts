import { z } from 'zod';

/** Records of the Freshservice API: the fields that integrations use. @see https://api.freshservice.com/ */

const id = z.int().meta({ title: 'Id' });
const text = z.string().nullish();
const whole = z.int().nullish();
const flag = z.boolean().nullish();
const texts = z.array(z.string()).nullish();
const wholes = z.array(z.int()).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();

export const Ticket = z.looseObject({
  id,
  subject: text,
  description: text,
  description_text: text,
  status: whole.meta({ title: '2 open, 3 pending, 4 resolved, 5 closed, or one of the account' }),
  priority: whole.meta({ title: '1 low, 2 medium, 3 high, 4 urgent' }),
  type: text.meta({ title: 'Incident or Service Request' }),
  source: whole,
  requester_id: whole,
  responder_id: whole,
  group_id: whole,
  department_id: whole,
  category: text,
  sub_category: text,
  item_category: text,
  email: text,
  tags: texts,
  due_by: instant,
  fr_due_by: instant,
  is_escalated: flag,
  custom_fields: open,
  created_at: instant,
  updated_at: instant,
});

export const Conversation = z.looseObject({
  id,
  body: text,
  body_text: text,
  incoming: flag,
  private: flag,
  user_id: whole,
  to_emails: texts,
  created_at: instant,
  updated_at: instant,
});

export const Problem = z.looseObject({
  id,
  subject: text,
  description: text,
  status: whole,
  priority: whole,
  impact: whole,
  agent_id: whole,
  group_id: whole,
  department_id: whole,
  known_error: flag,
  due_by: instant,
  created_at: instant,
  updated_at: instant,
});

export const Change = z.looseObject({
  id,
  subject: text,
  description: text,
  status: whole,
  priority: whole,
  impact: whole,
  risk: whole,
  change_type: text,
  agent_id: whole,
  group_id: whole,
  department_id: whole,
  planned_start_date: instant,
  planned_end_date: instant,
  created_at: instant,
  updated_at: instant,
});

export const Release = z.looseObject({
  id,
  subject: text,
  description: text,
  status: whole,
  priority: whole,
  release_type: whole,
  planned_start_date: instant,
  planned_end_date: instant,
  created_at: instant,
  updated_at: instant,
});

export const Asset = z.looseObject({
  id,
  display_id: z.int().meta({ title: 'Display id, which addresses name' }),
  name: text,
  description: text,
  asset_type_id: whole,
  asset_tag: text,
  impact: text,
  usage_type: text,
  user_id: whole,
  department_id: whole,
  location_id: whole,
  agent_id: whole,
  assigned_on: instant,
  created_at: instant,
  updated_at: instant,
});

export const Requester = z.looseObject({
  id,
  first_name: text,
  last_name: text,
  primary_email: text,
  work_phone_number: text,
  mobile_phone_number: text,
  job_title: text,
  department_id: whole,
  location_id: whole,
  is_agent: flag,
  active: flag,
  custom_fields: open,
  created_at: instant,
  updated_at: instant,
});

export const Agent = z.looseObject({
  id,
  first_name: text,
  last_name: text,
  email: text,
  occasional: flag,
  active: flag,
  role_ids: wholes,
  group_ids: wholes,
  department_ids: wholes,
  created_at: instant,
  updated_at: instant,
});

export const Department = z.looseObject({
  id,
  name: text,
  description: text,
  head_user_id: whole,
  prime_user_id: whole,
  domains: texts,
  custom_fields: open,
  created_at: instant,
  updated_at: instant,
});

export const Location = z.looseObject({
  id,
  name: text,
  address: open,
  contact: open,
  created_at: instant,
  updated_at: instant,
});

export const Vendor = z.looseObject({
  id,
  name: text,
  description: text,
  primary_contact: text,
  email: text,
  phone: text,
  address: open,
  created_at: instant,
  updated_at: instant,
});

export const Product = z.looseObject({
  id,
  name: text,
  description: text,
  asset_type_id: whole,
  manufacturer: text,
  mode_of_procurement: text,
  status: text,
  created_at: instant,
  updated_at: instant,
});

export const ServiceItem = z.looseObject({
  id,
  name: text,
  description: text,
  short_description: text,
  category_id: whole,
  display_id: whole,
  delivery_time: whole,
  visibility: whole,
  created_at: instant,
  updated_at: instant,
});
