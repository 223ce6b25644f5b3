import { z } from 'zod';

/** Records of Freshdesk: the fields that integrations use. @see https://developers.freshdesk.com/api/ */

const text = z.string().nullish();
const time = text.meta({ format: 'date-time' });
const flag = z.boolean().nullish();
const number = z.int().nullish();
const texts = z.array(z.string()).nullish();
const numbers = z.array(z.int()).nullish();
const custom = z.record(z.string(), z.json()).nullish().meta({ title: 'Custom fields, by name' });
const id = z.int().optional().meta({ title: 'Id' });
const dates = { created_at: time, updated_at: time };

export const Ticket = z.looseObject({
  id,
  subject: text,
  description_text: text,
  status: number.meta({ title: 'Status: 2 open, 3 pending, 4 resolved, 5 closed' }),
  priority: number.meta({ title: 'Priority: 1 low, 2 medium, 3 high, 4 urgent' }),
  source: number,
  type: text,
  requester_id: number,
  responder_id: number,
  group_id: number,
  company_id: number,
  product_id: number,
  tags: texts,
  cc_emails: texts,
  custom_fields: custom,
  spam: flag,
  ...dates,
});

export const Conversation = z.looseObject({
  ticket_id: z.union([z.int(), z.string()]).optional().meta({ title: 'Id of the ticket' }),
  id,
  body_text: text,
  incoming: flag,
  private: flag,
  user_id: number,
  source: number,
  ...dates,
});

export const Contact = z.looseObject({
  id,
  name: text,
  email: text.meta({ title: 'E-mail address' }),
  phone: text,
  mobile: text,
  job_title: text,
  company_id: number,
  active: flag,
  address: text,
  language: text,
  time_zone: text,
  tags: texts,
  other_emails: texts,
  custom_fields: custom,
  ...dates,
});

export const Company = z.looseObject({
  id,
  name: text,
  description: text,
  note: text,
  domains: texts,
  health_score: text,
  account_tier: text,
  renewal_date: text,
  industry: text,
  custom_fields: custom,
  ...dates,
});

export const Agent = z.looseObject({
  id,
  available: flag,
  occasional: flag,
  ticket_scope: number.meta({ title: 'Tickets that are seen: 1 all, 2 those of the groups, 3 own ones' }),
  type: text,
  group_ids: numbers,
  role_ids: numbers,
  contact: z.looseObject({ name: text, email: text, job_title: text, active: flag }).nullish(),
  ...dates,
});

export const Group = z.looseObject({
  id,
  name: text,
  description: text,
  agent_ids: numbers,
  escalate_to: number,
  unassigned_for: text,
  business_hour_id: number,
  ...dates,
});

export const Role = z.looseObject({ id, name: text, description: text, default: flag, ...dates });
export const Category = z.looseObject({ id, name: text, description: text, ...dates });

export const Folder = z.looseObject({
  category_id: z.union([z.int(), z.string()]).optional().meta({ title: 'Id of the category' }),
  id,
  name: text,
  description: text,
  visibility: number,
  ...dates,
});
