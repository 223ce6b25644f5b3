import { filter } from '../kit/filters/filter-text.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { type Find, findOrCreate, idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const paged = (pageSize: number) =>
  ({ kind: 'offset', parameter: 'offset', sizeParameter: 'limit', pageSize }) as const;

const { listOf } = restApi({
  docs: (page) => `https://developer.sailpoint.com/docs/api/v3/${page}`,
  // 250 at most. @see https://developer.sailpoint.com/docs/api/standard-collection-parameters
  paged,
  paginate: paged(250),
});

/** What changed, by the instant of the last change. */
const changed = { kind: 'server_filter', parameter: 'filters', template: 'modified ge {$since}' } as const;

/** Sorted by creation, records that are added during a read come last. */
const byCreation = { sorters: 'created' };

/** Filters compare without case. @see https://developer.sailpoint.com/docs/api/standard-collection-parameters */
const byName = (path: string): Find => ({
  path,
  query: { filters: filter('name eq {name|scim}') },
  recordsPath: '$',
  ignoresCase: true,
  searchLagMs: 'undocumented',
  paginate: paged(50),
});

/** Not changed: the description of the JSON Patch that would do it allows no empty values. */
const createdByName = (path: string): HttpObject['operations'] => ({
  create: findOrCreate(`POST ${path}`, { find: byName(path), targetIdPath: 'id' }),
  delete: idempotent(`DELETE ${path}/{id}`),
});

/** What an update of a source takes. */
const sourceMembers = [
  'name',
  'description',
  'owner',
  'cluster',
  'accountCorrelationConfig',
  'accountCorrelationRule',
  'managerCorrelationMapping',
  'managerCorrelationRule',
  'beforeProvisioningRule',
  'schemas',
  'passwordPolicies',
  'features',
  'type',
  'connector',
  'connectorClass',
  'connectorAttributes',
  'deleteThreshold',
  'authoritative',
  'managementWorkgroup',
  'connectorId',
  'connectorName',
  'connectionType',
  'connectorImplementationId',
  'credentialProviderEnabled',
  'category',
];

export const objects: Readonly<Record<string, HttpObject>> = {
  public_identities: listOf({
    title: 'Public identities',
    path: '/public-identities',
    docs: 'get-public-identities',
    query: { sorters: 'name' },
    schema: schemas.PublicIdentity,
  }),
  accounts: listOf(
    {
      title: 'Accounts',
      path: '/accounts',
      docs: 'list-accounts',
      query: byCreation,
      schema: schemas.Account,
      incremental: changed,
      find: true,
    },
    { update: idempotent('PUT /accounts/{id}'), delete: idempotent('DELETE /accounts/{id}') },
  ),
  sources: listOf(
    {
      title: 'Sources',
      path: '/sources',
      docs: 'list-sources',
      query: { sorters: 'id' },
      schema: schemas.Source,
      find: true,
    },
    // The whole source is replaced, and what cannot be changed has to be as it is. Passwords are read, and sent again, as cipher-text:
    // the vendor does not say that it takes that back. @see https://developer.sailpoint.com/docs/api/v3/put-source
    writesAt({ path: '/sources', method: 'PUT', find: byName('/sources'), keeps: sourceMembers }),
  ),
  access_profiles: listOf(
    {
      title: 'Access profiles',
      path: '/access-profiles',
      docs: 'list-access-profiles',
      query: byCreation,
      schema: schemas.AccessProfile,
      incremental: changed,
      find: true,
    },
    createdByName('/access-profiles'),
  ),
  roles: listOf(
    {
      title: 'Roles',
      path: '/roles',
      docs: 'list-roles',
      pageSize: 50,
      query: byCreation,
      schema: schemas.Role,
      incremental: changed,
      find: true,
    },
    createdByName('/roles'),
  ),
  identity_profiles: listOf({
    title: 'Identity profiles',
    path: '/identity-profiles',
    docs: 'list-identity-profiles',
    query: { sorters: 'id' },
    schema: schemas.IdentityProfile,
  }),
  account_activities: listOf({
    title: 'Account activities',
    path: '/account-activities',
    docs: 'list-account-activities',
    query: byCreation,
    schema: schemas.AccountActivity,
    incremental: changed,
    find: true,
  }),
  access_request_statuses: listOf({
    title: 'Access request statuses',
    path: '/access-request-status',
    docs: 'list-access-request-status',
    key: 'accessRequestId',
    query: byCreation,
    schema: schemas.AccessRequestStatus,
  }),
  campaigns: listOf({
    title: 'Certification campaigns',
    path: '/campaigns',
    docs: 'get-active-campaigns',
    query: { ...byCreation, detail: 'FULL' },
    schema: schemas.Campaign,
    find: true,
  }),
  certifications: listOf({
    title: 'Certifications',
    path: '/certifications',
    docs: 'list-identity-certifications',
    query: { sorters: 'due' },
    schema: schemas.Certification,
    find: true,
  }),
  non_employee_records: listOf(
    {
      title: 'Non-employee records',
      path: '/non-employee-records',
      docs: 'list-non-employee-records',
      query: { sorters: 'id' },
      schema: schemas.NonEmployeeRecord,
      find: true,
    },
    writesAt({ path: '/non-employee-records', method: 'PUT' }),
  ),
  segments: listOf(
    { title: 'Segments', path: '/segments', docs: 'list-segments', schema: schemas.Segment, find: true },
    writesAt({ path: '/segments', only: ['create', 'delete'] }),
  ),
  sod_policies: listOf(
    {
      title: 'Separation of duties policies',
      path: '/sod-policies',
      docs: 'list-sod-policies',
      query: { sorters: 'id' },
      schema: schemas.SodPolicy,
      find: true,
    },
    writesAt({ path: '/sod-policies', method: 'PUT', find: byName('/sod-policies') }),
  ),
  transforms: listOf(
    { title: 'Transforms', path: '/transforms', docs: 'list-transforms', schema: schemas.Transform, find: true },
    // What an attribute takes depends on the type.
    writesAt({ path: '/transforms', only: ['delete'] }),
  ),
  work_items: listOf({
    title: 'Work items',
    path: '/work-items',
    docs: 'list-work-items',
    schema: schemas.WorkItem,
    find: true,
  }),
  workflows: listOf(
    {
      title: 'Workflows',
      path: '/workflows',
      docs: 'list-workflows',
      schema: schemas.Workflow,
      find: true,
    },
    // The update is a full one. @see https://developer.sailpoint.com/docs/api/v3/put-workflow
    writesAt({
      path: '/workflows',
      method: 'PUT',
      keeps: ['name', 'owner', 'description', 'definition', 'enabled', 'trigger'],
    }),
  ),
};
