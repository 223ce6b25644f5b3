import { z } from 'zod';

/** Records of the Stytch API: the fields that integrations use. @see https://stytch.com/docs/api-reference */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });

export const Organization = z.looseObject({
  organization_id: z.string().meta({ title: 'Id of the organization' }),
  organization_name: text,
  organization_slug: text,
  organization_external_id: text,
  organization_logo_url: text,
  email_allowed_domains: texts,
  email_jit_provisioning: text,
  email_invites: text,
  sso_jit_provisioning: text,
  auth_methods: text,
  mfa_policy: text,
  trusted_metadata: open,
  created_at: instant,
  updated_at: instant,
});

export const Member = z.looseObject({
  organization_id: z.string().meta({ title: 'Id of the organization' }),
  member_id: z.string().meta({ title: 'Id of the member' }),
  email_address: text,
  name: text,
  status: text.meta({ title: 'active, invited or pending' }),
  external_id: text,
  roles: list,
  is_admin: flag,
  is_breakglass: flag,
  is_locked: flag,
  email_address_verified: flag,
  mfa_enrolled: flag,
  mfa_phone_number: text,
  trusted_metadata: open,
  untrusted_metadata: open,
  created_at: instant,
  updated_at: instant,
});

export const User = z.looseObject({
  user_id: z.string().meta({ title: 'Id of the user' }),
  name: open.meta({ title: 'first_name, middle_name, last_name' }),
  emails: list,
  phone_numbers: list,
  status: text.meta({ title: 'active or pending' }),
  external_id: text,
  roles: texts,
  is_locked: flag,
  providers: list,
  trusted_metadata: open,
  untrusted_metadata: open,
  created_at: instant,
});
