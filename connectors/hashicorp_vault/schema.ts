import { z } from 'zod';

/** Records of Vault: the fields that integrations use. @see https://developer.hashicorp.com/vault/api-docs */

const text = z.string().nullish();
const time = text.meta({ format: 'date-time' });
const flag = z.boolean().nullish();
const amount = z.int().nullish();
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const id = z.string().optional().meta({ title: 'Id' });
const name = z.string().optional().meta({ title: 'Name' });
const metadata = open.meta({ title: 'Metadata' });
const dates = { creation_time: time, last_update_time: time };

export const Entity = z.looseObject({
  id,
  name,
  disabled: flag,
  policies: texts,
  metadata,
  aliases: z.array(z.looseObject({ id: text, name: text, mount_accessor: text, mount_type: text })).nullish(),
  group_ids: texts,
  direct_group_ids: texts,
  inherited_group_ids: texts,
  ...dates,
});

export const Group = z.looseObject({
  id,
  name,
  type: text.meta({ title: 'internal or external' }),
  policies: texts,
  metadata,
  member_entity_ids: texts,
  member_group_ids: texts,
  parent_group_ids: texts,
  ...dates,
});

const alias = {
  id,
  name: name.meta({ title: 'Name at the auth method' }),
  canonical_id: text.meta({ title: 'Id of the entity or group' }),
  mount_accessor: text.meta({ title: 'Accessor of the auth method', example: 'auth_userpass_e50b1a44' }),
  mount_path: text,
  mount_type: text,
  metadata,
  ...dates,
};

export const EntityAlias = z.looseObject({ ...alias, custom_metadata: open, local: flag });
export const GroupAlias = z.looseObject(alias);

export const Policy = z.looseObject({ name, policy: text.meta({ title: 'Policy, as HCL or JSON' }) });

export const Mount = z.looseObject({
  path: z.string().optional().meta({ title: 'Path', example: 'userpass/' }),
  type: text,
  description: text,
  accessor: text,
  uuid: text,
  local: flag,
  seal_wrap: flag,
  options: open,
  config: open,
});

export const NewMount = z.strictObject({
  path: z.string().min(1).meta({ title: 'Path', example: 'userpass/' }),
  type: z.string().min(1).meta({ title: 'Type', example: 'userpass' }),
  description: z.string().optional(),
  config: z.record(z.string(), z.json()).optional(),
  options: z.record(z.string(), z.json()).optional(),
  local: z.boolean().optional(),
  seal_wrap: z.boolean().optional(),
});

export const AuditDevice = z.looseObject({
  path: z.string().optional().meta({ title: 'Path', example: 'file/' }),
  type: text,
  description: text,
  local: flag,
  options: open,
});

export const Token = z.looseObject({
  accessor: z.string().optional().meta({ title: 'Accessor' }),
  display_name: text,
  entity_id: text,
  path: text.meta({ title: 'Path that it was created at' }),
  policies: texts,
  meta: metadata,
  type: text.meta({ title: 'service or batch' }),
  orphan: flag,
  renewable: flag,
  num_uses: amount,
  creation_time: amount.meta({ title: 'Created, in seconds since 1970' }),
  issue_time: time,
  expire_time: time,
  ttl: amount.meta({ title: 'Seconds that are left' }),
  creation_ttl: amount,
  explicit_max_ttl: amount,
});

const tokens = {
  token_bound_cidrs: texts,
  token_explicit_max_ttl: amount,
  token_no_default_policy: flag,
  token_num_uses: amount,
  token_period: amount,
  token_type: text,
};

export const TokenRole = z.looseObject({
  name,
  allowed_policies: texts,
  disallowed_policies: texts,
  allowed_policies_glob: texts,
  disallowed_policies_glob: texts,
  allowed_entity_aliases: texts,
  orphan: flag,
  renewable: flag,
  path_suffix: text,
  ...tokens,
});

export const AppRole = z.looseObject({
  name,
  bind_secret_id: flag,
  local_secret_ids: flag,
  secret_id_bound_cidrs: texts,
  secret_id_num_uses: amount,
  secret_id_ttl: amount,
  token_policies: texts,
  token_ttl: amount,
  token_max_ttl: amount,
  ...tokens,
});

const version = z.looseObject({ created_time: time, deletion_time: text, destroyed: flag });

export const SecretMetadata = z.looseObject({
  name,
  current_version: amount,
  oldest_version: amount,
  max_versions: amount,
  cas_required: flag,
  delete_version_after: text,
  custom_metadata: open,
  created_time: time,
  updated_time: time,
  versions: z.record(z.string(), version).nullish(),
});
