import { z } from 'zod';

/** Records of the WorkOS API: the fields that integrations use. @see https://workos.com/docs/reference */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const id = z.string().meta({ title: 'Id' });
const slug = z.string().meta({ title: 'Slug' });
const dates = { created_at: instant, updated_at: instant };
const ofOrganization = { organization_id: z.string().meta({ title: 'Id of the organization' }) };
const ofDirectory = { directory_id: z.string().meta({ title: 'Id of the directory' }) };

export const User = z.looseObject({
  id,
  email: text,
  email_verified: flag,
  first_name: text,
  last_name: text,
  external_id: text,
  metadata: open,
  locale: text,
  last_sign_in_at: instant,
  ...dates,
});

export const Organization = z.looseObject({
  id,
  name: text,
  domains: list,
  external_id: text,
  metadata: open,
  ...dates,
});

export const Membership = z.looseObject({
  id,
  ...ofOrganization,
  user_id: text,
  status: text.meta({ title: 'active, inactive or pending' }),
  directory_managed: flag,
  role: open,
  roles: list,
  custom_attributes: open,
  ...dates,
});

export const Group = z.looseObject({ id, ...ofOrganization, name: text, description: text, ...dates });

export const Invitation = z.looseObject({
  id,
  email: text,
  state: text.meta({ title: 'pending, accepted, expired or revoked' }),
  organization_id: text,
  inviter_user_id: text,
  accepted_user_id: text,
  role_slug: text,
  accepted_at: instant,
  revoked_at: instant,
  expires_at: instant,
  ...dates,
});

export const Role = z.looseObject({
  slug,
  id: text,
  name: text,
  description: text,
  type: text,
  permissions: texts,
  ...dates,
});

export const Permission = z.looseObject({ slug, id: text, name: text, description: text, system: flag, ...dates });

export const Connection = z.looseObject({
  id,
  name: text,
  organization_id: text,
  connection_type: text,
  state: text,
  domains: list,
  ...dates,
});

export const Directory = z.looseObject({
  id,
  name: text,
  organization_id: text,
  external_key: text,
  type: text,
  state: text,
  ...dates,
});

export const DirectoryUser = z.looseObject({
  id,
  ...ofDirectory,
  organization_id: text,
  idp_id: text,
  email: text,
  first_name: text,
  last_name: text,
  state: text.meta({ title: 'active, suspended or inactive' }),
  custom_attributes: open,
  groups: list,
  roles: list,
  ...dates,
});

export const DirectoryGroup = z.looseObject({
  id,
  ...ofDirectory,
  organization_id: text,
  idp_id: text,
  name: text,
  ...dates,
});
