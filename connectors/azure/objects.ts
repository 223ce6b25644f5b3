import type { HttpObject } from '../kit/object-types.ts';
import type { GivenRequest, HttpWrite } from '../kit/http/operations.ts';
import { type ParentPages, restApi } from '../kit/rest.ts';
import { idempotent } from '../kit/rest-writes.ts';
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

const { listOf, objectOf, pagesOf } = restApi({
  docs: (page) => `https://learn.microsoft.com/en-us/rest/api/${page}`,
  records: { recordsPath: 'value' },
  // The vendor chooses the size. @see
  // https://learn.microsoft.com/en-us/rest/api/azure/#async-operations-throttling-and-paging
  paginate: { kind: 'next_url', path: 'nextLink', pageSize: 1000 },
});

/** Every request names the version of the interface that it is written for. */
const at = (path: string, version: string) => ({ path, query: { 'api-version': version } });

const subscriptions = at('/subscriptions', '2022-12-01');
/** Once for each subscription that the credentials may see. */
const ofSubscriptions = { parents: { from: pagesOf(subscriptions), key: 'subscriptionId' } };
const inSubscription = '/subscriptions/{parent.subscriptionId}';

/**
 * A resource is addressed by its id, for creation, changes and deletion. Long operations continue after the response.
 */
function kept(
  version: string,
  { headers = {}, removal = {} }: ChangeWants = {},
): { update: HttpWrite; upsert: HttpWrite; delete: HttpWrite } {
  const by = (method: 'PATCH' | 'PUT' | 'DELETE', more: Partial<GivenRequest> = {}): HttpWrite =>
    idempotent({ method, path: '{+id}', ...more, query: { 'api-version': version, ...more.query } });
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
  const list = at(`${inSubscription}/providers/${type}`, version);
  return listOf({ title, ...list, docs: toPage(type), schema: schemas.Resource, ...ofSubscriptions }, kept(version));
}

function toSettings([title, type, version]: Kind, operations?: HttpObject['operations']): HttpObject {
  const list = at(`${inSubscription}/providers/${type}`, version);
  return listOf({ title, ...list, docs: toPage(type), schema: schemas.Part, ...ofSubscriptions }, operations);
}

/**
 * A query over all subscriptions, in the language of Resource Graph.
 *
 * @see https://learn.microsoft.com/en-us/rest/api/azureresourcegraph/resourcegraph/resources/resources
 */
function asked(query: string) {
  return {
    ...at('/providers/Microsoft.ResourceGraph/resources', '2021-03-01'),
    request: { method: 'POST', body: { query, options: { resultFormat: 'objectArray' } } },
    recordsPath: 'data',
    paginate: {
      kind: 'cursor',
      in: 'body',
      parameter: 'options["$skipToken"]',
      path: '["$skipToken"]',
      sizeParameter: 'options["$top"]',
      pageSize: 1000,
    },
  } as const satisfies ParentPages;
}

function toTable([title, table]: readonly [string, string]): HttpObject {
  const docs = 'azureresourcegraph/resourcegraph/resources/resources';
  return listOf({ title, docs, schema: schemas.Row, ...asked(`${table} | order by id asc`) });
}

/** Read once for each resource of a type, wherever it is. */
function toParts([title, parent, path, version, wants]: PartKind): HttpObject {
  const columns = 'id, name, resourceGroup, subscriptionId';
  const from = pagesOf(asked(`resources | where type =~ '${parent}' | project ${columns} | order by id asc`));
  const group = '/subscriptions/{parent.subscriptionId}/resourceGroups/{parent.resourceGroup}';
  const list = at(`${group}/providers/${parent}/{parent.name}/${path}`, version);
  const parents = { from, key: 'id' };
  return listOf({ title, ...list, docs: toPage(parent), schema: schemas.Part, parents }, kept(version, wants));
}

/** Settings are replaced as a whole. */
function set([, , version]: Kind): HttpObject['operations'] {
  const { upsert, delete: remove } = kept(version);
  return { upsert, delete: remove };
}

/** Each of a table's entries as an object. */
function each<Entry>(entries: Readonly<Record<string, Entry>>, make: (entry: Entry) => HttpObject) {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, make(entry)]));
}

const machine =
  '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroup}/providers/Microsoft.Compute/virtualMachines/{name}';
const power = (action: string) => ({ method: 'POST', ...at(`${machine}/${action}`, '2024-07-01') }) as const;

