import type { HttpObject } from '../kit/define.ts';
import * as schemas from './schema.ts';
import { sensors, scanning } from './scanning.ts';
import { exported, listed, membership, unguarded, writable } from './shapes.ts';

/** Without an instant, exports hold the last thirty days only; 0 counts as none. */
const ever = 1;

const inventory: Readonly<Record<string, HttpObject>> = {
  assets: listed({
    title: 'Assets',
    page: 'export-assets-v2',
    schema: schemas.Asset,
    // 10 000 at most.
    ...exported('/assets/export', { create: '/assets/v2/export', body: { chunk_size: 2000 }, since: 'filters.since' }),
  }),
  vulnerabilities: listed({
    title: 'Vulnerabilities of assets',
    page: 'exports-vulns-request-export',
    schema: schemas.Vulnerability,
    key: ['asset.uuid', 'plugin.id', 'port.port', 'port.protocol'],
    // Assets a chunk, 5000 at most.
    ...exported('/vulns/export', {
      body: {
        num_assets: 500,
        include_unlicensed: true,
        filters: { since: ever, state: ['OPEN', 'REOPENED', 'FIXED'] },
      },
      since: 'filters.since',
    }),
  }),
  compliance_findings: listed({
    title: 'Findings of compliance checks',
    page: 'io-exports-compliance-create',
    schema: schemas.ComplianceFinding,
    key: ['asset_uuid', 'check_id', 'audit_file'],
    ...exported('/compliance/export', {
      body: { num_findings: 5000, filters: { indexed_at: ever } },
      since: 'filters.indexed_at',
    }),
  }),
  asset_overview: listed({
    title: 'Assets of the last days, 5000 at most',
    path: '/assets',
    page: 'assets-list-assets',
    list: 'assets',
    schema: schemas.AssetSeverities.pick({ id: true, last_seen: true }),
  }),
  asset_severities: listed({
    title: 'Numbers of vulnerabilities of assets',
    path: '/workbenches/assets/vulnerabilities',
    page: 'workbenches-assets-vulnerabilities',
    list: 'assets',
    schema: schemas.AssetSeverities,
  }),
  found_plugins: listed({
    title: 'Vulnerabilities found, by plugin',
    path: '/workbenches/vulnerabilities',
    page: 'workbenches-vulnerabilities',
    list: 'vulnerabilities',
    key: 'plugin_id',
    schema: schemas.FoundPlugin,
  }),
  asset_import_jobs: listed({
    title: 'Imports of assets',
    path: '/import/asset-jobs',
    page: 'assets-list-import-jobs',
    list: 'asset_import_jobs',
    key: 'job_id',
    schema: schemas.ImportJob,
  }),
  plugins: listed({
    title: 'Plugins',
    path: '/plugins/plugin',
    page: 'io-plugins-list',
    list: 'data.plugin_details',
    schema: schemas.Plugin,
    // 10 000 at most.
    paginate: { kind: 'page', parameter: 'page', sizeParameter: 'size', pageSize: 1000 },
    incremental: { kind: 'server_filter', parameter: 'last_updated', format: 'date' },
  }),
  family_plugins: listed({
    title: 'Plugins of families',
    path: '/plugins/families/{parent.id}',
    page: 'io-plugins-family-details',
    list: 'plugins',
    schema: schemas.NamedId,
    parents: {
      from: {
        kind: 'pages',
        request: { method: 'GET', path: '/plugins/families' },
        format: { kind: 'json', recordsPath: 'families' },
        paginate: { kind: 'none' },
      },
      key: 'id',
      copy: { family: 'name' },
    },
  }),
  vulnerability_filters: listed({
    title: 'Filters of vulnerabilities',
    path: '/filters/workbenches/vulnerabilities',
    page: 'workbenches-vulnerabilities-filters',
    list: 'filters',
    key: 'name',
    schema: schemas.Filter,
  }),
  plugin_families: listed({
    title: 'Families of plugins',
    path: '/plugins/families',
    page: 'io-plugins-families-list',
    list: 'families',
    schema: schemas.PluginFamily,
  }),
};

const people: Readonly<Record<string, HttpObject>> = {
  users: listed(
    { title: 'Users', path: '/users', page: 'users-list', list: 'users', schema: schemas.User },
    writable('/users', { list: 'users' }, 'id'),
  ),
  groups: listed(
    {
      title: 'Groups of users',
      path: '/groups',
      page: 'groups-list',
      list: 'groups',
      key: 'uuid',
      schema: schemas.Group,
    },
    writable('/groups', { list: 'groups' }, 'uuid'),
  ),
  group_memberships: membership(
    'Memberships of groups',
    ['group_uuid', 'user_uuid'],
    '/groups/{group_uuid}/users/{user_uuid}',
    'POST',
    'groups-add-user',
  ),
  group_members: listed({
    title: 'Users of groups',
    path: '/groups/{parent.uuid}/users',
    page: 'groups-list-users',
    list: 'users',
    key: ['group_uuid', 'uuid'],
    schema: schemas.User.extend({ group_uuid: schemas.Group.shape.uuid.optional() }),
    parents: {
      from: {
        kind: 'pages',
        request: { method: 'GET', path: '/groups' },
        format: { kind: 'json', recordsPath: 'groups' },
        paginate: { kind: 'none' },
      },
      key: 'uuid',
      copy: { group_uuid: 'uuid' },
    },
  }),
  roles: listed({
    title: 'Roles',
    path: '/access-control/v1/roles',
    page: 'access-control-roles-list',
    key: 'uuid',
    schema: schemas.Role,
  }),
  permissions: listed(
    {
      title: 'Permissions',
      path: '/api/v3/access-control/permissions',
      page: 'io-v3-access-control-permissions-list',
      list: 'permissions',
      key: 'permission_uuid',
      schema: schemas.Permission,
    },
    unguarded('/api/v3/access-control/permissions', 'permission_uuid'),
  ),
  access_groups: listed(
    {
      title: 'Access groups',
      path: '/v2/access-groups',
      page: 'io-v2-access-groups-list',
      list: 'access_groups',
      pageSize: 50,
      schema: schemas.AccessGroup,
    },
    unguarded('/v2/access-groups'),
  ),
  legacy_access_groups: listed(
    {
      title: 'Access groups of the first version',
      path: '/access-groups',
      page: 'io-v1-access-groups-list',
      list: 'access_groups',
      pageSize: 50,
      schema: schemas.AccessGroup,
    },
    unguarded('/access-groups'),
  ),
  audit_events: listed({
    title: 'Activity log',
    path: '/audit-log/v1/events',
    page: 'audit-log-events',
    list: 'events',
    pageSize: 1000,
    query: { sort: 'received:asc' },
    schema: schemas.AuditEvent,
    incremental: { kind: 'server_filter', parameter: 'f', template: 'date.gt:{$since}', format: 'date' },
  }),
};

/** Lists without a size of pages give all at once. */
export const objects: Readonly<Record<string, HttpObject>> = { ...inventory, ...people, ...sensors, ...scanning };
