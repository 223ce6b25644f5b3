import { z } from 'zod';

/** Records of Vercel's REST API. Times are milliseconds since 1970. @see https://vercel.com/docs/rest-api */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const number = z.number().nullish();
const list = z.array(z.json()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const name = text.meta({ title: 'Name' });

export const Project = z.looseObject({
  id,
  name,
  accountId: text,
  framework: text,
  nodeVersion: text,
  rootDirectory: text,
  buildCommand: text,
  outputDirectory: text,
  createdAt: number,
  updatedAt: number,
});

export const Deployment = z.looseObject({
  uid: id,
  name,
  projectId: text,
  url: text,
  state: text.meta({ title: 'BUILDING, ERROR, INITIALIZING, QUEUED, READY or CANCELED' }),
  readyState: text,
  target: text,
  source: text,
  created: number,
  createdAt: number,
  buildingAt: number,
  ready: number,
  creator: open,
  meta: open,
  inspectorUrl: text,
});

export const Domain = z.looseObject({
  name: z.string().meta({ title: 'Name' }),
  id: text,
  verified: flag,
  serviceType: text.meta({ title: 'zeit.world, external or na' }),
  nameservers: list,
  intendedNameservers: list,
  renew: flag,
  createdAt: number,
  boughtAt: number,
  expiresAt: number,
});

export const DnsRecord = z.looseObject({
  id,
  domain: text.meta({ title: 'Domain' }),
  name,
  type: text,
  value: text,
  ttl: number,
  comment: text,
});

export const Alias = z.looseObject({
  uid: id,
  alias: text.meta({ title: 'Alias' }),
  deploymentId: text,
  projectId: text,
  redirect: text,
  createdAt: number,
  updatedAt: number,
});

export const Member = z.looseObject({
  uid: id,
  email: text.meta({ title: 'E-mail address' }),
  username: text,
  name,
  role: text.meta({ title: 'OWNER, MEMBER, DEVELOPER, SECURITY, BILLING, VIEWER, …' }),
  confirmed: flag,
  createdAt: number,
  projects: list,
});

export const AccessGroup = z.looseObject({
  accessGroupId: id,
  name,
  teamId: text,
  membersCount: number,
  projectsCount: number,
  isDsyncManaged: flag,
  createdAt: text,
  updatedAt: text,
});

export const EnvironmentVariable = z.looseObject({
  id,
  key: text.meta({ title: 'Key' }),
  type: text.meta({ title: 'encrypted, sensitive, system or plain' }),
  target: list,
  projectId: list,
  comment: text,
  createdAt: number,
  updatedAt: number,
});

export const EdgeConfig = z.looseObject({
  id,
  slug: text.meta({ title: 'Name' }),
  ownerId: text,
  digest: text,
  itemCount: number,
  sizeInBytes: number,
  createdAt: number,
  updatedAt: number,
});

export const Team = z.looseObject({ id, name, slug: text, createdAt: number });
