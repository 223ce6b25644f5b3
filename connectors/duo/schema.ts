import { z } from 'zod';

/** Records of Duo: the fields that integrations use. @see https://duo.com/docs/adminapi */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const number = z.int().nullish();
/** Seconds since 1970. */
const epoch = z.int().nullish();
const texts = z.array(z.string()).nullish();
const id = (title: string) => z.string().optional().meta({ title });
const userStatus = text.meta({ title: 'Status: active, bypass, disabled, locked out or pending deletion' });
const location = z.looseObject({ city: text, state: text, country: text }).nullish();
const named = z.looseObject({ key: text, name: text }).nullish();

const userFields = {
  realname: text.meta({ title: 'Full name' }),
  firstname: text,
  lastname: text,
  email: text.meta({ title: 'E-mail address' }),
  notes: text,
};

export const User = z.looseObject({
  user_id: id('User id'),
  username: text,
  ...userFields,
  status: userStatus,
  aliases: z.record(z.string(), z.string().nullable()).nullish(),
  is_enrolled: flag,
  created: epoch,
  last_login: epoch,
  last_directory_sync: epoch,
  groups: z.array(z.looseObject({ group_id: text, name: text })).nullish(),
  phones: z.array(z.looseObject({ phone_id: text, number: text })).nullish(),
  tokens: z.array(z.looseObject({ token_id: text, serial: text, type: text })).nullish(),
});

const settableStatus = z.enum(['active', 'bypass', 'disabled']).optional();

export const NewUser = z.object({ username: z.string(), ...userFields, status: settableStatus });
export const UserChange = z.object({
  user_id: z.string(),
  username: z.string().optional(),
  ...userFields,
  status: settableStatus,
});

export const Group = z.looseObject({
  group_id: id('Group id'),
  name: text,
  desc: text.meta({ title: 'Description' }),
  status: text.meta({ title: 'Status: Active, Bypass or Disabled' }),
});

const groupFields = { desc: text, status: z.enum(['active', 'bypass', 'disabled']).optional() };

export const NewGroup = z.object({ name: z.string(), ...groupFields });
export const GroupChange = z.object({ group_id: z.string(), name: z.string().optional(), ...groupFields });

export const GroupMember = z.looseObject({ group_id: id('Group id'), user_id: id('User id'), username: text });

const phoneFields = {
  number: text.meta({ title: 'Number, as E.164' }),
  extension: text,
  name: text,
  type: text.meta({ title: 'Type: Mobile, Landline or Unknown' }),
  platform: text,
};

export const Phone = z.looseObject({
  phone_id: id('Phone id'),
  ...phoneFields,
  model: text,
  activated: flag,
  capabilities: texts,
  encrypted: text,
  fingerprint: text,
  screenlock: text,
  tampered: text,
  last_seen: text,
  users: z.array(z.looseObject({ user_id: text, username: text })).nullish(),
});

export const NewPhone = z.object(phoneFields);
export const PhoneChange = z.object({ phone_id: z.string(), ...phoneFields });
export const UserPhone = z.object({ user_id: z.string(), phone_id: z.string() });

export const Token = z.looseObject({
  token_id: id('Token id'),
  type: text.meta({ title: 'Type: h6, h8, t6, t8, yk or d1' }),
  serial: text,
  totp_step: number,
  users: z.array(z.looseObject({ user_id: text, username: text })).nullish(),
});

/** The secret is that of a HOTP or TOTP token; a YubiKey has an id and a key of its own. */
export const NewToken = z.object({
  type: z.enum(['h6', 'h8', 't6', 't8', 'yk']),
  serial: z.string(),
  secret: z.string().optional(),
  counter: number,
  totp_step: number,
  private_id: z.string().optional(),
  aes_key: z.string().optional(),
});
export const UserToken = z.object({ user_id: z.string(), token_id: z.string() });

export const Admin = z.looseObject({
  admin_id: id('Administrator id'),
  name: text,
  email: text.meta({ title: 'E-mail address' }),
  phone: text,
  role: text,
  status: text,
  restricted_by_admin_units: flag,
  last_login: epoch,
});

export const NewAdmin = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string().optional(),
  role: z.string().optional(),
});
export const AdminChange = z.object({
  admin_id: z.string(),
  name: z.string().optional(),
  phone: z.string().optional(),
  role: z.string().optional(),
  status: z.enum(['Active', 'Disabled']).optional(),
});

export const Integration = z.looseObject({
  integration_key: id('Integration key'),
  name: text,
  type: text,
  notes: text,
  enroll_policy: text,
  username_normalization_policy: text,
  groups_allowed: texts,
  user_access: text,
});

const integrationFields = {
  notes: text,
  enroll_policy: z.enum(['enroll', 'allow', 'deny']).optional(),
  username_normalization_policy: z.enum(['simple', 'none']).optional(),
  groups_allowed: z.string().optional().meta({ title: 'Ids of the permitted groups, with commas between them' }),
  user_access: z.string().optional(),
};

export const NewIntegration = z.object({ name: z.string(), type: z.string(), ...integrationFields });
export const IntegrationChange = z.object({
  integration_key: z.string(),
  name: z.string().optional(),
  ...integrationFields,
});

export const AuthenticationEvent = z.looseObject({
  txid: id('Transaction id'),
  timestamp: epoch,
  isotimestamp: text.meta({ format: 'date-time' }),
  event_type: text,
  result: text.meta({ title: 'Result: success, denied or fraud' }),
  reason: text,
  factor: text,
  email: text,
  user: named,
  application: named,
  access_device: z.looseObject({ ip: text, hostname: text, os: text, browser: text, location }).nullish(),
  auth_device: z.looseObject({ ip: text, key: text, name: text, location }).nullish(),
});

const party = z.looseObject({ key: text, name: text, type: text, details: z.json().nullish() }).nullish();

export const Activity = z.looseObject({
  activity_id: id('Activity id'),
  ts: text.meta({ format: 'date-time' }),
  action: z.json().nullish(),
  actor: party,
  target: party,
  application: z.looseObject({ key: text, name: text, type: text }).nullish(),
  access_device: z.looseObject({ os: text, browser: text, location }).nullish(),
});
