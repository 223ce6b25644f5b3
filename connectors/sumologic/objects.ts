import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, objectOf } = restApi({
  docs: (operation) => `https://api.sumologic.com/docs/#operation/${operation}`,
  records: { recordsPath: 'data' },
  // 1,000 at most. @see https://api.sumologic.com/docs/
  paginate: { kind: 'cursor', parameter: 'token', path: 'next', sizeParameter: 'limit', pageSize: 1000 },
  find: true,
});

/**
 * Changes are complete records, by PUT: what is missing is refused, or gets its default.
 *
 * @see https://api.sumologic.com/docs/#operation/updateExtractionRule
 */
const writesOf = (path: string, keeps?: string[]): HttpObject['operations'] =>
  writesAt({ path, method: 'PUT', ...(keeps === undefined ? {} : { keeps }) });

const userFields = {
  firstName: '{firstName}',
  lastName: '{lastName}',
  isActive: '{isActive}',
  roleIds: '{roleIds}',
};

/** Users are found by their address, which no change can have. */
const user = findOrCreate(
  { method: 'POST', path: '/v1/users' },
  {
    find: {
      path: '/v1/users',
      query: { email: '{email}' },
      recordsPath: 'data',
      ignoresCase: 'undocumented',
      searchLagMs: 'undocumented',
    },
    update: { method: 'PUT', path: '/v1/users/{$target_id}', bodyFields: userFields },
    targetIdPath: 'id',
  },
);

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    { title: 'Users', path: '/v1/users', docs: 'listUsers', schema: schemas.User },
    {
      create: user,
      upsert: user,
      update: idempotent({ method: 'PUT', path: '/v1/users/{id}', bodyFields: userFields }),
      delete: idempotent('DELETE /v1/users/{id}', { body: 'none' }),
    },
  ),
  roles: listOf(
    { title: 'Roles', path: '/v2/roles', docs: 'listRolesV2', schema: schemas.Role },
    writesAt({
      path: '/v2/roles',
      method: 'PUT',
      keeps: [
        'name',
        'description',
        'logAnalyticsFilter',
        'auditDataFilter',
        'securityDataFilter',
        'selectionType',
        'selectedViews',
        'users',
        'capabilities',
        'autofillDependencies',
      ],
      find: {
        path: '/v2/roles',
        query: { name: '{name}' },
        recordsPath: 'data',
        ignoresCase: 'undocumented',
        searchLagMs: 'undocumented',
      },
    }),
  ),
  role_users: objectOf(
    { title: 'Users of roles', docs: 'assignRoleToUser', key: ['role_id', 'user_id'] },
    {
      upsert: idempotent('PUT /v1/roles/{role_id}/users/{user_id}', { body: 'none' }),
      delete: idempotent('DELETE /v1/roles/{role_id}/users/{user_id}', { body: 'none' }),
    },
  ),
  service_accounts: listOf(
    {
      title: 'Service accounts',
      path: '/v1/serviceAccounts',
      docs: 'listServiceAccounts',
      schema: schemas.ServiceAccount,
      paginate: { kind: 'none' },
    },
    writesOf('/v1/serviceAccounts'),
  ),
  access_keys: listOf(
    {
      title: 'Access keys',
      path: '/v1/accessKeys',
      docs: 'listAccessKeys',
      schema: schemas.AccessKey,
      find: false,
    },
    { delete: idempotent('DELETE /v1/accessKeys/{id}', { body: 'none' }) },
  ),
  connections: listOf({
    title: 'Connections',
    path: '/v1/connections',
    docs: 'listConnections',
    schema: schemas.Connection,
    find: false,
  }),
  partitions: listOf(
    { title: 'Partitions', path: '/v1/partitions', docs: 'listPartitions', schema: schemas.Partition },
    writesAt({ path: '/v1/partitions', method: 'PUT', only: ['create', 'update'] }),
  ),
  scheduled_views: listOf(
    {
      title: 'Scheduled views',
      path: '/v1/scheduledViews',
      docs: 'listScheduledViews',
      schema: schemas.ScheduledView,
    },
    writesAt({ path: '/v1/scheduledViews', method: 'PUT', only: ['create', 'update'] }),
  ),
  ingest_budgets: listOf(
    { title: 'Ingest budgets', path: '/v2/ingestBudgets', docs: 'listIngestBudgetsV2', schema: schemas.IngestBudget },
    writesOf('/v2/ingestBudgets', [
      'name',
      'scope',
      'capacityBytes',
      'timezone',
      'resetTime',
      'description',
      'action',
      'auditThreshold',
    ]),
  ),
  extraction_rules: listOf(
    {
      title: 'Field extraction rules',
      path: '/v1/extractionRules',
      docs: 'listExtractionRules',
      schema: schemas.ExtractionRule,
    },
    writesOf('/v1/extractionRules', ['name', 'scope', 'parseExpression', 'enabled']),
  ),
  dynamic_parsing_rules: listOf(
    {
      title: 'Dynamic parsing rules',
      path: '/v1/dynamicParsingRules',
      docs: 'listDynamicParsingRules',
      schema: schemas.DynamicParsingRule,
    },
    writesOf('/v1/dynamicParsingRules', ['name', 'scope', 'enabled']),
  ),
  fields: listOf(
    {
      title: 'Custom fields',
      path: '/v1/fields',
      docs: 'listCustomFields',
      key: 'fieldId',
      schema: schemas.Field,
      paginate: { kind: 'none' },
    },
    writesAt({ path: '/v1/fields', id: 'fieldId', only: ['create', 'delete'] }),
  ),
};
