import { z } from 'zod';

/** Records of Elasticsearch: the fields that integrations use. @see https://www.elastic.co/docs/api/doc/elasticsearch/ */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const amount = z.number().nullish();
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.json()).nullish();
const metadata = open.meta({ title: 'Metadata' });
const name = z.string().optional().meta({ title: 'Name' });

/** What has to be named in a write. */
const key = (title: string): z.ZodString => z.string().min(1).meta({ title });
const given = z.record(z.string(), z.json());

/** The compact API writes figures as texts. */
export const Index = z.looseObject({
  index: z.string().optional().meta({ title: 'Name' }),
  uuid: text,
  health: text.meta({ title: 'green, yellow or red' }),
  status: text.meta({ title: 'open or close' }),
  pri: text.meta({ title: 'Primary shards' }),
  rep: text.meta({ title: 'Replicas' }),
  'docs.count': text,
  'docs.deleted': text,
  'store.size': text.meta({ title: 'Size in bytes' }),
  'pri.store.size': text,
});

export const DataStream = z.looseObject({
  name,
  status: text,
  generation: amount,
  template: text,
  ilm_policy: text,
  hidden: flag,
  system: flag,
  indices: z.array(z.looseObject({ index_name: text, index_uuid: text })).nullish(),
  timestamp_field: z.looseObject({ name: text }).nullish(),
});

export const LifecyclePolicy = z.looseObject({ name, version: amount, policy: open });

export const NewLifecyclePolicy = z.strictObject({
  name: key('Name'),
  policy: z.strictObject({
    phases: given.meta({ title: 'Phases: hot, warm, cold, frozen, delete' }),
    _meta: given.optional(),
  }),
});

export const Pipeline = z.looseObject({
  id: z.string().optional().meta({ title: 'Id' }),
  description: text,
  processors: list,
  on_failure: list,
  version: amount,
});

export const NewPipeline = z.strictObject({
  id: key('Id'),
  description: z.string().optional(),
  processors: z.array(given),
  on_failure: z.array(given).optional(),
  version: z.int().optional(),
  _meta: given.optional(),
});

export const User = z.looseObject({
  username: z.string().optional().meta({ title: 'User name' }),
  full_name: text,
  email: text,
  roles: texts,
  enabled: flag,
  metadata,
});

export const NewUser = z.strictObject({
  username: key('User name'),
  full_name: z.string().optional(),
  email: z.string().optional(),
  password: z.string().min(6).optional().meta({ title: 'Password, which a new user needs' }),
  roles: z.array(z.string()),
  enabled: z.boolean().optional(),
  metadata: given.optional(),
});

export const Role = z.looseObject({
  name,
  description: text,
  cluster: texts,
  indices: list,
  applications: list,
  run_as: texts,
  metadata,
});

export const NewRole = z.strictObject({
  name: key('Name'),
  description: z.string().optional(),
  cluster: z.array(z.string()).optional(),
  indices: z.array(given).optional(),
  applications: z.array(given).optional(),
  run_as: z.array(z.string()).optional(),
  metadata: given.optional(),
});

export const RoleMapping = z.looseObject({
  name,
  enabled: flag,
  roles: texts,
  role_templates: list,
  rules: open,
  metadata,
});

export const NewRoleMapping = z.strictObject({
  name: key('Name'),
  enabled: z.boolean(),
  roles: z.array(z.string()).optional(),
  role_templates: z.array(given).optional(),
  rules: given,
  metadata: given.optional(),
});

export const ApiKey = z.looseObject({
  id: z.string().optional().meta({ title: 'Id' }),
  name: text,
  type: text,
  username: text,
  realm: text,
  creation: amount.meta({ title: 'Created, in milliseconds since 1970' }),
  expiration: amount,
  invalidated: flag,
  role_descriptors: open,
  metadata,
});

export const Watch = z.looseObject({
  _id: z.string().optional().meta({ title: 'Id' }),
  status: z.looseObject({ version: amount, state: z.looseObject({ active: flag }).nullish() }).nullish(),
  watch: open,
});

export const NewWatch = z.strictObject({
  _id: key('Id'),
  trigger: given,
  input: given.optional(),
  condition: given.optional(),
  actions: given,
  metadata: given.optional(),
});
