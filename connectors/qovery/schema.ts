import { z } from 'zod';

/** Records of Qovery's API. @see https://api-doc.qovery.com/ */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.json()).nullish();

export const Project = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  created_at: instant,
  updated_at: instant,
  name: text,
  description: text,
  associated_environments_count: whole,
  organization: open,
});

export const Environment = z.looseObject({
  projectId: z.string().meta({ title: 'Project' }),
  id: z.string().meta({ title: 'Id' }),
  created_at: instant,
  updated_at: instant,
  name: text,
  organization: open,
  project: open,
  last_updated_by: text,
  cloud_provider: open,
  mode: text,
  cluster_id: text,
  cluster_name: text,
  expires_at: instant,
});

export const Variable = z.looseObject({
  projectId: z.string().meta({ title: 'Project' }),
  id: z.string().meta({ title: 'Id' }),
  created_at: instant,
  updated_at: instant,
  key: text,
  value: text,
  mount_path: text,
  description: text,
  enable_interpolation_in_file: flag,
  overridden_variable: open,
  aliased_variable: open,
  scope: text,
  variable_type: text,
  service_id: text,
  service_name: text,
  service_type: text,
  owned_by: text,
});

export const Cluster = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  created_at: instant,
  updated_at: instant,
  organization: open,
  name: text,
  description: text,
  region: text,
  cloud_provider: text,
  min_running_nodes: whole,
  max_running_nodes: whole,
  disk_size: whole,
  disk_iops: whole,
  disk_throughput: whole,
  instance_type: text,
  kubernetes: text,
  cpu: whole,
  memory: whole,
  estimated_cloud_provider_cost: whole,
  status: text,
  has_access: flag,
  version: text,
  is_default: flag,
  is_demo: flag,
  production: flag,
  ssh_keys: list,
  features: list,
  deployment_status: text,
  metrics_parameters: open,
  infrastructure_outputs: open,
  infrastructure_charts_parameters: open,
  keda: open,
  labels_groups: list,
});

export const Member = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  created_at: instant,
  updated_at: instant,
  name: text,
  nickname: text,
  email: text,
  profile_picture_url: text,
  last_activity_at: instant,
  role: text,
  role_name: text,
  role_id: text,
});

export const CustomRole = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  name: text,
  description: text,
  cluster_permissions: list,
  project_permissions: list,
});

export const ContainerRegistry = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  created_at: instant,
  updated_at: instant,
  name: text,
  kind: text,
  description: text,
  url: text,
  cluster: open,
  associated_services_count: whole,
  config: open,
});

export const HelmRepository = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  created_at: instant,
  updated_at: instant,
  name: text,
  kind: text,
  description: text,
  url: text,
  skip_tls_verification: flag,
  associated_services_count: whole,
  config: open,
});

export const ApiToken = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  created_at: instant,
  updated_at: instant,
  name: text,
  description: text,
  role_name: text,
  role_id: text,
});

export const Webhook = z.looseObject({
  id: z.string().meta({ title: 'Id' }),
  created_at: instant,
  updated_at: instant,
  kind: text,
  target_url: text,
  target_secret_set: flag,
  description: text,
  enabled: flag,
  events: list,
  project_names_filter: list,
  environment_types_filter: list,
});
