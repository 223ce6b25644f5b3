import { z } from 'zod';

/** Records of the authentik API: the fields that integrations use. @see https://api.goauthentik.io/ */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const wholes = z.array(z.int()).nullish();
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const pk = z.string().meta({ title: 'Id' });
const numbered = z.int().meta({ title: 'Id' });

export const User = z.looseObject({
  pk: numbered,
  uuid: text,
  uid: text,
  username: text,
  name: text,
  email: text,
  is_active: flag,
  is_superuser: flag,
  type: text,
  path: text,
  attributes: open,
  groups: texts,
  roles: texts,
  date_joined: instant,
  last_login: instant,
  last_updated: instant,
  password_change_date: instant,
});

export const Group = z.looseObject({
  pk,
  num_pk: whole,
  name: text,
  is_superuser: flag,
  parents: texts,
  children: texts,
  roles: texts,
  attributes: open,
});

/** A user that is in a group. */
export const GroupMember = User.extend({ group_uuid: z.string().meta({ title: 'Id of the group' }) });

export const Role = z.looseObject({ pk, name: text });

export const Application = z.looseObject({
  slug: z.string().meta({ title: 'Slug' }),
  pk: text,
  name: text,
  group: text,
  provider: whole,
  backchannel_providers: wholes,
  launch_url: text,
  meta_launch_url: text,
  meta_description: text,
  meta_publisher: text,
  policy_engine_mode: text,
});

export const Provider = z.looseObject({
  pk: numbered,
  name: text,
  component: text,
  assigned_application_slug: text,
  authorization_flow: text,
});

export const Source = z.looseObject({
  slug: z.string().meta({ title: 'Slug' }),
  pk: text,
  name: text,
  enabled: flag,
  component: text,
});

/** Without the key itself. */
export const Token = z.looseObject({
  identifier: z.string().meta({ title: 'Identifier' }),
  pk: text,
  intent: text,
  user: whole,
  description: text,
  expiring: flag,
  expires: instant,
});

export const Session = z.looseObject({
  uuid: z.string().optional().meta({ title: 'Id' }),
  user: whole,
  current: flag,
  last_ip: text,
  last_used: instant,
  last_user_agent: text,
  expires: instant,
});

export const Brand = z.looseObject({
  brand_uuid: z.string().meta({ title: 'Id' }),
  domain: text,
  default: flag,
  branding_title: text,
  attributes: open,
});

export const Flow = z.looseObject({ pk, slug: text, name: text, title: text, designation: text });
export const Policy = z.looseObject({ pk, name: text, component: text, execution_logging: flag, bound_to: whole });
export const Outpost = z.looseObject({ pk, name: text, type: text, providers: wholes, service_connection: text });

export const Certificate = z.looseObject({
  pk,
  name: text,
  fingerprint_sha256: text,
  cert_expiry: instant,
  cert_subject: text,
  private_key_available: flag,
});

export const Invitation = z.looseObject({
  pk,
  name: text,
  flow: text,
  single_use: flag,
  expires: instant,
  fixed_data: open,
});

export const Event = z.looseObject({
  pk,
  action: text,
  app: text,
  user: open,
  context: open,
  client_ip: text,
  brand: open,
  created: instant,
  expires: instant,
});