/** The caller chooses their GUIDs. A second assignment of the same role to the same principal is refused. */
const roleAssignment = {
  upsert: idempotent(
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
  idempotent({ method, ...at('/subscriptions/{subscriptionId}/resourcegroups/{name}', '2021-04-01') });

export const objects: Readonly<Record<string, HttpObject>> = {
  subscriptions: listOf({
    title: 'Subscriptions',
    ...subscriptions,
    docs: 'resources/subscriptions/list',
    schema: schemas.Subscription,
    key: 'subscriptionId',
  }),
  tenants: listOf({
    title: 'Tenants',
    ...at('/tenants', '2022-12-01'),
    docs: 'resources/tenants/list',
    schema: schemas.Tenant,
    key: 'tenantId',
  }),
  management_groups: listOf({
    title: 'Management groups',
    ...at('/providers/Microsoft.Management/managementGroups', '2020-05-01'),
    docs: 'managementgroups/management-groups/list',
    schema: schemas.Part,
  }),
  resource_groups: listOf(
    {
      title: 'Resource groups',
      ...at(group, '2021-04-01'),
      docs: 'resources/resource-groups/list',
      schema: schemas.ResourceGroup,
      ...ofSubscriptions,
    },
    { upsert: ownGroup('PUT'), update: ownGroup('PATCH'), delete: ownGroup('DELETE') },
  ),
  resources: listOf({
    title: 'Resources',
    ...at(`${inSubscription}/resources`, '2021-04-01'),
    docs: 'resources/resources/list',
    schema: schemas.Resource,
    ...ofSubscriptions,
  }),
  tags: objectOf(
    { title: 'Resource tags', docs: 'resources/tags/update-at-scope' },
    {
      update: idempotent({
        method: 'PATCH',
        ...at('{+id}/providers/Microsoft.Resources/tags/default', '2021-04-01'),
        body: { operation: 'Merge' },
        bodyFields: { 'properties.tags': '{tags}' },
      }),
    },
  ),
  tag_names: listOf({
    title: 'Tag names',
    ...at(`${inSubscription}/tagNames`, '2021-04-01'),
    docs: 'resources/tags/list',
    schema: schemas.TagName,
    ...ofSubscriptions,
  }),
  locations: listOf({
    title: 'Locations',
    ...at(`${inSubscription}/locations`, '2022-12-01'),
    docs: 'resources/subscriptions/list-locations',
    schema: schemas.Location,
    ...ofSubscriptions,
  }),
  providers: listOf({
    title: 'Resource providers',
    ...at(`${inSubscription}/providers`, '2021-04-01'),
    docs: 'resources/providers/list',
    schema: schemas.Provider,
    ...ofSubscriptions,
  }),
  activity_log: listOf({
    title: 'Activity log of the configured subscription',
    ...at(
      '/subscriptions/{config.subscription_id}/providers/Microsoft.Insights/eventtypes/management/values',
      '2015-04-01',
    ),
    docs: 'monitor/activity-logs/list',
    schema: schemas.ActivityEvent,
    key: 'eventDataId',
    // Kept for 90 days. @see
    // https://learn.microsoft.com/en-us/azure/azure-monitor/platform/activity-log#retention-period
    incremental: {
      kind: 'time_window',
      from: '$filter',
      template: "eventTimestamp ge '{$since}' and eventTimestamp le '{$until}'",
      spanMs: 86_400_000,
      historyMs: 89 * 86_400_000,
      lookbackMs: 1_200_000,
    },
  }),
  running_virtual_machines: objectOf(
    {
      title: 'Running virtual machines: writing starts one, deleting stops it',
      docs: 'compute/virtual-machines/start',
      key: ['subscriptionId', 'resourceGroup', 'name'],
    },
    {
      upsert: idempotent(power('start'), { body: 'none' }),
      delete: idempotent(power('deallocate'), { effect: 'reversible' }),
    },
  ),
  ...each(resourceKinds, toResources),
  ...each(settingKinds, (kind) => toSettings(kind)),
  role_assignments: toSettings(settingKinds.role_assignments, roleAssignment),
  policy_assignments: toSettings(settingKinds.policy_assignments, set(settingKinds.policy_assignments)),
  locks: toSettings(settingKinds.locks, set(settingKinds.locks)),
  ...each(partKinds, toParts),
  ...each(tables, toTable),
};
