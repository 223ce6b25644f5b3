import { z } from 'zod';

/** Records of Scaleway: the fields that integrations use. @see https://www.scaleway.com/en/developers/api/ */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const amount = z.number().nullish();
const texts = z.array(z.string()).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const id = text.meta({ title: 'Id' });
const times = { created_at: instant, updated_at: instant };
const named = { id, name: text, description: text, tags: texts, ...times, editable: flag, deletable: flag };

export const User = z.looseObject({
  id,
  email: text,
  username: text,
  first_name: text,
  last_name: text,
  phone_number: text,
  locale: text,
  ...times,
  last_login_at: instant,
  type: text.meta({ title: 'owner or member' }),
  status: text.meta({ title: 'invitation_pending or activated' }),
  mfa: flag,
  locked: flag,
  tags: texts,
});

export const Group = z.looseObject({ ...named, user_ids: texts, application_ids: texts });

export const Membership = z.strictObject({
  group_id: z.string().meta({ title: 'Id of the group' }),
  user_id: z.string().meta({ title: 'Id of the user' }),
});

export const Application = z.looseObject({ ...named, nb_api_keys: amount });

export const Policy = z.looseObject({
  ...named,
  nb_rules: amount,
  user_id: text,
  group_id: text,
  application_id: text,
  no_principal: flag,
});

export const ApiKey = z.looseObject({
  access_key: text.meta({ title: 'Access key' }),
  description: text,
  application_id: text,
  user_id: text,
  default_project_id: text,
  ...times,
  expires_at: instant,
  creation_ip: text,
});

export const SshKey = z.looseObject({
  id,
  name: text,
  public_key: text,
  fingerprint: text,
  project_id: text,
  ...times,
  disabled: flag,
});

export const Log = z.looseObject({
  id,
  created_at: instant,
  action: text.meta({ title: 'created, updated or deleted' }),
  resource_type: text,
  resource_id: text,
  bearer_id: text,
  ip: text,
  user_agent: text,
});

const inZone = { zone: text.meta({ title: 'Zone', example: 'fr-par-1' }), id, project: text, tags: texts };
const changes = { creation_date: instant, modification_date: instant };

export const Server = z.looseObject({
  ...inZone,
  name: text,
  hostname: text,
  commercial_type: text.meta({ title: 'Type' }),
  state: text.meta({ title: 'running, stopped, starting, stopping, locked, …' }),
  arch: text,
  private_ip: text,
  public_ips: z.array(z.looseObject({ id: text, address: text })).nullish(),
  security_group: z.looseObject({ id: text, name: text }).nullish(),
  protected: flag,
  ...changes,
});

export const Volume = z.looseObject({
  ...inZone,
  name: text,
  size: amount.meta({ title: 'Size in bytes' }),
  volume_type: text,
  state: text,
  server: z.looseObject({ id: text, name: text }).nullish(),
  ...changes,
});

export const Address = z.looseObject({
  ...inZone,
  address: text,
  reverse: text,
  type: text,
  state: text,
  server: z.looseObject({ id: text, name: text }).nullish(),
});

export const SecurityGroup = z.looseObject({
  ...inZone,
  name: text,
  description: text,
  inbound_default_policy: text.meta({ title: 'accept or drop' }),
  outbound_default_policy: text.meta({ title: 'accept or drop' }),
  stateful: flag,
  ...changes,
});
