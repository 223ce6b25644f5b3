import { z } from 'zod';

/** Records of the Front API: the fields that integrations use. @see https://dev.frontapp.com/reference/introduction */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const texts = z.array(z.string()).nullish();
/** Seconds since 1970, with a fraction. */
const epochS = z.number().nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();

export const Teammate = z.looseObject({
  id,
  email: text,
  username: text,
  first_name: text,
  last_name: text,
  type: text,
  is_admin: flag,
  is_available: flag,
  is_blocked: flag,
  custom_fields: open,
});

export const Contact = z.looseObject({
  id,
  name: text,
  description: text,
  avatar_url: text,
  handles: z.array(z.looseObject({ handle: text, source: text })).nullish(),
  links: texts,
  lists: list,
  is_private: flag,
  custom_fields: open,
});

export const Account = z.looseObject({
  id,
  name: text,
  description: text,
  domains: texts,
  external_id: text,
  custom_fields: open,
  created_at: epochS,
  updated_at: epochS,
});

export const Conversation = z.looseObject({
  id,
  type: text,
  subject: text,
  status: text.meta({ title: 'assigned, unassigned, archived, snoozed, trashed, …' }),
  status_category: text,
  ticket_ids: texts,
  assignee: open,
  recipient: open,
  tags: list,
  links: list,
  custom_fields: open,
  created_at: epochS,
  updated_at: epochS,
  waiting_since: epochS,
  is_private: flag,
});

export const Tag = z.looseObject({
  id,
  name: text,
  description: text,
  highlight: text,
  is_private: flag,
  created_at: epochS,
  updated_at: epochS,
});

export const Link = z.looseObject({ id, name: text, type: text, external_url: text, custom_fields: open });

export const Inbox = z.looseObject({ id, name: text, is_private: flag, is_public: flag, custom_fields: open });

export const Channel = z.looseObject({
  id,
  name: text,
  address: text,
  type: text,
  send_as: text,
  is_private: flag,
  is_valid: flag,
});

export const Team = z.looseObject({ id, name: text });

export const Event = z.looseObject({
  id,
  type: text,
  emitted_at: epochS,
  source: open,
  target: open,
  conversation: open,
});
