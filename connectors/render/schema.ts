import { z } from 'zod';

/** Records of Render's API. @see https://api-docs.render.com/reference/introduction */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const list = z.array(z.json()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const name = text.meta({ title: 'Name' });
const times = { createdAt: instant, updatedAt: instant };

export const Service = z.looseObject({
  id,
  name,
  type: text.meta({ title: 'static_site, web_service, private_service, background_worker or cron_job' }),
  slug: text,
  ownerId: text,
  environmentId: text,
  repo: text,
  branch: text,
  autoDeploy: text,
  rootDir: text,
  suspended: text,
  dashboardUrl: text,
  serviceDetails: open,
  ...times,
});

export const Deploy = z.looseObject({
  id,
  status: text,
  trigger: text,
  commit: open,
  image: open,
  startedAt: instant,
  finishedAt: instant,
  ...times,
});

export const EnvironmentVariable = z.looseObject({
  serviceId: z.string().meta({ title: 'Service' }),
  key: z.string().meta({ title: 'Name' }),
  value: text,
});

export const CustomDomain = z.looseObject({
  serviceId: z.string().meta({ title: 'Service' }),
  name: z.string().meta({ title: 'Name' }),
  id: text,
  domainType: text.meta({ title: 'apex or subdomain' }),
  publicSuffix: text,
  redirectForName: text,
  verificationStatus: text,
  createdAt: instant,
});

export const Postgres = z.looseObject({
  id,
  name,
  databaseName: text,
  databaseUser: text,
  environmentId: text,
  plan: text,
  diskSizeGB: whole,
  highAvailabilityEnabled: flag,
  region: text,
  status: text,
  version: text,
  suspended: text,
  ...times,
});

export const KeyValue = z.looseObject({ id, name, plan: text, region: text, status: text, owner: open, ...times });

export const Project = z.looseObject({ id, name, owner: open, environmentIds: list, ...times });

export const Environment = z.looseObject({
  id,
  name,
  projectId: text,
  protectedStatus: text,
  networkIsolationEnabled: flag,
  serviceIds: list,
  databasesIds: list,
  envGroupIds: list,
});

export const Member = z.looseObject({
  userId: id,
  name,
  email: text.meta({ title: 'E-mail address' }),
  role: text.meta({ title: 'ADMIN, DEVELOPER, WORKSPACE_CONTRIBUTOR, WORKSPACE_BILLING or WORKSPACE_VIEWER' }),
  status: text.meta({ title: 'active or inactive' }),
  mfaEnabled: flag,
});

export const AuditLog = z.looseObject({
  id,
  timestamp: instant,
  event: text,
  status: text.meta({ title: 'success or error' }),
  actor: open,
  metadata: open,
});

export const Webhook = z.looseObject({ id, name, url: text, enabled: flag, eventFilter: list });
