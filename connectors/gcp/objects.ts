import type { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import type { GivenRequest, HttpWrite } from '../kit/http/operations.ts';
import { googleList } from '../kit/presets/google.ts';
import { type ListedObject, type Pages, restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, type WriteDetails } from '../kit/rest-writes.ts';
import { aggregatedKinds, globalKinds, type Kind, kinds, type PartKind, partKinds } from './kinds.data.ts';
import * as schemas from './schema.ts';

const project = 'projects/{config.project_id}';
const at = (service: string): string => `https://${service}.googleapis.com`;

/** `docs`: the service, or a page of its own. */
const { listOf, objectOf, pagesOf } = restApi({ docs: toDocs, key: 'name' });

function toDocs(page: string): string {
  if (page.startsWith('https://')) return page;
  return page.includes('aiplatform')
    ? 'https://cloud.google.com/vertex-ai/docs/reference/rest'
    : `https://cloud.google.com/apis/docs/overview#${page}`;
}

/** A list of a service. */
function toPages({ service, path, list, pageSize, sizeParameter }: Omit<Kind, 'title'>) {
  const [plain = '', query = ''] = path.split('?');
  const size = pageSize === undefined ? {} : { pageSize };
  return {
    path: plain,
    query: Object.fromEntries(new URLSearchParams(query)),
    request: { base: at(service) },
    ...googleList({ recordsPath: list, ...size, ...(sizeParameter === undefined ? {} : { sizeParameter }) }),
  } satisfies Pages;
}

function listed(kind: Kind, more: Partial<ListedObject> = {}, operations?: HttpObject['operations']): HttpObject {
  const { title, service, schema = schemas.Named, key } = kind;
  return listOf({ title, docs: service, schema, key, ...toPages(kind), ...more }, operations);
}

function toPart({ parents, field, copy, ...kind }: PartKind): HttpObject {
  const { key = 'name' } = kind;
  const schema: z.ZodObject = kind.schema ?? schemas.Named;
  return listed(kind, {
    key: [copy, key],
    schema: schema.extend({ [copy]: schemas.copied }),
    parents: { from: pagesOf(toPages(parents)), key: field, copy: { [copy]: field } },
  });
}

/** An idempotent write of a service. */
function repeats(service: string, method: GivenRequest['method'], path: string, more?: WriteDetails): HttpWrite {
  return idempotent({ method, base: at(service), path }, more);
}

interface Found {
  service: string;
  create: Omit<GivenRequest, 'method'>;
  /** Path of the one record. */
  own: string;
  /** Likewise, with `{$target_id}`. */
  update?: string;
  id: string;
  /** How long a look-up may miss a creation. Default: it is not told. */
  searchLagMs?: number;
}

/** Records whose names the caller chooses, so that they have an address to look at. */
function found({ service, create, own, update, id, searchLagMs }: Found): HttpWrite {
  const request = { base: at(service) };
  return findOrCreate(
    { method: 'POST', ...request, ...create },
    {
      find: { path: own, request, recordsPath: '$', searchLagMs: searchLagMs ?? 'undocumented', adoptsConflict: true },
      ...(update === undefined ? {} : { update: { method: 'PATCH', ...request, path: update } }),
      targetIdPath: id,
    },
  );
}

const compute = `/compute/v1/${project}`;
const sized = { service: 'compute', sizeParameter: 'maxResults', pageSize: 500 } as const;

function toGlobal(name: string, title: string, schema: z.ZodObject, operations?: HttpObject['operations']): HttpObject {
  const path = `${compute}/global/${name}`;
  return listed({ ...sized, title, path, list: 'items', schema, key: 'id' }, {}, operations);
}

/**
 * The answer is a map by region or zone, of which many are empty. @see
 * https://cloud.google.com/compute/docs/reference/rest/v1/instances/aggregatedList
 */
function toAggregated(
  name: string,
  title: string,
  schema: z.ZodObject,
  operations?: HttpObject['operations'],
): HttpObject {
  return listed(
    { ...sized, title, path: `${compute}/aggregated/${name}`, list: 'items', schema, key: 'id' },
    {
      format: { kind: 'json', recordsPath: 'items', keyField: 'scope', optional: true },
      extract: { expand: { path: name, copy: { scope: 'scope' } } },
    },
    operations,
  );
}

/** `instanceGroups` of the vendor is our `instance_groups`. */
function each<Declared>(
  table: Readonly<Record<string, Declared>>,
  make: (name: string, declared: Declared) => HttpObject,
) {
  const toName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(table).map(([name, declared]) => [toName(name), make(name, declared)]));
}

