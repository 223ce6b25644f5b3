import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, keeping } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://docs.snowflake.com/en/developer-guide/snowflake-rest-api/reference/${page}`,
  key: 'name',
  // Large results have several pages. @see https://docs.snowflake.com/en/developer-guide/snowflake-rest-api/getting-started
  paginate: { kind: 'link_header' },
});

/**
 * A list has 10,000 records at most. They come in the order of their names, and what follows the last one is asked for by it.
 * That it does not come again is inferred: the page does not say so, and a record that came twice would be the same one.
 *
 * @see https://docs.snowflake.com/en/sql-reference/sql/show-users
 */
const cut = {
  paginate: {
    kind: 'link_header',
    sizeParameter: 'showLimit',
    pageSize: 10_000,
    resume: { parameter: 'fromName', field: 'name', quoted: true },
  },
} as const;

const drops = (path: string): HttpObject['operations'] => ({
  delete: idempotent({ method: 'DELETE', path: `${path}/{name}`, query: { ifExists: 'true' } }),
});

/**
 * Creates the object, or makes it what it is said to be: what is left out gets its default, so that the named properties are
 * sent as they are where a mapping does not give them.
 *
 * @see https://docs.snowflake.com/en/developer-guide/snowflake-rest-api/reference/user
 */
const createsOrAlters = (path: string, keeps: string[]): HttpObject['operations'] => ({
  upsert: idempotent(
    { method: 'PUT', path: `${path}/{name}` },
    { keepsKey: ['name'], ...keeping(`${path}/{name}`, keeps) },
  ),
  ...drops(path),
});

const userMembers = [
  'login_name',
  'display_name',
  'first_name',
  'middle_name',
  'last_name',
  'email',
  'must_change_password',
  'disabled',
  'days_to_expiry',
  'mins_to_unlock',
  'default_warehouse',
  'default_namespace',
  'default_role',
  'default_secondary_roles',
  'mins_to_bypass_mfa',
  'rsa_public_key',
  'rsa_public_key_2',
  'comment',
  'type',
  'enable_unredacted_query_syntax_error',
  'network_policy',
];

const databaseMembers = [
  'kind',
  'comment',
  'data_retention_time_in_days',
  'default_ddl_collation',
  'log_level',
  'max_data_extension_time_in_days',
  'suspend_task_after_num_failures',
  'trace_level',
  'user_task_managed_initial_warehouse_size',
  'user_task_timeout_ms',
  'serverless_task_min_statement_size',
  'serverless_task_max_statement_size',
];

const ofUsers = { from: pagesOf({ path: '/users', ...cut }), key: 'name', copy: { user_name: 'name' } };
const ofRoles = { from: pagesOf({ path: '/roles', ...cut }), key: 'name', copy: { role_name: 'name' } };
const ofDatabases = { from: pagesOf({ path: '/databases', ...cut }), key: 'name' };

/** A role of a user, or of another role. */
const grantedRole = { securable_type: 'ROLE', 'securable.name': '{securable.name}' };

const grants = (of: string): HttpObject['operations'] => ({
  upsert: idempotent({ method: 'POST', path: `${of}/grants`, bodyFields: grantedRole }),
  delete: idempotent(
    { method: 'POST', path: `${of}/grants:revoke`, bodyFields: grantedRole },
    { effect: 'reversible' },
  ),
});

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    { title: 'Users', path: '/users', ...cut, docs: 'user', schema: schemas.User, find: true },
    createsOrAlters('/users', userMembers),
  ),
  user_grants: listOf(
    {
      title: 'Roles of users',
      path: '/users/{parent.name}/grants',
      docs: 'user',
      key: ['user_name', 'securable.name'],
      schema: schemas.UserGrant,
      parents: ofUsers,
    },
    grants('/users/{user_name}'),
  ),
  roles: listOf(
    { title: 'Roles', path: '/roles', ...cut, docs: 'role', schema: schemas.Role },
    {
      // Roles cannot be altered: one that is there stays as it is.
      upsert: idempotent({ method: 'POST', path: '/roles', query: { createMode: 'ifNotExists' } }),
      ...drops('/roles'),
    },
  ),
  role_grantees: listOf({
    title: 'Who has a role',
    path: '/roles/{parent.name}/grants-of',
    docs: 'role',
    key: ['role', 'granted_to', 'grantee_name'],
    schema: schemas.GrantOf,
    parents: { ...ofRoles, copy: {} },
  }),
  role_grants: listOf({
    title: 'Privileges of roles',
    path: '/roles/{parent.name}/grants',
    docs: 'role',
    key: ['role_name', 'securable_type', 'securable.database', 'securable.schema', 'securable.name'],
    schema: schemas.RoleGrant,
    parents: ofRoles,
  }),
  databases: listOf(
    { title: 'Databases', path: '/databases', ...cut, docs: 'database', schema: schemas.Database, find: true },
    createsOrAlters('/databases', databaseMembers),
  ),
  schemas: listOf({
    title: 'Schemas',
    path: '/databases/{parent.name}/schemas',
    docs: 'schema',
    key: ['database_name', 'name'],
    schema: schemas.Schema,
    ...cut,
    parents: ofDatabases,
  }),
  warehouses: listOf(
    { title: 'Warehouses', path: '/warehouses', docs: 'warehouse', schema: schemas.Warehouse, find: true },
    drops('/warehouses'),
  ),
};
