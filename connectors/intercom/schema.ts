import { z } from 'zod';

/** Records of the Intercom API: the fields that integrations use. @see https://developers.intercom.com/docs/references/rest-api/api.intercom.io */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const amount = z.number().nullish();
/** Seconds since 1970. */
const epochS = z.int().nullish();
const open = z.record(z.string(), z.json()).nullish();
/** A number in some answers, a text in others. */
const number = z.union([z.int(), z.string()]).nullish();

export const Contact = z.looseObject({
  id,
  external_id: text,
  role: text.meta({ title: 'user or lead' }),
  email: text,
  phone: text,
  name: text,
  owner_id: number,
  unsubscribed_from_emails: flag,
  has_hard_bounced: flag,
  created_at: epochS,
  updated_at: epochS,
  signed_up_at: epochS,
  last_seen_at: epochS,
  custom_attributes: open,
});

export const Company = z.looseObject({
  id,
  company_id: text.meta({ title: 'Id of your own' }),
  name: text,
  plan: open,
  size: whole,
  website: text,
  industry: text,
  monthly_spend: amount,
  user_count: whole,
  created_at: epochS,
  updated_at: epochS,
  custom_attributes: open,
});

export const Conversation = z.looseObject({
  id,
  title: text,
  state: text.meta({ title: 'open, closed or snoozed' }),
  open: flag,
  read: flag,
  priority: text,
  admin_assignee_id: number,
  team_assignee_id: number,
  source: open,
  contacts: open,
  tags: open,
  custom_attributes: open,
  created_at: epochS,
  updated_at: epochS,
  waiting_since: epochS,
  snoozed_until: epochS,
});

export const Ticket = z.looseObject({
  id,
  ticket_id: text.meta({ title: 'Number of the ticket' }),
  category: text.meta({ title: 'Customer, Back-office or Tracker' }),
  ticket_attributes: open,
  ticket_state: open,
  ticket_type: open,
  contacts: open,
  admin_assignee_id: number,
  team_assignee_id: number,
  open: flag,
  is_shared: flag,
  created_at: epochS,
  updated_at: epochS,
});

export const Admin = z.looseObject({
  id,
  name: text,
  email: text,
  job_title: text,
  away_mode_enabled: flag,
  has_inbox_seat: flag,
  team_ids: z.array(z.int()).nullish(),
});

export const Team = z.looseObject({ id, name: text, admin_ids: z.array(z.int()).nullish() });

export const Tag = z.looseObject({ id, name: text });

export const Segment = z.looseObject({
  id,
  name: text,
  person_type: text,
  created_at: epochS,
  updated_at: epochS,
});

export const TicketType = z.looseObject({
  id,
  name: text,
  description: text,
  category: text,
  archived: flag,
  created_at: epochS,
  updated_at: epochS,
});
