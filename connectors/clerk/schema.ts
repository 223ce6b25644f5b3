import { z } from 'zod';

/** Records of the Clerk Backend API: the fields that integrations use. @see https://clerk.com/docs/reference/backend-api */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();
/** Milliseconds since 1970. */
const epochMs = z.int().nullish();
/** Always present, although the description does not require it everywhere. */
const id = z.string().optional().meta({ title: 'Id' });
const dates = { created_at: epochMs, updated_at: epochMs };

export const User = z.looseObject({
  id,
  external_id: text,
  username: text,
  first_name: text,
  last_name: text,
  primary_email_address_id: text,
  email_addresses: list,
  phone_numbers: list,
  public_metadata: open,
  banned: flag,
  locked: flag,
  two_factor_enabled: flag,
  last_sign_in_at: epochMs,
  ...dates,
});

export const Organization = z.looseObject({
  id,
  name: text,
  slug: text,
  public_metadata: open,
  created_by: text,
  ...dates,
});

export const Membership = z.looseObject({
  id,
  role: text,
  permissions: texts,
  organization: open,
  public_user_data: open,
  public_metadata: open,
  ...dates,
});

export const OrganizationInvitation = z.looseObject({
  id,
  email_address: text,
  role: text,
  organization_id: text,
  status: text,
  expires_at: epochMs,
  ...dates,
});

export const Permission = z.looseObject({ id, name: text, key: text, description: text, type: text, ...dates });
export const Role = z.looseObject({ id, name: text, key: text, description: text, permissions: list, ...dates });
export const Invitation = z.looseObject({ id, email_address: text, status: text, revoked: flag, ...dates });

export const OauthApplication = z.looseObject({
  id,
  name: text,
  client_id: text,
  scopes: text,
  redirect_uris: texts,
  public: flag,
  ...dates,
});

export const Domain = z.looseObject({ id, name: text, is_satellite: flag, frontend_api_url: text, proxy_url: text });
