import type { z } from 'zod';
import { type HttpObject, reads, writes } from '../kit/define.ts';
import type { GivenPages, GivenRequest, HttpWrite } from '../kit/http/operations.ts';
import { googleList } from '../kit/presets/google.ts';
import { aggregatedKinds, globalKinds, type Kind, kinds, type PartKind, partKinds } from './kinds.data.ts';
import * as schemas from './schema.ts';

const project = 'projects/{config.project_id}';
const at = (service: string): string => `https://${service}.googleapis.com`;
const toDocs = (service: string): string =>
  service.includes('aiplatform')
    ? 'https://cloud.google.com/vertex-ai/docs/reference/rest'
    : `https://cloud.google.com/apis/docs/overview#${service}`;

interface Listing extends Kind {
  request?: Partial<GivenRequest>;
  keys?: readonly string[];
  more?: Pick<GivenPages, 'extract' | 'incremental' | 'parents'>;
}

function toPages(listing: Listing) {
  const { service, path, list, pageSize, sizeParameter, request, more } = listing;
  const [plain = '', query = ''] = path.split('?');
  const size = pageSize === undefined ? {} : { pageSize };
  return {
    kind: 'pages',
    request: {
      method: 'GET',
      base: at(service),
      path: plain,
      query: Object.fromEntries(new URLSearchParams(query)),
      ...request,
    },
    ...googleList({ recordsPath: list, ...size, ...(sizeParameter === undefined ? {} : { sizeParameter }) }),
    ...more,
  } as const;
}

function listed(listing: Listing, rest: HttpObject['operations'] = {}): HttpObject {
  const { title, service, schema = schemas.Named, key = 'name', keys = [key] } = listing;
  const list = reads(toPages(listing));
  return { title, key: keys, schema, docsUrl: toDocs(service), operations: { list, ...rest } };
}

function toPart({ parents, field, copy, ...kind }: PartKind): HttpObject {
  const { key = 'name' } = kind;
  const schema: z.ZodObject = kind.schema ?? schemas.Named;
  const more = { parents: { from: toPages(parents), key: field, copy: { [copy]: field } } };
  return listed({ ...kind, keys: [copy, key], schema: schema.extend({ [copy]: schemas.copied }), more });
}

type WriteDetails = Pick<Parameters<typeof writes>[0], 'already' | 'effect' | 'body'>;

/** A write that has the same effect when it is made twice. */
function repeats(service: string, method: GivenRequest['method'], path: string, more: WriteDetails = {}): HttpWrite {
  return writes({ request: { method, base: at(service), path }, idempotency: { kind: 'put_by_key' }, ...more });
}

interface Found {
  service: string;
  create: Omit<GivenRequest, 'method'>;
  /** Path of the one record. */
  own: string;
  /** Likewise, with `{$target_id}`. */
  update?: string;
  id: string;
}

/** Records that the caller names, so that a look-up finds them at once. */
function found({ service, create, own, update, id }: Found): HttpWrite {
  const base = at(service);
  return writes({
    request: { method: 'POST', base, ...create },
    ...(update === undefined ? {} : { update: { method: 'PATCH', base, path: update } }),
    idempotency: {
      kind: 'find',
      request: { method: 'GET', base, path: own },
      recordsPath: '$',
      searchLagMs: 60_000,
      adoptsConflict: true,
      notFoundIsAbsent: true,
    },
    targetIdPath: id,
  });
}

const compute = `/compute/v1/${project}`;
const sized = { service: 'compute', sizeParameter: 'maxResults', pageSize: 500 } as const;

function toGlobal(name: string, title: string, schema: z.ZodObject, rest: HttpObject['operations'] = {}): HttpObject {
  const path = `${compute}/global/${name}`;
  return listed({ ...sized, title, path, list: 'items', schema, key: 'id' }, rest);
}

/** The answer is a map by region or zone, of which many are empty. @see https://cloud.google.com/compute/docs/reference/rest/v1/instances/aggregatedList */
function toAggregated(
  name: string,
  title: string,
  schema: z.ZodObject,
  rest: HttpObject['operations'] = {},
): HttpObject {
  const path = `${compute}/aggregated/${name}`;
  const pages = toPages({ ...sized, title, path, list: 'items' });
  const list = reads({
    ...pages,
    format: { kind: 'json', recordsPath: 'items', keyField: 'scope', optional: true },
    extract: { expand: { path: name, copy: { scope: 'scope' } } },
  });
  return { title, key: ['id'], schema, docsUrl: toDocs('compute'), operations: { list, ...rest } };
}

/** `instanceGroups` of the vendor is our `instance_groups`. */
function each<Told>(table: Readonly<Record<string, Told>>, make: (name: string, told: Told) => HttpObject) {
  const toName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(table).map(([name, told]) => [toName(name), make(name, told)]));
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
const account = writes({
  request: {
    method: 'POST',
    base: at('iam'),
    path: accounts,
    bodyFields: {
      accountId: '{accountId}',
      'serviceAccount.displayName': '{displayName}',
      'serviceAccount.description': '{description}',
    },
  },
  idempotency: {
    kind: 'find',
    request: {
      method: 'GET',
      base: at('iam'),
      path: `${accounts}/{accountId}@{config.project_id}.iam.gserviceaccount.com`,
    },
    recordsPath: '$',
    searchLagMs: 60_000,
    adoptsConflict: true,
    notFoundIsAbsent: true,
  },
  targetIdPath: 'uniqueId',
});

