import type { HttpObject } from '../kit/object-types.ts';
import { writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';
import { sensors, scanning } from './scanning.ts';
import { exported, listOf, membership, pagesOf, writable } from './schemas.ts';

/** Without an instant, or with 0, exports contain only the last thirty days. */
const ever = 1;

const inventory: Readonly<Record<string, HttpObject>> = {
  assets: listOf({
    title: 'Assets',
    docs: 'export-assets-v2',
    schema: schemas.Asset,
    // 10 000 at most. Since an instant, the export has deleted and terminated assets too: all are asked for in the same way.
    ...exported('/assets/export', {
      create: '/assets/v2/export',
      body: { chunk_size: 2000, filters: { since: ever } },
      since: 'filters.since',
    }),
  }),
  vulnerabilities: listOf({
    title: 'Asset vulnerabilities',
    docs: 'exports-vulns-request-export',
    schema: schemas.Vulnerability,
    key: ['asset.uuid', 'plugin.id', 'port.port', 'port.protocol'],
    // Assets a chunk, 5000 at most.
    ...exported('/vulns/export', {
      body: {
        num_assets: 500,
        include_unlicensed: true,
        filters: { indexed_at: ever, state: ['OPEN', 'REOPENED', 'FIXED'] },
      },
      // Findings are indexed after their scan. @see https://developer.tenable.com/changelog/io-vm-exports-vulns-new-time-based-filter-indexed-at
      since: 'filters.indexed_at',
    }),
  }),
  compliance_findings: listOf({
    title: 'Compliance findings',
    docs: 'io-exports-compliance-create',
    schema: schemas.ComplianceFinding,
    key: ['asset_uuid', 'check_id', 'audit_file'],
    ...exported('/compliance/export', {
      body: { num_findings: 5000, filters: { indexed_at: ever } },
      since: 'filters.indexed_at',
    }),
  }),
  asset_overview: listOf({
    title: 'Assets of the last days, 5000 at most',
    path: '/assets',
    docs: 'assets-list-assets',
    recordsPath: 'assets',
    schema: schemas.AssetSeverities.pick({ id: true, last_seen: true }),
  }),
  asset_severities: listOf({
    title: 'Asset vulnerability counts',
    path: '/workbenches/assets/vulnerabilities',
    docs: 'workbenches-assets-vulnerabilities',
    recordsPath: 'assets',
    schema: schemas.AssetSeverities,
  }),
  found_plugins: listOf({
    title: 'Vulnerabilities found, by plugin',
    path: '/workbenches/vulnerabilities',
    docs: 'workbenches-vulnerabilities',
    recordsPath: 'vulnerabilities',
    key: 'plugin_id',
    schema: schemas.FoundPlugin,
  }),
  asset_import_jobs: listOf({
    title: 'Asset import jobs',
    path: '/import/asset-jobs',
    docs: 'assets-list-import-jobs',
    recordsPath: 'asset_import_jobs',
    key: 'job_id',
    schema: schemas.ImportJob,
  }),
  plugins: listOf({
    title: 'Plugins',
    path: '/plugins/plugin',
    docs: 'io-plugins-list',
    recordsPath: 'data.plugin_details',
    schema: schemas.Plugin,
    // 10 000 at most.
    paginate: { kind: 'page', parameter: 'page', sizeParameter: 'size', pageSize: 1000 },
    // Only what was updated after that day. @see https://developer.tenable.com/reference/io-plugins-list
    incremental: { kind: 'server_filter', parameter: 'last_updated', format: 'date', lookbackMs: 2 * 86_400_000 },
  }),
  family_plugins: listOf({
    title: 'Plugin family plugins',
    path: '/plugins/families/{parent.id}',
    docs: 'io-plugins-family-details',
    recordsPath: 'plugins',
    schema: schemas.NamedId.extend({ family: schemas.NamedId.shape.name }),
    parents: {
      from: pagesOf({ path: '/plugins/families', recordsPath: 'families' }),
      key: 'id',
      copy: { family: 'name' },
    },
  }),
  vulnerability_filters: listOf({
    title: 'Vulnerability filters',
    path: '/filters/workbenches/vulnerabilities',
    docs: 'workbenches-vulnerabilities-filters',
    recordsPath: 'filters',
    key: 'name',
    schema: schemas.Filter,
  }),
  plugin_families: listOf({
    title: 'Plugin families',
    path: '/plugins/families',
    docs: 'io-plugins-families-list',
    recordsPath: 'families',
    schema: schemas.PluginFamily,
  }),
};

const people: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    { title: 'Users', path: '/users', docs: 'users-list', recordsPath: 'users', schema: schemas.User },
    writable('/users', 'users'),
  ),
  groups: listOf(
    {
      title: 'User groups',
      path: '/groups',
      docs: 'groups-list',
      recordsPath: 'groups',
      key: 'uuid',
      schema: schemas.Group,
    },
    writable('/groups', 'groups', 'uuid'),
  ),
  group_memberships: membership(
    'User group memberships',
    ['group_uuid', 'user_uuid'],
    '/groups/{group_uuid}/users/{user_uuid}',
    'POST',
    'groups-add-user',
  ),
  group_members: listOf({
    title: 'User group members',
    path: '/groups/{parent.uuid}/users',
    docs: 'groups-list-users',
    recordsPath: 'users',
    key: ['group_uuid', 'uuid'],
    schema: schemas.User.extend({ group_uuid: schemas.Group.shape.uuid.optional() }),
    parents: {
      from: pagesOf({ path: '/groups', recordsPath: 'groups' }),
      key: 'uuid',
      copy: { group_uuid: 'uuid' },
    },
  }),
  roles: listOf({
    title: 'Roles',
    path: '/access-control/v1/roles',
    docs: 'access-control-roles-list',
    key: 'uuid',
    schema: schemas.Role,
  }),
  permissions: listOf(
    {
      title: 'Permissions',
      path: '/api/v3/access-control/permissions',
      docs: 'io-v3-access-control-permissions-list',
      recordsPath: 'permissions',
      key: 'permission_uuid',
      schema: schemas.Permission,
    },
    // A change overwrites what is there. @see https://developer.tenable.com/reference/io-v3-access-control-permissions-update
    writesAt({
      path: '/api/v3/access-control/permissions',
      id: 'permission_uuid',
      method: 'PUT',
      keeps: ['name', 'actions', 'objects', 'subjects'],
    }),
  ),
  access_groups: listOf(
    {
      title: 'Access groups v2',
      path: '/v2/access-groups',
      docs: 'io-v2-access-groups-list',
      recordsPath: 'access_groups',
      pageSize: 50,
      schema: schemas.AccessGroup,
    },
    // A change overwrites what is there, of both versions. @see https://developer.tenable.com/reference/io-v2-access-groups-edit
    writesAt({
      path: '/v2/access-groups',
      method: 'PUT',
      keeps: ['name', 'access_group_type', 'all_users', 'all_assets', 'principals', 'rules'],
    }),
  ),
  legacy_access_groups: listOf(
    {
      title: 'Access groups v1',
      path: '/access-groups',
      docs: 'io-v1-access-groups-list',
      recordsPath: 'access_groups',
      pageSize: 50,
      schema: schemas.AccessGroup,
    },
    writesAt({
      path: '/access-groups',
      method: 'PUT',
      keeps: ['name', 'all_assets', 'all_users', 'rules', 'principals'],
    }),
  ),
  audit_events: listOf({
    title: 'Activity log',
    path: '/audit-log/v1/events',
    docs: 'audit-log-events',
    recordsPath: 'events',
    pageSize: 1000,
    query: { sort: 'received:asc' },
    schema: schemas.AuditEvent,
    // @see https://developer.tenable.com/reference/audit-log-events
    incremental: { kind: 'server_filter', parameter: 'f', template: 'date.gte:{$since}' },
  }),
};

/** Lists without a page size return everything at once. */
export const objects: Readonly<Record<string, HttpObject>> = { ...inventory, ...people, ...sensors, ...scanning };
