import { filter } from '../kit/filters/filter-text.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, keeping, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, objectOf, pagesOf } = restApi({ docs: (page) => `https://techdocs.akamai.com/${page}` });
const identity = '/identity-management/v3/user-admin';
const dns = '/config-dns/v2';
const networkLists = '/network-list/v2/network-lists';

/** @see https://techdocs.akamai.com/edge-dns/reference/get-zones (the pages' size has no maximum that is published) */
const paged = {
  kind: 'page',
  parameter: 'page',
  sizeParameter: 'pageSize',
  pageSize: 500,
  shortPageEnds: true,
} as const;

const recordSet = `${dns}/zones/{zone}/names/{name}/types/{type}`;
/** @see https://techdocs.akamai.com/edge-dns/reference/put-zones-zone-names-name-types-type */
const namedInBody = { keepsKey: ['name', 'type'] };

const cases = (type: string) =>
  ({
    path: '/case-management/v3/cases',
    docs: 'case-mgmt/reference/get-cases',
    schema: schemas.Case,
    key: 'caseId',
    recordsPath: 'cases',
    query: { type },
    paginate: { kind: 'next_url', path: 'links', sizeParameter: 'limit', pageSize: 200 },
  }) as const;

/** Users, roles and CIDR blocks are found by searching the whole list, which has no filter. */
const user = findOrCreate(`POST ${identity}/ui-identities`, {
  find: { path: `${identity}/ui-identities`, searchLagMs: 'undocumented' },
  update: `PUT ${identity}/ui-identities/{$target_id}/basic-info`,
  targetIdPath: 'uiIdentityId',
  // What a change does not give is taken away. @see https://techdocs.akamai.com/iam-api/reference/put-ui-identity-basic-info
  ...keeping(`${identity}/ui-identities/{$target_id}`, [
    'firstName',
    'lastName',
    'email',
    'phone',
    'mobilePhone',
    'address',
    'city',
    'state',
    'zipCode',
    'country',
    'contactType',
    'jobTitle',
    'preferredLanguage',
    'secondaryEmail',
    'sessionTimeOut',
    'timeZone',
    'additionalAuthentication',
  ]),
});

