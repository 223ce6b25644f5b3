import type { z } from 'zod';
import { type HttpObject, reads, writes } from '../kit/define.ts';
import type { GivenPages, GivenRequest, HttpWrite } from '../kit/http/operations.ts';
import {
  type ChangeWants,
  type Kind,
  type PartKind,
  partKinds,
  resourceKinds,
  settingKinds,
  tables,
} from './kinds.data.ts';
import * as schemas from './schema.ts';

const docs = 'https://learn.microsoft.com/en-us/rest/api';

/** The vendor chooses the size of pages. @see https://learn.microsoft.com/en-us/rest/api/azure/#async-operations-throttling-and-paging */
const paged = {
  kind: 'pages',
  format: { kind: 'json', recordsPath: 'value' },
  paginate: { kind: 'next_url', path: 'nextLink', pageSize: 1000 },
} as const;

const get = (path: string, version: string): GivenRequest => ({
  method: 'GET',
  path,
  query: { 'api-version': version },
});

const subscriptions = { ...paged, request: get('/subscriptions', '2022-12-01') };
/** Once for each subscription that the credentials may see. */
const ofSubscriptions = { parents: { from: subscriptions, key: 'subscriptionId' } };
const inSubscription = '/subscriptions/{parent.subscriptionId}';

interface Listing {
  title: string;
  request: GivenRequest;
  page: string;
  schema: z.ZodType;
  key?: string;
  more?: Pick<GivenPages, 'parents' | 'incremental'>;
}

function listed(listing: Listing, rest: HttpObject['operations'] = {}): HttpObject {
  const { title, request, page, schema, key = 'id', more = {} } = listing;
  const list = reads({ ...paged, request, ...more });
  return { title, key: [key], schema, docsUrl: `${docs}/${page}`, operations: { list, ...rest } };
}

function repeats(
  request: GivenRequest,
  more: Pick<Parameters<typeof writes>[0], 'already' | 'effect'> = {},
): HttpWrite {
  return writes({ request, idempotency: { kind: 'put_by_key' }, ...more });
}

/** A resource is its id: it is put there, changed and deleted there. What takes long goes on after the answer. */
function kept(
  version: string,
  { headers = {}, removal = {} }: ChangeWants = {},
): { update: HttpWrite; upsert: HttpWrite; delete: HttpWrite } {
  const by = (method: 'PATCH' | 'PUT' | 'DELETE', more: Partial<GivenRequest> = {}): HttpWrite =>
    repeats({ method, path: '{+id}', ...more, query: { 'api-version': version, ...more.query } });
  return {
    update: by('PATCH', { headers }),
    upsert: by('PUT'),
    delete: by('DELETE', { headers, query: removal }),
  };
}

/** The documentation's page of a type: `compute/virtual-machines`. */
function toPage(type: string): string {
  const [provider = '', name = ''] = type.replace(/^microsoft\./i, '').split('/');
  return `${provider.toLowerCase()}/${name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}`;
}

function toResources([title, type, version]: Kind): HttpObject {
  const request = get(`${inSubscription}/providers/${type}`, version);
  return listed({ title, request, page: toPage(type), schema: schemas.Resource, more: ofSubscriptions }, kept(version));
}

function toSettings([title, type, version]: Kind): HttpObject {
  const request = get(`${inSubscription}/providers/${type}`, version);
  return listed({ title, request, page: toPage(type), schema: schemas.Part, more: ofSubscriptions });
}

/**
 * A query over all subscriptions, in the language of Resource Graph.
 *
 * @see https://learn.microsoft.com/en-us/rest/api/azureresourcegraph/resourcegraph/resources/resources
 */
function asked(query: string) {
  return {
    kind: 'pages',
    request: {
      method: 'POST',
      path: '/providers/Microsoft.ResourceGraph/resources',
      query: { 'api-version': '2021-03-01' },
      body: { query, options: { resultFormat: 'objectArray' } },
    },
    format: { kind: 'json', recordsPath: 'data' },
    paginate: {
      kind: 'cursor',
      in: 'body',
      parameter: 'options["$skipToken"]',
      path: '["$skipToken"]',
      sizeParameter: 'options["$top"]',
      pageSize: 1000,
    },
  } as const;
}

function toTable([title, table]: readonly [string, string]): HttpObject {
  const list = reads(asked(`${table} | order by id asc`));
  const docsUrl = `${docs}/azureresourcegraph/resourcegraph/resources/resources`;
  return { title, key: ['id'], schema: schemas.Row, docsUrl, operations: { list } };
}

/** Read once for each resource of a type, wherever it is. */
function toParts([title, parent, path, version, wants]: PartKind): HttpObject {
  const columns = 'id, name, resourceGroup, subscriptionId';
  const from = asked(`resources | where type =~ '${parent}' | project ${columns} | order by id asc`);
  const group = '/subscriptions/{parent.subscriptionId}/resourceGroups/{parent.resourceGroup}';
  const request = get(`${group}/providers/${parent}/{parent.name}/${path}`, version);
  const more = { parents: { from, key: 'id' } };
  return listed({ title, request, page: toPage(parent), schema: schemas.Part, more }, kept(version, wants));
}

/** Each of a table's entries as an object. */
function each<Entry>(entries: Readonly<Record<string, Entry>>, make: (entry: Entry) => HttpObject) {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, make(entry)]));
}

const machine =
  '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroup}/providers/Microsoft.Compute/virtualMachines/{name}';
