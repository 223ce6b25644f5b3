import type { z } from 'zod';
import { type HttpObject, reads, writes } from '../kit/define.ts';
import type { GivenPages, GivenRequest, HttpWrite } from '../kit/http/operations.ts';
import * as schemas from './schema.ts';

const docs = 'https://techdocs.akamai.com';
const identity = '/identity-management/v3/user-admin';
const dns = '/config-dns/v2';

interface Listing {
  title: string;
  path: string;
  page: string;
  schema: z.ZodType;
  key: string | readonly string[];
  list?: string;
  query?: Record<string, string>;
  paginate?: GivenPages['paginate'];
  parents?: GivenPages['parents'];
}

function listed(listing: Listing, rest: HttpObject['operations'] = {}): HttpObject {
  const { title, key, schema, page, parents } = listing;
  const list = reads({ ...pages(listing), ...(parents === undefined ? {} : { parents }) });
  return {
    title,
    key: typeof key === 'string' ? [key] : key,
    schema,
    docsUrl: `${docs}/${page}`,
    operations: { list, ...rest },
  };
}

function pages({
  path,
  list,
  query = {},
  paginate = { kind: 'none' },
}: Pick<Listing, 'path' | 'list' | 'query' | 'paginate'>) {
  return {
    kind: 'pages',
    request: { method: 'GET', path, query },
    format: { kind: 'json', ...(list === undefined ? {} : { recordsPath: list }) },
    paginate,
  } satisfies GivenPages;
}

const byKey = { kind: 'put_by_key' } as const;
const unguarded = { kind: 'none' } as const;

const byAddress = (request: GivenRequest, further: Partial<Parameters<typeof writes>[0]> = {}): HttpWrite =>
  writes({ request, idempotency: byKey, ...further });

/** @see https://techdocs.akamai.com/edge-dns/reference/get-zones (the pages' size has no maximum that is published) */
const zones = {
  path: `${dns}/zones`,
  list: 'zones',
  query: { sortBy: 'zone' },
  paginate: { kind: 'page', parameter: 'page', sizeParameter: 'pageSize', pageSize: 500, shortPageEnds: true },
} as const;

const recordSet = `${dns}/zones/{zone}/names/{name}/types/{type}`;

const cases = (type: string): Pick<Listing, 'path' | 'list' | 'query' | 'paginate'> => ({
  path: '/case-management/v3/cases',
  list: 'cases',
  query: { type },
  paginate: { kind: 'next_url', path: 'links', sizeParameter: 'limit', pageSize: 200 },
});

/** Network lists carry a version that a change must name. @see https://techdocs.akamai.com/network-lists/reference/put-network-list */
const networkList = writes({
  request: { method: 'POST', path: '/network-list/v2/network-lists' },
  update: { method: 'PUT', path: '/network-list/v2/network-lists/{$target_id}' },
  idempotency: {
    kind: 'find',
    request: {
      method: 'GET',
      path: '/network-list/v2/network-lists',
      query: { search: '{name}', includeElements: 'true' },
    },
    recordsPath: 'networkLists',
  },
  lock: {
    request: { method: 'GET', path: '/network-list/v2/network-lists/{$target_id}' },
    path: 'syncPoint',
    member: 'syncPoint',
  },
  targetIdPath: 'uniqueId',
});

const element = (method: 'PUT' | 'DELETE'): HttpWrite =>
  byAddress(
    { method, path: '/network-list/v2/network-lists/{networkListId}/elements', query: { element: '{element}' } },
    { body: 'none' },
  );

