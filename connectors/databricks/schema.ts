import { z } from 'zod';

/** Records of Databricks: the fields that integrations use. @see https://docs.databricks.com/api/workspace/introduction */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const amount = z.int().nullish();
const open = z.record(z.string(), z.json()).nullish();
const instant = (title: string) => amount.meta({ title: `${title}, in milliseconds since 1970` });
const refs = z.array(z.looseObject({ value: text, display: text, type: text })).nullish();
const id = z.string().optional().meta({ title: 'Id' });
const granted = { groups: refs, roles: refs, entitlements: refs };

export const User = z.looseObject({
  id,
  userName: text.meta({ title: 'User name: an e-mail address' }),
  displayName: text,
  active: flag,
  externalId: text,
  name: z.looseObject({ givenName: text, familyName: text }).nullish(),
  emails: refs,
  ...granted,
});

export const Group = z.looseObject({ id, displayName: text, externalId: text, members: refs, ...granted });

export const ServicePrincipal = z.looseObject({
  id,
  applicationId: text,
  displayName: text,
  active: flag,
  externalId: text,
  ...granted,
});

export const Cluster = z.looseObject({
  cluster_id: z.string().optional().meta({ title: 'Id' }),
  cluster_name: text,
  state: text,
  state_message: text,
  creator_user_name: text,
  single_user_name: text,
  spark_version: text,
  node_type_id: text,
  num_workers: amount,
  autotermination_minutes: amount,
  cluster_source: text,
  data_security_mode: text,
  policy_id: text,
  custom_tags: open,
  start_time: instant('Started'),
  terminated_time: instant('Terminated'),
});

export const ClusterPolicy = z.looseObject({
  policy_id: z.string().optional().meta({ title: 'Id' }),
  name: text,
  description: text,
  definition: text.meta({ title: 'Definition, as JSON' }),
  creator_user_name: text,
  is_default: flag,
  created_at_timestamp: instant('Created'),
});

export const Job = z.looseObject({
  job_id: z.int().optional().meta({ title: 'Id' }),
  creator_user_name: text,
  created_time: instant('Created'),
  settings: z
    .looseObject({ name: text, description: text, tags: open, schedule: open, max_concurrent_runs: amount })
    .nullish(),
});

export const Run = z.looseObject({
  run_id: z.int().optional().meta({ title: 'Id' }),
  job_id: amount,
  run_name: text,
  run_type: text,
  run_page_url: text,
  creator_user_name: text,
  trigger: text,
  start_time: instant('Started'),
  end_time: instant('Ended'),
  run_duration: amount,
  state: z
    .looseObject({ life_cycle_state: text, result_state: text, state_message: text, user_cancelled_or_timedout: flag })
    .nullish(),
});

export const NewRun = z.strictObject({
  job_id: z.int().meta({ title: 'Id of the job' }),
  job_parameters: z.record(z.string(), z.string()).optional().meta({ title: 'Parameters of the job' }),
});