const instance = `${compute}/zones/{zone}/instances/{name}`;
const firewall = found({
  service: 'compute',
  create: { path: `${compute}/global/firewalls` },
  own: `${compute}/global/firewalls/{name}`,
  update: `${compute}/global/firewalls/{$target_id}`,
  id: 'name',
});
const firewallAt = (method: 'PATCH' | 'DELETE') => repeats('compute', method, `${compute}/global/firewalls/{name}`);

const accounts = `/v1/${project}/serviceAccounts`;
const account = found({
  service: 'iam',
  create: {
    path: accounts,
    bodyFields: {
      accountId: '{accountId}',
      'serviceAccount.displayName': '{displayName}',
      'serviceAccount.description': '{description}',
    },
  },
  own: `${accounts}/{accountId}@{config.project_id}.iam.gserviceaccount.com`,
  id: 'uniqueId',
});

/** The vendor requires a body, even an empty one. */
const switched = (action: string, more?: WriteDetails): HttpWrite =>
  idempotent({ method: 'POST', base: at('iam'), path: `${accounts}/{uniqueId}:${action}`, body: {} }, more);

const buckets: Kind = {
  title: 'Cloud Storage buckets',
  service: 'storage',
  path: '/storage/v1/b?project={config.project_id}',
  list: 'items',
  pageSize: 1000,
  sizeParameter: 'maxResults',
  schema: schemas.Bucket,
};
const bucket = found({
  service: 'storage',
  create: { path: '/storage/v1/b', query: { project: '{config.project_id}' } },
  own: '/storage/v1/b/{name}',
  update: '/storage/v1/b/{$target_id}',
  id: 'name',
  // @see https://cloud.google.com/storage/docs/consistency
  searchLagMs: 0,
});
const bucketAt = (method: 'PATCH' | 'DELETE') => repeats('storage', method, '/storage/v1/b/{name}');
const ofBuckets = { parents: { from: pagesOf(toPages(buckets)), key: 'name', copy: { bucket: 'name' } } };

const topicAt = (method: 'PUT' | 'DELETE') =>
  repeats('pubsub', method, `/v1/${project}/topics/{topic}`, method === 'DELETE' ? { body: 'none' } : {});

const ofAccounts = {
  parents: {
    from: pagesOf(toPages({ service: 'iam', path: accounts, list: 'accounts', pageSize: 100 })),
    key: 'email',
  },
};