/** The vendor wants a body, if an empty one. */
const switched = (action: string, more: WriteDetails): HttpWrite =>
  writes({
    request: { method: 'POST', base: at('iam'), path: `${accounts}/{uniqueId}:${action}`, body: {} },
    idempotency: { kind: 'put_by_key' },
    ...more,
  });

const buckets: Listing = {
  title: 'Buckets',
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
});
const bucketAt = (method: 'PATCH' | 'DELETE') => repeats('storage', method, '/storage/v1/b/{name}');
const ofBuckets = { parents: { from: toPages(buckets), key: 'name', copy: { bucket: 'name' } } };

const topicAt = (method: 'PUT' | 'DELETE') =>
  repeats('pubsub', method, `/v1/${project}/topics/{topic}`, method === 'DELETE' ? { body: 'none' } : {});

const ofAccounts = toPages({ title: '', service: 'iam', path: accounts, list: 'accounts', pageSize: 100 });

export const objects: Readonly<Record<string, HttpObject>> = {
  projects: listed({
    title: 'Projects',
    service: 'cloudresourcemanager',
    path: '/v3/projects:search',
    list: 'projects',
    pageSize: 300,
    schema: schemas.Project,
  }),
  instances: toAggregated('instances', 'Virtual machines', schemas.Instance, {
    delete: repeats('compute', 'DELETE', instance),
  }),
  running_instances: {
    title: 'Running virtual machines: writing starts one, deleting stops it',
    key: ['zone', 'name'],
    docsUrl: 'https://cloud.google.com/compute/docs/reference/rest/v1/instances/start',
    operations: {
      upsert: repeats('compute', 'POST', `${instance}/start`, { body: 'none' }),
      delete: repeats('compute', 'POST', `${instance}/stop`, { effect: 'reversible' }),
    },
  },
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
    // Kept for 30 days. @see https://cloud.google.com/iam/docs/service-accounts-delete-undelete
    { create: account, delete: repeats('iam', 'DELETE', `${accounts}/{uniqueId}`, { effect: 'reversible' }) },
  ),
  enabled_service_accounts: {
    title: 'Enabled service accounts: writing enables one, deleting disables it',
    key: ['uniqueId'],
    docsUrl: 'https://cloud.google.com/iam/docs/reference/rest/v1/projects.serviceAccounts/disable',
    operations: {
      upsert: switched('enable', {}),
      delete: switched('disable', { effect: 'reversible' }),
    },
  },
  service_account_keys: listed(
    {
      title: 'Keys of service accounts',
      service: 'iam',
      path: `${accounts}/{parent.email}/keys`,
      list: 'keys',
      schema: schemas.ServiceAccountKey,
      more: { parents: { from: ofAccounts, key: 'email' } },
    },
    { delete: repeats('iam', 'DELETE', '/v1/{+name}') },
  ),
  buckets: listed(buckets, {
    create: bucket,
    upsert: bucket,
    update: bucketAt('PATCH'),
    delete: bucketAt('DELETE'),
  }),
  stored_objects: listed(
    {
      title: 'Objects in buckets',
      service: 'storage',
      path: '/storage/v1/b/{parent.name}/o',
      list: 'items',
      pageSize: 1000,
      sizeParameter: 'maxResults',
      schema: schemas.StoredObject,
      key: 'id',
      more: ofBuckets,
    },
    { delete: repeats('storage', 'DELETE', '/storage/v1/b/{bucket}/o/{name}') },
  ),
  bucket_bindings: listed({
    title: 'Rights on buckets',
    service: 'storage',
    path: '/storage/v1/b/{parent.name}/iam',
    list: 'bindings',
    schema: schemas.Binding,
    keys: ['bucket', 'role'],
    more: ofBuckets,
  }),
  log_entries: {
    title: 'Log entries of the resources of the configuration',
    key: ['logName', 'timestamp', 'insertId'],
    schema: schemas.LogEntry,
    docsUrl: 'https://cloud.google.com/logging/docs/reference/v2/rest/v2/entries/list',
    operations: {
      list: reads({
        kind: 'pages',
        request: {
          method: 'POST',
          base: at('logging'),
          path: '/v2/entries:list',
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
    },
  },
  topics: listed(
    { title: 'Topics', service: 'pubsub', path: `/v1/${project}/topics`, list: 'topics', pageSize: 1000 },
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
    title: 'Rights on assets',
    service: 'cloudasset',
    path: `/v1/${project}:searchAllIamPolicies`,
    list: 'results',
    pageSize: 500,
    schema: schemas.AssetPolicy,
    key: 'resource',
  }),
  dns_zones: listed({
    title: 'DNS zones',
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
  /** The XML interface, which takes keys that only Cloud Storage knows. @see https://cloud.google.com/storage/docs/xml-api/get-service */
  named_buckets: {
    title: 'Buckets, by an HMAC key, 1000 at most',
    key: ['Name'],
    schema: schemas.NamedBucket,
    docsUrl: 'https://cloud.google.com/storage/docs/xml-api/get-service',
    operations: {
      list: reads({
        kind: 'pages',
        request: { method: 'GET', base: at('storage'), path: '/' },
        format: { kind: 'xml', recordsPath: 'ListAllMyBucketsResult.Buckets.Bucket', plainNames: true },
        paginate: { kind: 'none' },
      }),
    },
  },
};
