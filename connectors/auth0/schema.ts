import { z } from 'zod';

/**
 * Records of the Management API: the fields that integrations use.
 *
 * @see https://auth0.com/docs/api/management/v2
 */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const open = z.record(z.string(), z.json()).nullish();
const instant = z
  .union([z.string(), z.record(z.string(), z.json())])
  .nullish()
  .meta({ format: 'date-time' });
/** Always present, although the description does not require it. */
const id = z.string().optional().meta({ title: 'Id' });
const named = { name: text, description: text };

export const User = z.object({
  user_id: id,
  email: text,
  email_verified: flag,
  username: text,
  phone_number: text,
  name: text,
  nickname: text,
  given_name: text,
  family_name: text,
  picture: text,
  blocked: flag,
  created_at: instant,
  updated_at: instant,
  last_login: instant,
  identities: z.array(z.record(z.string(), z.json())).nullish(),
  user_metadata: open,
  app_metadata: open,
});

export const Role = z.object({ id, ...named });
export const Organization = z.object({ id, name: text, display_name: text, branding: open, metadata: open });
export const Client = z.object({
  client_id: id,
  ...named,
  app_type: text,
  is_first_party: flag,
  callbacks: z.array(z.string()).nullish(),
  client_metadata: open,
});
export const Connection = z.object({ id, name: text, display_name: text, strategy: text, options: open });
export const ResourceServer = z.object({
  id,
  name: text,
  identifier: text,
  signing_alg: text,
  token_lifetime: z.number().nullish(),
  scopes: z.array(z.record(z.string(), z.json())).nullish(),
});
export const ClientGrant = z.object({
  id,
  client_id: text,
  audience: text,
  scope: z.array(z.string()).nullish(),
});
export const Grant = z.object({ id, clientID: text, user_id: text, audience: text });
export const CustomDomain = z.object({ custom_domain_id: id, domain: text, primary: flag, status: text, type: text });
export const LogStream = z.object({ id, name: text, status: text, type: text });
export const Action = z.object({
  id,
  name: text,
  status: text,
  runtime: text,
  created_at: instant,
  updated_at: instant,
});
export const Named = z.object({ id, name: text });

/** @see https://auth0.com/docs/api/management/v2/logs/get-logs */
export const LogEvent = z.object({
  log_id: id,
  date: instant,
  type: text,
  description: text,
  connection: text,
  client_id: text,
  client_name: text,
  ip: text,
  user_id: text,
  user_name: text,
  details: open,
});

const ofOrganization = { organization_id: z.string() };

export const UserRole = z.object({ user_id: z.string(), id, name: text, description: text });
export const Member = z.object({ ...ofOrganization, user_id: id, name: text, email: text, picture: text });
export const OrganizationConnection = z.object({
  ...ofOrganization,
  connection_id: id,
  assign_membership_on_login: flag,
  show_as_button: flag,
  is_signup_enabled: flag,
});
export const DiscoveryDomain = z.object({ ...ofOrganization, id, domain: text, status: text });
export const EventStream = z.object({ id, name: text, status: text, created_at: instant, updated_at: instant });
export const NetworkAcl = z.object({
  id,
  description: text,
  active: flag,
  priority: z.number().nullish(),
  rule: open,
  created_at: instant,
  updated_at: instant,
});
export const Profile = z.object({ id, name: text, description: text, created_at: instant, updated_at: instant });
export const TokenExchangeProfile = z.object({
  id,
  name: text,
  subject_token_type: text,
  action_id: text,
  type: text,
});