/** Also searches the whole list. */
const managed = (path: string, id: string) =>
  writesAt({ path, id, method: 'PUT', find: { path, searchLagMs: 'undocumented' } });

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    {
      title: 'Users',
      path: `${identity}/ui-identities`,
      docs: 'iam-api/reference/get-ui-identities',
      schema: schemas.User,
      key: 'uiIdentityId',
      query: { authGrants: 'true' },
    },
    {
      create: user,
      update: user,
      upsert: user,
      delete: idempotent(`DELETE ${identity}/ui-identities/{uiIdentityId}`),
    },
  ),
  /** Locked users cannot sign in. */
  user_locks: objectOf(
    { title: 'User locks', docs: 'iam-api/reference/post-ui-identity-lock', key: 'uiIdentityId' },
    {
      upsert: idempotent(`POST ${identity}/ui-identities/{uiIdentityId}/lock`, { body: 'none' }),
      delete: idempotent(`POST ${identity}/ui-identities/{uiIdentityId}/unlock`, { effect: 'reversible' }),
    },
  ),
  groups: listOf(
    {
      title: 'Groups',
      path: `${identity}/groups`,
      docs: 'iam-api/reference/get-groups',
      schema: schemas.Group,
      key: 'groupId',
    },
    { delete: idempotent(`DELETE ${identity}/groups/{groupId}`) },
  ),
  roles: listOf(
    {
      title: 'Roles',
      path: `${identity}/roles`,
      docs: 'iam-api/reference/get-roles',
      schema: schemas.Role,
      key: 'roleId',
    },
    managed(`${identity}/roles`, 'roleId'),
  ),
  api_clients: listOf({
    title: 'API clients',
    path: '/identity-management/v3/api-clients',
    docs: 'iam-api/reference/get-api-clients',
    schema: schemas.ApiClient,
    key: 'clientId',
  }),
  properties: listOf({
    title: 'Properties and includes',
    path: `${identity}/properties`,
    docs: 'iam-api/reference/get-properties',
    schema: schemas.Property,
    key: 'propertyId',
  }),
  allowed_networks: listOf(
    {
      title: 'CIDR blocks of the IP allowlist',
      path: `${identity}/ip-acl/allowlist`,
      docs: 'iam-api/reference/get-allowlist',
      schema: schemas.CidrBlock,
      key: 'cidrBlockId',
    },
    managed(`${identity}/ip-acl/allowlist`, 'cidrBlockId'),
  ),
  zones: listOf(
    {
      title: 'DNS zones',
      docs: 'edge-dns/reference/get-zones',
      schema: schemas.Zone,
      key: 'zone',
      path: `${dns}/zones`,
      recordsPath: 'zones',
      query: { sortBy: 'zone' },
      paginate: paged,
    },
    {
      update: idempotent(
        { method: 'PUT', path: `${dns}/zones/{zone}`, query: { skipSignAndServeSafetyCheck: 'false' } },
        { keepsKey: ['zone'] },
      ),
    },
  ),
  record_sets: listOf(
    {
      title: 'DNS record sets',
      path: `${dns}/zones/{parent.zone}/recordsets`,
      docs: 'edge-dns/reference/get-zones-zone-recordsets',
      schema: schemas.RecordSet,
      key: ['zone', 'name', 'type'],
      recordsPath: 'recordsets',
      query: { sortBy: 'name,type' },
      paginate: paged,
      // Alias zones have no record sets of their own.
      parents: {
        from: pagesOf({
          path: `${dns}/zones`,
          recordsPath: 'zones',
          query: { sortBy: 'zone', types: 'PRIMARY,SECONDARY' },
          paginate: paged,
        }),
        key: 'zone',
        copy: { zone: 'zone' },
      },
    },
    {
      create: nonIdempotent(`POST ${recordSet}`, namedInBody),
      update: idempotent(`PUT ${recordSet}`, { ...namedInBody, ...keeping(recordSet, ['ttl', 'rdata']) }),
      delete: idempotent(`DELETE ${recordSet}`),
    },
  ),
  network_lists: listOf(
    {
      title: 'Network lists',
      path: networkLists,
      docs: 'network-lists/reference/get-network-lists',
      schema: schemas.NetworkList,
      key: 'uniqueId',
      recordsPath: 'networkLists',
      query: { includeElements: 'true', extended: 'true' },
    },
    {
      // They carry a version that a change must name. @see
      // https://techdocs.akamai.com/network-lists/reference/put-network-list
      ...writesAt({
        path: networkLists,
        id: 'uniqueId',
        method: 'PUT',
        find: {
          path: networkLists,
          query: { search: filter('{name|plain}'), includeElements: 'true' },
          recordsPath: 'networkLists',
          paginate: { kind: 'none' },
          ignoresCase: 'undocumented',
          searchLagMs: 'undocumented',
        },
        lock: {
          request: { method: 'GET', path: `${networkLists}/{$target_id}` },
          path: 'syncPoint',
          member: 'syncPoint',
        },
      }),
    },
  ),
  network_list_elements: objectOf(
    {
      title: 'Network list elements',
      docs: 'network-lists/reference/put-network-list-elements',
      key: ['networkListId', 'element'],
    },
    {
      upsert: idempotent(
        { method: 'PUT', path: `${networkLists}/{networkListId}/elements`, query: { element: '{element}' } },
        { body: 'none' },
      ),
      delete: idempotent(
        { method: 'DELETE', path: `${networkLists}/{networkListId}/elements`, query: { element: '{element}' } },
        { body: 'none' },
      ),
    },
  ),
  cases: listOf(
    { title: 'Active cases', ...cases('ALL_ACTIVE_CASES') },
    writesAt({ path: '/case-management/v3/cases', id: 'caseId', only: ['create', 'update'] }),
  ),
  closed_cases: listOf({ title: 'Closed cases', ...cases('ALL_CLOSED_CASES') }),
  case_comments: objectOf(
    {
      title: 'Case comments',
      docs: 'case-mgmt/reference/post-comments',
      key: ['caseId', 'commentId'],
      schema: schemas.Comment,
    },
    {
      create: nonIdempotent(
        {
          method: 'POST',
          path: '/case-management/v3/cases/{caseId}/comments',
          bodyFields: { comment: '{comment}' },
        },
        { targetIdPath: 'commentId' },
      ),
    },
  ),
  alert_definitions: listOf({
    title: 'Alert definitions',
    path: '/alerts/v2/alert-definitions',
    docs: 'alerts-app/reference/get-definitions',
    schema: schemas.AlertDefinition,
    key: 'definitionId',
    recordsPath: 'data',
  }),
  active_alerts: listOf({
    title: 'Active alerts',
    path: '/alerts/v2/alert-firings/active',
    docs: 'alerts-app/reference/get-active-alert-firings',
    schema: schemas.AlertFiring,
    key: 'firingId',
    recordsPath: 'data',
  }),
  alert_templates: listOf({
    title: 'Alert templates',
    path: '/alerts/v2/alert-templates',
    docs: 'alerts-app/reference/get-templates',
    schema: schemas.AlertTemplate,
    key: 'templateId',
    recordsPath: 'data',
  }),
};