/** Users, roles and blocks are looked for in the whole list, which has no filter. */
function managed(name: string, id: string, change = ''): HttpObject['operations'] {
  const path = `${identity}/${name}`;
  const write = writes({
    request: { method: 'POST', path },
    update: { method: 'PUT', path: `${path}/{$target_id}${change}` },
    idempotency: { kind: 'find', request: { method: 'GET', path } },
    targetIdPath: id,
  });
  return {
    create: write,
    update: write,
    upsert: write,
    delete: byAddress({ method: 'DELETE', path: `${path}/{${id}}` }),
  };
}

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listed(
    {
      title: 'Users',
      path: `${identity}/ui-identities`,
      page: 'iam-api/reference/get-ui-identities',
      schema: schemas.User,
      key: 'uiIdentityId',
      query: { authGrants: 'true' },
    },
    managed('ui-identities', 'uiIdentityId', '/basic-info'),
  ),
  /** Locked users cannot sign in. */
  user_locks: {
    title: 'Locks of users',
    key: ['uiIdentityId'],
    docsUrl: `${docs}/iam-api/reference/post-ui-identity-lock`,
    operations: {
      upsert: byAddress({ method: 'POST', path: `${identity}/ui-identities/{uiIdentityId}/lock` }, { body: 'none' }),
      delete: byAddress(
        { method: 'POST', path: `${identity}/ui-identities/{uiIdentityId}/unlock` },
        { effect: 'reversible' },
      ),
    },
  },
  groups: listed(
    {
      title: 'Groups',
      path: `${identity}/groups`,
      page: 'iam-api/reference/get-groups',
      schema: schemas.Group,
      key: 'groupId',
    },
    { delete: byAddress({ method: 'DELETE', path: `${identity}/groups/{groupId}` }) },
  ),
  roles: listed(
    {
      title: 'Roles',
      path: `${identity}/roles`,
      page: 'iam-api/reference/get-roles',
      schema: schemas.Role,
      key: 'roleId',
    },
    managed('roles', 'roleId'),
  ),
  api_clients: listed({
    title: 'API clients',
    path: '/identity-management/v3/api-clients',
    page: 'iam-api/reference/get-api-clients',
    schema: schemas.ApiClient,
    key: 'clientId',
  }),
  properties: listed({
    title: 'Properties that users may be granted',
    path: `${identity}/properties`,
    page: 'iam-api/reference/get-properties',
    schema: schemas.Property,
    key: 'propertyId',
  }),
  allowed_networks: listed(
    {
      title: 'Networks that users may sign in from',
      path: `${identity}/ip-acl/allowlist`,
      page: 'iam-api/reference/get-allowlist',
      schema: schemas.CidrBlock,
      key: 'cidrBlockId',
    },
    managed('ip-acl/allowlist', 'cidrBlockId'),
  ),
  zones: listed(
    { title: 'DNS zones', page: 'edge-dns/reference/get-zones', schema: schemas.Zone, key: 'zone', ...zones },
    {
      update: byAddress({
        method: 'PUT',
        path: `${dns}/zones/{zone}`,
        query: { skipSignAndServeSafetyCheck: 'false' },
      }),
    },
  ),
  record_sets: listed(
    {
      title: 'DNS records',
      path: `${dns}/zones/{parent.zone}/recordsets`,
      page: 'edge-dns/reference/get-zones-zone-recordsets',
      schema: schemas.RecordSet,
      key: ['zone', 'name', 'type'],
      list: 'recordsets',
      query: { sortBy: 'name,type' },
      paginate: { ...zones.paginate },
      // Zones that are aliases have none of their own.
      parents: {
        from: pages({ ...zones, query: { ...zones.query, types: 'PRIMARY,SECONDARY' } }),
        key: 'zone',
        copy: { zone: 'zone' },
      },
    },
    {
      create: writes({ request: { method: 'POST', path: recordSet }, idempotency: unguarded }),
      update: byAddress({ method: 'PUT', path: recordSet }),
      delete: byAddress({ method: 'DELETE', path: recordSet }),
    },
  ),
  network_lists: listed(
    {
      title: 'Network lists',
      path: '/network-list/v2/network-lists',
      page: 'network-lists/reference/get-network-lists',
      schema: schemas.NetworkList,
      key: 'uniqueId',
      list: 'networkLists',
      query: { includeElements: 'true', extended: 'true' },
    },
    {
      create: networkList,
      update: networkList,
      upsert: networkList,
      delete: byAddress({ method: 'DELETE', path: '/network-list/v2/network-lists/{uniqueId}' }),
    },
  ),
  network_list_elements: {
    title: 'Addresses and countries of network lists',
    key: ['networkListId', 'element'],
    docsUrl: `${docs}/network-lists/reference/put-network-list-elements`,
    operations: { upsert: element('PUT'), delete: element('DELETE') },
  },
  cases: listed(
    {
      title: 'Active support cases',
      page: 'case-mgmt/reference/get-cases',
      schema: schemas.Case,
      key: 'caseId',
      ...cases('ALL_ACTIVE_CASES'),
    },
    {
      create: writes({
        request: { method: 'POST', path: '/case-management/v3/cases' },
        idempotency: unguarded,
        targetIdPath: 'caseId',
      }),
      update: byAddress({ method: 'PATCH', path: '/case-management/v3/cases/{caseId}' }),
    },
  ),
  closed_cases: listed({
    title: 'Closed support cases',
    page: 'case-mgmt/reference/get-cases',
    schema: schemas.Case,
    key: 'caseId',
    ...cases('ALL_CLOSED_CASES'),
  }),
  case_comments: {
    title: 'Comments on support cases',
    key: ['caseId', 'commentId'],
    schema: schemas.Comment,
    docsUrl: `${docs}/case-mgmt/reference/post-comments`,
    operations: {
      create: writes({
        request: {
          method: 'POST',
          path: '/case-management/v3/cases/{caseId}/comments',
          bodyFields: { comment: '{comment}' },
        },
        idempotency: unguarded,
        targetIdPath: 'commentId',
      }),
    },
  },
  alert_definitions: listed({
    title: 'Definitions of alerts',
    path: '/alerts/v2/alert-definitions',
    page: 'alerts-app/reference/get-definitions',
    schema: schemas.AlertDefinition,
    key: 'definitionId',
    list: 'data',
  }),
  active_alerts: listed({
    title: 'Alerts that fire now',
    path: '/alerts/v2/alert-firings/active',
    page: 'alerts-app/reference/get-active-alert-firings',
    schema: schemas.AlertFiring,
    key: 'firingId',
    list: 'data',
  }),
  alert_templates: listed({
    title: 'Templates of alerts',
    path: '/alerts/v2/alert-templates',
    page: 'alerts-app/reference/get-templates',
    schema: schemas.AlertTemplate,
    key: 'templateId',
    list: 'data',
  }),
};
