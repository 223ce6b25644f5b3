import { z } from 'zod';

/** Records of Ory's administrative APIs. @see https://www.ory.com/docs/reference/api */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.json()).nullish();

export const Identity = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  created_at: instant,
  credentials: open,
  external_id: text,
  metadata_admin: open,
  metadata_public: open,
  organization_id: text,
  recovery_addresses: list,
  region: text,
  schema_id: text,
  schema_url: text,
  state: text,
  state_changed_at: instant,
  traits: z.json().nullish(),
  updated_at: instant,
  verifiable_addresses: list,
});

export const Session = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  active: flag,
  authenticated_at: instant,
  authentication_methods: list,
  authenticator_assurance_level: text,
  devices: list,
  expires_at: instant,
  identity: open,
  issued_at: instant,
  tokenized: text,
});

export const Client = z.looseObject({
  client_id: z.string().meta({ title: 'Id' }),
  access_token_strategy: text,
  allowed_cors_origins: list,
  audience: list,
  authorization_code_grant_access_token_lifespan: text,
  authorization_code_grant_id_token_lifespan: text,
  authorization_code_grant_refresh_token_lifespan: text,
  backchannel_logout_session_required: flag,
  backchannel_logout_uri: text,
  client_credentials_grant_access_token_lifespan: text,
  client_name: text,
  client_secret: text,
  client_secret_expires_at: whole,
  client_uri: text,
  contacts: list,
  created_at: instant,
  device_authorization_grant_access_token_lifespan: text,
  device_authorization_grant_id_token_lifespan: text,
  device_authorization_grant_refresh_token_lifespan: text,
  frontchannel_logout_session_required: flag,
  frontchannel_logout_uri: text,
  grant_types: list,
  implicit_grant_access_token_lifespan: text,
  implicit_grant_id_token_lifespan: text,
  jwks: open,
  metadata: open,
  owner: text,
  redirect_uris: list,
  response_types: list,
  scope: text,
  token_endpoint_auth_method: text,
  updated_at: instant,
});

export const Message = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  body: text,
  channel: text,
  created_at: instant,
  dispatches: list,
  recipient: text,
  send_count: whole,
  status: text,
  subject: text,
  template_type: text,
  type: text,
  updated_at: instant,
});

export const Issuer = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  allow_any_subject: flag,
  created_at: instant,
  expires_at: instant,
  issuer: text,
  public_key: open,
  scope: list,
  subject: text,
});

export const Relationship = z.looseObject({
  namespace: text,
  object: text,
  relation: text,
  subject_id: text,
  subject_set: open,
});

export const IdentitySchema = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  schema: open,
});

/** A relationship with a subject of its own. */
export const NewRelationship = z.strictObject({
  namespace: z.string().meta({ title: 'Namespace' }),
  object: z.string().meta({ title: 'Object' }),
  relation: z.string().meta({ title: 'Relation' }),
  subject_id: z.string().meta({ title: 'Subject' }),
});
