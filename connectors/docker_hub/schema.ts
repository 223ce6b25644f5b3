import { z } from 'zod';

/** Records of Docker Hub's API. @see https://docs.docker.com/reference/api/hub/latest/ */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const list = z.array(z.json()).nullish();
const open = z.record(z.string(), z.json()).nullish();

export const Tag = z.looseObject({
  repository_name: z.string().meta({ title: 'Repository' }),
  id: whole,
  name: z.string().meta({ title: 'Tag' }),
  images: z.json().nullish(),
  full_size: whole,
  status: text,
  last_updated: text,
  last_updater_username: text,
  tag_last_pushed: text,
  tag_last_pulled: text,
});

export const AccessToken = z.looseObject({
  uuid: z.string().meta({ title: 'Id' }),
  token_label: text,
  scopes: list,
  is_active: flag,
  client_id: text,
  creator_ip: text,
  generated_by: text,
  created_at: text,
  last_used: text,
});

export const AuditEvent = z.looseObject({
  timestamp: z.string().meta({ title: 'When', format: 'date-time' }),
  account: text,
  actor: z.string().meta({ title: 'Actor' }),
  action: z.string().meta({ title: 'Action' }),
  action_description: text,
  name: z.string().meta({ title: 'Name of what it was done to' }),
  data: open,
});

export const User = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  userName: text.meta({ title: 'E-mail address' }),
  displayName: text,
  active: flag,
  name: open,
  emails: list,
  groups: list,
  meta: open,
});