const power = (action: string): GivenRequest => ({
  method: 'POST',
  path: `${machine}/${action}`,
  query: { 'api-version': '2024-07-01' },
});

/** Their names are GUIDs of the caller's. The same role of the same principal under another name is there already. */
const roleAssignment = {
  upsert: repeats(
    {
      method: 'PUT',
      path: '{+scope}/providers/Microsoft.Authorization/roleAssignments/{name}',
      query: { 'api-version': '2022-04-01' },
      bodyFields: { properties: '{properties}' },
    },
    { already: { status: 409, bodyIncludes: ['RoleAssignmentExists'] } },
  ),
  delete: kept('2022-04-01').delete,
};

const group = `${inSubscription}/resourcegroups`;
const ownGroup = (method: 'PUT' | 'PATCH' | 'DELETE'): HttpWrite =>
  repeats({
    method,
    path: '/subscriptions/{subscriptionId}/resourcegroups/{name}',
    query: { 'api-version': '2021-04-01' },
  });

const settings = each(settingKinds, toSettings);

export const objects: Readonly<Record<string, HttpObject>> = {
  subscriptions: listed({
    title: 'Subscriptions',
    request: subscriptions.request,
    page: 'resources/subscriptions/list',
    schema: schemas.Subscription,
    key: 'subscriptionId',
  }),
  tenants: listed({
    title: 'Tenants',
    request: get('/tenants', '2022-12-01'),
    page: 'resources/tenants/list',
    schema: schemas.Tenant,
    key: 'tenantId',
  }),
  management_groups: listed({
    title: 'Management groups',
    request: get('/providers/Microsoft.Management/managementGroups', '2020-05-01'),
    page: 'managementgroups/management-groups/list',
    schema: schemas.Part,
  }),
  resource_groups: listed(
    {
      title: 'Resource groups',
      request: get(group, '2021-04-01'),
      page: 'resources/resource-groups/list',
      schema: schemas.ResourceGroup,
      more: ofSubscriptions,
    },
    { upsert: ownGroup('PUT'), update: ownGroup('PATCH'), delete: ownGroup('DELETE') },
  ),
  resources: listed({
    title: 'Resources',
    request: get(`${inSubscription}/resources`, '2021-04-01'),
    page: 'resources/resources/list',
    schema: schemas.Resource,
    more: ofSubscriptions,
  }),
  tags: {
    title: 'Tags of resources',
    key: ['id'],
    docsUrl: `${docs}/resources/tags/update-at-scope`,
    operations: {
      update: repeats({
        method: 'PATCH',
        path: '{+id}/providers/Microsoft.Resources/tags/default',
        query: { 'api-version': '2021-04-01' },
        body: { operation: 'Merge' },
        bodyFields: { 'properties.tags': '{tags}' },
      }),
    },
  },
  tag_names: listed({
    title: 'Names of tags',
    request: get(`${inSubscription}/tagNames`, '2021-04-01'),
    page: 'resources/tags/list',
    schema: schemas.TagName,
    more: ofSubscriptions,
  }),
  locations: listed({
    title: 'Locations',
    request: get(`${inSubscription}/locations`, '2022-12-01'),
    page: 'resources/subscriptions/list-locations',
    schema: schemas.Location,
    more: ofSubscriptions,
  }),
  providers: listed({
    title: 'Providers of resources',
    request: get(`${inSubscription}/providers`, '2021-04-01'),
    page: 'resources/providers/list',
    schema: schemas.Provider,
    more: ofSubscriptions,
  }),
  activity_log: listed({
    title: 'Activity log of the subscription of the configuration',
    request: get(
      '/subscriptions/{config.subscription_id}/providers/Microsoft.Insights/eventtypes/management/values',
      '2015-04-01',
    ),
    page: 'monitor/activity-logs/list',
    schema: schemas.ActivityEvent,
    key: 'eventDataId',
    more: {
      // Kept for 90 days. @see https://learn.microsoft.com/en-us/azure/azure-monitor/platform/activity-log#retention-period
      incremental: {
        kind: 'time_window',
        from: '$filter',
        template: "eventTimestamp ge '{$since}' and eventTimestamp le '{$until}'",
        spanMs: 86_400_000,
        historyMs: 89 * 86_400_000,
        lookbackMs: 1_200_000,
      },
    },
  }),
  running_virtual_machines: {
    title: 'Running virtual machines: writing starts one, deleting stops it',
    key: ['subscriptionId', 'resourceGroup', 'name'],
    docsUrl: `${docs}/compute/virtual-machines/start`,
    operations: {
      upsert: writes({ request: power('start'), body: 'none', idempotency: { kind: 'put_by_key' } }),
      delete: repeats(power('deallocate'), { effect: 'reversible' }),
    },
  },
  ...each(resourceKinds, toResources),
  ...settings,
  ...each({ role_assignments: settingKinds.role_assignments }, (kind) => {
    const made = toSettings(kind);
    return { ...made, operations: { ...made.operations, ...roleAssignment } };
  }),
  ...each({ policy_assignments: settingKinds.policy_assignments, locks: settingKinds.locks }, (kind) => {
    const made = toSettings(kind);
    const { upsert, delete: removal } = kept(kind[2]);
    return { ...made, operations: { ...made.operations, upsert, delete: removal } };
  }),
  ...each(partKinds, toParts),
  ...each(tables, toTable),
};
