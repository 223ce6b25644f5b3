import { z } from 'zod';

/** Records of the InsightVM console: the fields that integrations use. @see https://help.rapid7.com/insightvm/en-us/api/index.html */

const text = z.string().nullish();
const id = z.int().meta({ title: 'Id' });
const name = z.string().meta({ title: 'Id' });
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const score = z.number().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(open).nullish();
const asset_id = z.union([z.int(), z.string()]).optional().meta({ title: 'Asset' });
const site_id = z.union([z.int(), z.string()]).optional().meta({ title: 'Site' });

const asset = {
  id,
  ip: text,
  mac: text,
  hostName: text,
  hostNames: list,
  addresses: list,
  ids: list,
  os: text,
  osFingerprint: open,
  type: text.meta({ title: 'unknown, guest, hypervisor, physical or mobile' }),
  riskScore: score,
  rawRiskScore: score,
  assessedForPolicies: flag,
  assessedForVulnerabilities: flag,
  vulnerabilities: open,
  history: list,
  services: list,
};
export const Asset = z.looseObject(asset);
export const SiteAsset = z.looseObject({ ...asset, site_id });

/** A vulnerability that an asset was assessed for. */
export const Finding = z.looseObject({
  id: name,
  asset_id,
  status: text.meta({ title: 'vulnerable, invulnerable or no-results' }),
  instances: whole,
  since: instant,
  results: list,
});

export const Software = z.looseObject({
  id,
  asset_id,
  description: text,
  product: text,
  vendor: text,
  version: text,
  family: text,
  type: text,
});

const tag = {
  id,
  name: text,
  type: text.meta({ title: 'custom, location, owner or criticality' }),
  color: text,
  source: text,
  created: instant,
  searchCriteria: open,
};
export const Tag = z.looseObject({ ...tag, riskModifier: score });
export const AssetTag = z.looseObject({ ...tag, asset_id });

export const AssetGroup = z.looseObject({
  id,
  name: text,
  description: text,
  type: text.meta({ title: 'static or dynamic' }),
  assets: whole,
  riskScore: score,
  searchCriteria: open,
  vulnerabilities: open,
});

export const Site = z.looseObject({
  id,
  name: text,
  description: text,
  type: text.meta({ title: 'agent, dynamic or static' }),
  importance: text,
  assets: whole,
  riskScore: score,
  scanEngine: whole,
  scanTemplate: text,
  lastScanTime: instant,
  vulnerabilities: open,
});

export const Scan = z.looseObject({
  id,
  scanName: text,
  scanType: text,
  status: text.meta({ title: 'running, finished, stopped, error, paused, aborted, …' }),
  siteId: whole,
  siteName: text,
  engineId: whole,
  engineName: text,
  startedBy: text,
  startTime: instant,
  endTime: instant,
  duration: text,
  assets: whole,
  message: text,
  vulnerabilities: open,
});

export const ScanEngine = z.looseObject({
  id,
  name: text,
  address: text,
  port: whole,
  status: text,
  productVersion: text,
  contentVersion: text,
  lastRefreshedDate: instant,
  lastUpdatedDate: instant,
});

export const ScanTemplate = z.looseObject({
  id: name,
  name: text,
  description: text,
  discoveryOnly: flag,
  vulnerabilityEnabled: flag,
  policyEnabled: flag,
  webEnabled: flag,
});

export const Vulnerability = z.looseObject({
  id: name,
  title: text,
  description: open,
  cves: z.array(z.string()).nullish(),
  categories: z.array(z.string()).nullish(),
  cvss: open,
  severity: text,
  severityScore: whole,
  riskScore: score,
  exploits: whole,
  malwareKits: whole,
  denialOfService: flag,
  added: text,
  modified: text,
  published: text,
});

export const VulnerabilityException = z.looseObject({
  id,
  state: text.meta({ title: 'deleted, expired, approved, rejected or under review' }),
  expires: instant,
  scope: open,
  submit: open,
  review: open,
});

export const Report = z.looseObject({
  id,
  name: text,
  format: text,
  template: text,
  owner: whole,
  language: text,
  timezone: text,
  scope: open,
  filters: open,
  frequency: open,
});

const user = {
  id,
  login: text,
  name: text,
  email: text,
  enabled: flag,
  locked: flag,
  authentication: open,
  locale: open,
  role: open,
};
export const User = z.looseObject(user);
export const SiteUser = z.looseObject({ ...user, site_id });

export const Role = z.looseObject({
  id: name,
  name: text,
  description: text,
  privileges: z.array(z.string()).nullish(),
});
