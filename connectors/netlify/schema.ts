import { z } from 'zod';

/** Records of Netlify's API. @see https://open-api.netlify.com/ */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const list = z.array(z.json()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const name = text.meta({ title: 'Name' });

export const Site = z.looseObject({
  id,
  name,
  state: text,
  plan: text,
  custom_domain: text,
  domain_aliases: list,
  url: text,
  ssl_url: text,
  admin_url: text,
  account_slug: text,
  account_name: text,
  created_at: text,
  updated_at: text,
});

export const Deploy = z.looseObject({
  id,
  site_id: text.meta({ title: 'Site' }),
  name,
  state: text,
  branch: text,
  commit_ref: text,
  commit_url: text,
  context: text,
  title: text,
  error_message: text,
  deploy_url: text,
  deploy_ssl_url: text,
  draft: flag,
  created_at: text,
  updated_at: text,
  published_at: text,
});

export const Member = z.looseObject({
  id,
  full_name: text.meta({ title: 'Name' }),
  email: text.meta({ title: 'E-mail address' }),
  role: text.meta({ title: 'Owner, Developer, Billing Admin or Reviewer' }),
});

export const Account = z.looseObject({
  id,
  name,
  slug: text,
  type: text,
  type_name: text,
  billing_email: text,
  owner_ids: list,
  created_at: text,
  updated_at: text,
});

export const AuditEvent = z.looseObject({ id, account_id: text.meta({ title: 'Team' }), payload: open });

export const EnvironmentVariable = z.looseObject({
  account_id: z.string().meta({ title: 'Team' }),
  key: text.meta({ title: 'Name' }),
  scopes: list,
  values: list,
  is_secret: flag,
  updated_at: text,
});

export const DnsZone = z.looseObject({
  id,
  name,
  domain: text,
  site_id: text,
  account_slug: text,
  dns_servers: list,
  ipv6_enabled: flag,
  dedicated: flag,
  created_at: text,
  updated_at: text,
});

export const DnsRecord = z.looseObject({
  id,
  dns_zone_id: text.meta({ title: 'Zone' }),
  hostname: text.meta({ title: 'Host' }),
  type: text,
  value: text,
  ttl: whole,
  priority: whole,
  managed: flag,
});

export const Form = z.looseObject({
  id,
  site_id: text.meta({ title: 'Site' }),
  name,
  paths: list,
  submission_count: whole,
  fields: list,
  created_at: text,
});

export const Submission = z.looseObject({
  id,
  number: whole,
  email: text,
  name,
  summary: text,
  body: text,
  data: open,
  created_at: text,
});

export const Hook = z.looseObject({
  id,
  site_id: text.meta({ title: 'Site' }),
  type: text,
  event: text,
  data: open,
  disabled: flag,
  created_at: text,
  updated_at: text,
});
