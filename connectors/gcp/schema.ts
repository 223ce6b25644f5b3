import { z } from 'zod';

/** Records of Google Cloud's services: the fields that integrations use. Large numbers are texts. */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const texts = z.array(z.string()).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.record(z.string(), z.json())).nullish();
const labels = z.record(z.string(), z.string()).nullish();
/** Always present, although descriptions do not require it. */
const id = z.string().optional().meta({ title: 'Id' });

/** A field of the enclosing record. */
export const copied = text;

/** Resources whose name is a path; other members depend on the service. */
export const Named = z.object({ name: id });
export const Job = z.object({ jobId: id });
export const Cluster = z.object({ clusterName: id });
export const Identified = z.object({ id });

/** @see https://cloud.google.com/resource-manager/reference/rest/v3/projects#Project */
export const Project = z.object({
  name: id,
  projectId: text,
  displayName: text,
  parent: text,
  state: text,
  labels,
  createTime: instant,
  updateTime: instant,
  deleteTime: instant,
});
export const Folder = z.object({ name: id, displayName: text, parent: text, state: text, createTime: instant });
export const Organization = z.object({ name: id, displayName: text, state: text, createTime: instant });

/** @see https://cloud.google.com/iam/docs/reference/rest/v1/projects.serviceAccounts#ServiceAccount */
export const ServiceAccount = z.object({
  uniqueId: id,
  name: text,
  email: text,
  projectId: text,
  displayName: text,
  description: text,
  disabled: flag,
  oauth2ClientId: text,
});
export const ServiceAccountKey = z.object({
  name: id,
  keyType: text,
  keyAlgorithm: text,
  disabled: flag,
  validAfterTime: instant,
  validBeforeTime: instant,
});
export const Role = z.object({ name: id, title: text, description: text, stage: text, deleted: flag });
export const Binding = z.object({ role: id, members: texts, bucket: text });

/**
 * Regional and zonal ones carry their place as `scope`. @see https://cloud.google.com/compute/docs/reference/rest/v1
 */
export const ComputeRecord = z.object({
  id,
  name: text,
  description: text,
  creationTimestamp: instant,
  selfLink: text,
});
const scopedFields = { region: text, zone: text, status: text };
export type ScopedField = keyof typeof scopedFields;

/** Resources in a region or a zone, with the fields that their type has. */
export function scoped(fields: readonly ScopedField[]): z.ZodObject {
  return ComputeRecord.extend({ scope: text, ...Object.fromEntries(fields.map((name) => [name, scopedFields[name]])) });
}

/** @see https://cloud.google.com/compute/docs/reference/rest/v1/instances#Instance */
export const Instance = ComputeRecord.extend({
  scope: text,
  zone: text,
  status: text,
  machineType: text,
  hostname: text,
  cpuPlatform: text,
  labels,
  tags: open,
  metadata: open,
  disks: list,
  networkInterfaces: list,
  serviceAccounts: list,
  scheduling: open,
  deletionProtection: flag,
  lastStartTimestamp: instant,
  lastStopTimestamp: instant,
});

export const Firewall = ComputeRecord.extend({
  network: text,
  direction: text,
  priority: z.number().nullish(),
  disabled: flag,
  sourceRanges: texts,
  destinationRanges: texts,
  sourceTags: texts,
  targetTags: texts,
  allowed: list,
  denied: list,
});

/** @see https://cloud.google.com/storage/docs/json_api/v1/buckets#resource */
export const Bucket = z.object({
  id,
  name: text,
  location: text,
  locationType: text,
  storageClass: text,
  projectNumber: text,
  timeCreated: instant,
  updated: instant,
  labels,
  versioning: open,
  iamConfiguration: open,
  encryption: open,
});
export const StoredObject = z.object({
  id,
  name: text,
  bucket: text,
  size: text,
  contentType: text,
  md5Hash: text,
  storageClass: text,
  timeCreated: instant,
  updated: instant,
});
/** As Cloud Storage's XML interface lists them. */
export const NamedBucket = z.object({ Name: id, CreationDate: instant });

/** @see https://cloud.google.com/logging/docs/reference/v2/rest/v2/LogEntry */
export const LogEntry = z.object({
  insertId: id,
  logName: text,
  timestamp: instant,
  receiveTimestamp: instant,
  severity: text,
  textPayload: text,
  jsonPayload: open,
  protoPayload: open,
  httpRequest: open,
  resource: open,
  labels,
  trace: text,
});

/** @see https://cloud.google.com/asset-inventory/docs/reference/rest/v1/ResourceSearchResult */
export const Asset = z.object({
  name: id,
  assetType: text,
  project: text,
  displayName: text,
  description: text,
  location: text,
  state: text,
  labels,
  createTime: instant,
  updateTime: instant,
});
export const AssetPolicy = z.object({ resource: id, assetType: text, project: text, policy: open });

export const Secret = z.object({ name: id, createTime: instant, expireTime: instant, labels });
export const Service = z.object({ name: id, parent: text, state: text });
export const DnsRecord = z.object({ name: id, type: text, ttl: z.number().nullish(), rrdatas: texts, zone: text });
export const DnsZone = z.object({ name: id, id: text, dnsName: text, description: text, visibility: text });