export const objects: Readonly<Record<string, HttpObject>> = {
  projects: listed({
    title: 'Projects',
    service: 'cloudresourcemanager',
    path: '/v3/projects:search',
    list: 'projects',
    pageSize: 300,
    schema: schemas.Project,
  }),
  instances: toAggregated('instances', 'VM instances', schemas.Instance, {
    delete: repeats('compute', 'DELETE', instance),
  }),
  running_instances: objectOf(
    {
      title: 'Running VM instances: writing starts one, deleting stops it',
      docs: 'https://cloud.google.com/compute/docs/reference/rest/v1/instances/start',
      key: ['zone', 'name'],
    },
    {
      upsert: repeats('compute', 'POST', `${instance}/start`, { body: 'none' }),
      delete: repeats('compute', 'POST', `${instance}/stop`, { effect: 'reversible' }),
    },
  ),
  firewalls: toGlobal('firewalls', 'Firewall rules', schemas.Firewall, {
    create: firewall,
    upsert: firewall,
    update: firewallAt('PATCH'),
    delete: firewallAt('DELETE'),
  }),
  service_accounts: listed(
    {
      title: 'Service accounts',
      service: 'iam',
      path: accounts,
      list: 'accounts',
      pageSize: 100,
      schema: schemas.ServiceAccount,
      key: 'uniqueId',
    },
    {},
    // Kept for 30 days. @see https://cloud.google.com/iam/docs/service-accounts-delete-undelete
    { create: account, delete: repeats('iam', 'DELETE', `${accounts}/{uniqueId}`, { effect: 'reversible' }) },
  ),
  enabled_service_accounts: objectOf(
    {
      title: 'Enabled service accounts: writing enables one, deleting disables it',
      docs: 'https://cloud.google.com/iam/docs/reference/rest/v1/projects.serviceAccounts/disable',
      key: 'uniqueId',
    },
    {
      upsert: switched('enable'),
      delete: switched('disable', { effect: 'reversible' }),
    },
  ),
  service_account_keys: listed(
    {
      title: 'Service account keys',
      service: 'iam',
      path: `${accounts}/{parent.email}/keys`,
      list: 'keys',
      schema: schemas.ServiceAccountKey,
    },
    ofAccounts,
    { delete: repeats('iam', 'DELETE', '/v1/{+name}') },
  ),
  buckets: listed(
    buckets,
    {},
    {
      create: bucket,
      upsert: bucket,
      update: bucketAt('PATCH'),
      delete: bucketAt('DELETE'),
    },
  ),
  stored_objects: listed(
    {
      title: 'Objects in Cloud Storage buckets',
      service: 'storage',
      path: '/storage/v1/b/{parent.name}/o',
      list: 'items',
      pageSize: 1000,
      sizeParameter: 'maxResults',
      schema: schemas.StoredObject,
      key: 'id',
    },
    ofBuckets,
    { delete: repeats('storage', 'DELETE', '/storage/v1/b/{bucket}/o/{name}') },
  ),
  bucket_bindings: listed(
    {
      title: 'Bucket IAM bindings',
      service: 'storage',
      path: '/storage/v1/b/{parent.name}/iam',
      list: 'bindings',
      schema: schemas.Binding,
    },
    { key: ['bucket', 'role'], ...ofBuckets },
  ),
  log_entries: listOf({
    title: 'Log entries of the configured resources',
    docs: 'https://cloud.google.com/logging/docs/reference/v2/rest/v2/entries/list',
    key: ['logName', 'timestamp', 'insertId'],
    schema: schemas.LogEntry,
    path: '/v2/entries:list',
    request: {
      method: 'POST',
      base: at('logging'),
      body: { orderBy: 'timestamp asc' },
      bodyFields: { resourceNames: '{config.log_resources}' },
    },
    ...googleList({ recordsPath: 'entries', pageSize: 1000, place: 'body' }),
    incremental: {
      kind: 'server_filter',
      in: 'body',
      parameter: 'filter',
      template: 'timestamp >= "{$since}"',
      orderedBy: 'timestamp',
    },
  }),
  topics: listed(
    { title: 'Pub/Sub topics', service: 'pubsub', path: `/v1/${project}/topics`, list: 'topics', pageSize: 1000 },
    {},
    { upsert: topicAt('PUT'), delete: topicAt('DELETE') },
  ),
  secrets: listed(
    {
      title: 'Secrets, without their values',
      service: 'secretmanager',
      path: `/v1/${project}/secrets`,
      list: 'secrets',
      pageSize: 1000,
      schema: schemas.Secret,
    },
    {},
    { delete: repeats('secretmanager', 'DELETE', '/v1/{+name}') },
  ),
  services: listed({
    title: 'Enabled services',
    service: 'serviceusage',
    path: `/v1/${project}/services?filter=state:ENABLED`,
    list: 'services',
    pageSize: 200,
    schema: schemas.Service,
  }),
  assets: listed({
    title: 'Assets',
    service: 'cloudasset',
    path: `/v1/${project}:searchAllResources`,
    list: 'results',
    pageSize: 500,
    schema: schemas.Asset,
  }),
  asset_policies: listed({
    title: 'Asset IAM policies',
    service: 'cloudasset',
    path: `/v1/${project}:searchAllIamPolicies`,
    list: 'results',
    pageSize: 500,
    schema: schemas.AssetPolicy,
    key: 'resource',
  }),
  dns_zones: listed({
    title: 'DNS managed zones',
    service: 'dns',
    path: `/dns/v1/${project}/managedZones`,
    list: 'managedZones',
    pageSize: 100,
    sizeParameter: 'maxResults',
    schema: schemas.DnsZone,
  }),
  ...Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, listed(kind)])),
  ...Object.fromEntries(Object.entries(partKinds).map(([name, kind]) => [name, toPart(kind)])),
  ...each(globalKinds, (name, title) => toGlobal(name, title, schemas.ComputeRecord)),
  ...each(aggregatedKinds, (name, { title, fields }) => toAggregated(name, title, schemas.scoped(fields))),
  /**
   * The XML interface, which takes keys that only Cloud Storage knows. @see
   * https://cloud.google.com/storage/docs/xml-api/get-service
   */
  named_buckets: listOf({
    title: 'Buckets, by an HMAC key, 1000 at most',
    docs: 'https://cloud.google.com/storage/docs/xml-api/get-service',
    key: 'Name',
    schema: schemas.NamedBucket,
    path: '/',
    request: { base: at('storage') },
    format: { kind: 'xml', recordsPath: 'ListAllMyBucketsResult.Buckets.Bucket', plainNames: true },
  }),
};
