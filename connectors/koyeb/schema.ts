import { z } from 'zod';

/** Records of Koyeb's API. @see https://www.koyeb.com/docs/reference/api */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.json()).nullish();

export const App = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  name: text,
  organization_id: text,
  updated_at: instant,
  created_at: instant,
  domains: list,
  status: text,
  messages: list,
});

export const Service = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  name: text,
  type: text,
  organization_id: text,
  app_id: text,
  updated_at: instant,
  created_at: instant,
  status: text,
  messages: list,
  version: text,
  state: open,
  active_deployment_id: text,
  latest_deployment_id: text,
  life_cycle: open,
});

export const Deployment = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  created_at: instant,
  updated_at: instant,
  allocated_at: instant,
  started_at: instant,
  succeeded_at: instant,
  terminated_at: instant,
  organization_id: text,
  app_id: text,
  service_id: text,
  parent_id: text,
  child_id: text,
  status: text,
  metadata: open,
  definition: open,
  messages: list,
  provisioning_info: open,
  database_info: open,
  instance_snapshot_id: text,
  version: text,
  deployment_group: text,
});

export const Instance = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  created_at: instant,
  updated_at: instant,
  organization_id: text,
  app_id: text,
  service_id: text,
  regional_deployment_id: text,
  allocation_id: text,
  type: text,
  replica_index: whole,
  region: text,
  datacenter: text,
  status: text,
  messages: list,
  xyz_deployment_id: text,
});

export const Domain = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  organization_id: text,
  name: text,
  created_at: instant,
  updated_at: instant,
  status: text,
  type: text,
  app_id: text,
  deployment_group: text,
  verified_at: instant,
  intended_cname: text,
  messages: list,
  version: text,
  cloudflare: open,
  koyeb: open,
  project_id: text,
});

export const Secret = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  name: text,
  organization_id: text,
  type: text,
  updated_at: instant,
  created_at: instant,
  project_id: text,
  value: text,
  docker_hub_registry: open,
  private_registry: open,
  digital_ocean_registry: open,
  github_registry: open,
  gitlab_registry: open,
  gcp_container_registry: open,
  azure_container_registry: open,
  database_role_password: open,
});

export const Volume = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  name: text,
  snapshot_id: text,
  created_at: instant,
  updated_at: instant,
  deleted_at: instant,
  organization_id: text,
  service_id: text,
  region: text,
  read_only: flag,
  max_size: whole,
  cur_size: whole,
  status: text,
  backing_store: text,
});

export const Snapshot = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  name: text,
  size: whole,
  created_at: instant,
  updated_at: instant,
  deleted_at: instant,
  organization_id: text,
  parent_volume_id: text,
  region: text,
  status: text,
  type: text,
});

export const Project = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  name: text,
  description: text,
  organization_id: text,
  updated_at: instant,
  created_at: instant,
  service_count: text,
});

export const Member = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  organization_id: text,
  user_id: text,
  external_id: text,
  joined_at: instant,
  role: text,
  status: text,
  user: open,
  organization: open,
});

export const Credential = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  type: text,
  name: text,
  token: text,
  description: text,
  user_id: text,
  organization_id: text,
  updated_at: instant,
  created_at: instant,
  expires_at: instant,
});

export const Activity = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  actor: open,
  object: open,
  verb: text,
  metadata: open,
  created_at: instant,
});
