import type { HttpObject } from '../kit/object-types.ts';
import { type ListedObject, restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, objectOf, pagesOf } = restApi({
  docs: (operation) => `https://help.rapid7.com/insightvm/en-us/api/index.html#operation/${operation}`,
  records: { recordsPath: 'resources' },
  // 500 at most. @see https://help.rapid7.com/insightvm/en-us/api/index.html#section/Responses
  paged: (pageSize) => ({
    kind: 'page',
    parameter: 'page',
    first: 0,
    sizeParameter: 'size',
    pageSize,
    totalPagesPath: 'page.totalPages',
  }),
  find: true,
});

/** Pages are counted, so they come in an order that does not change. */
const ordered = { pageSize: 500, query: { sort: 'id,ASC' } };

/** A list of each record of another one, whose id its records receive. */
const of = (path: string, field: string): Pick<ListedObject, 'key' | 'parents'> => ({
  key: [field, 'id'],
  parents: { from: pagesOf({ path, ...ordered }), key: 'id', copy: { [field]: 'id' } },
});

/** Changes are complete records, by PUT. */
const writesOf = (path: string): HttpObject['operations'] => writesAt({ path, method: 'PUT' });

/** A record is added to another one by its address, and removed likewise. */
const linked = (path: string): HttpObject['operations'] => ({
  upsert: idempotent(`PUT ${path}`, { body: 'none' }),
  delete: idempotent(`DELETE ${path}`, { body: 'none' }),
});

export const objects: Readonly<Record<string, HttpObject>> = {
  assets: listOf(
    { title: 'Assets', path: '/api/3/assets', docs: 'getAssets', schema: schemas.Asset, ...ordered },
    { delete: idempotent('DELETE /api/3/assets/{id}', { body: 'none' }) },
  ),
  asset_vulnerabilities: listOf({
    title: 'Vulnerabilities of assets',
    path: '/api/3/assets/{parent.id}/vulnerabilities',
    docs: 'getAssetVulnerabilities',
    schema: schemas.Finding,
    ...of('/api/3/assets', 'asset_id'),
    ...ordered,
  }),
  asset_software: listOf({
    title: 'Software of assets',
    path: '/api/3/assets/{parent.id}/software',
    docs: 'getAssetSoftware',
    schema: schemas.Software,
    ...of('/api/3/assets', 'asset_id'),
  }),
  asset_tags: listOf(
    {
      title: 'Tags of assets',
      path: '/api/3/assets/{parent.id}/tags',
      docs: 'getAssetTags',
      schema: schemas.AssetTag,
      ...of('/api/3/assets', 'asset_id'),
    },
    linked('/api/3/assets/{asset_id}/tags/{id}'),
  ),
  asset_groups: listOf(
    {
      title: 'Asset groups',
      path: '/api/3/asset_groups',
      docs: 'getAssetGroups',
      schema: schemas.AssetGroup,
      ...ordered,
    },
    writesOf('/api/3/asset_groups'),
  ),
  asset_group_assets: objectOf(
    { title: 'Assets of asset groups', docs: 'addAssetToAssetGroup', key: ['asset_group_id', 'asset_id'] },
    linked('/api/3/asset_groups/{asset_group_id}/assets/{asset_id}'),
  ),
  asset_group_users: objectOf(
    { title: 'Users of asset groups', docs: 'addAssetGroupUser', key: ['asset_group_id', 'user_id'] },
    linked('/api/3/asset_groups/{asset_group_id}/users/{user_id}'),
  ),
  sites: listOf(
    { title: 'Sites', path: '/api/3/sites', docs: 'getSites', schema: schemas.Site, ...ordered },
    writesOf('/api/3/sites'),
  ),
  site_assets: listOf({
    title: 'Assets of sites',
    path: '/api/3/sites/{parent.id}/assets',
    docs: 'getSiteAssets',
    schema: schemas.SiteAsset,
    ...of('/api/3/sites', 'site_id'),
    ...ordered,
  }),
  site_users: listOf(
    {
      title: 'Users of sites',
      path: '/api/3/sites/{parent.id}/users',
      docs: 'getSiteUsers',
      schema: schemas.SiteUser,
      ...of('/api/3/sites', 'site_id'),
    },
    { delete: idempotent('DELETE /api/3/sites/{site_id}/users/{id}', { body: 'none' }) },
  ),
  scans: listOf(
    { title: 'Scans', path: '/api/3/scans', docs: 'getScans', schema: schemas.Scan, find: false, ...ordered },
    { create: nonIdempotent('POST /api/3/sites/{siteId}/scans', { targetIdPath: 'id' }) },
  ),
  scan_engines: listOf({
    title: 'Scan engines',
    path: '/api/3/scan_engines',
    docs: 'getScanEngines',
    schema: schemas.ScanEngine,
  }),
  scan_templates: listOf({
    title: 'Scan templates',
    path: '/api/3/scan_templates',
    docs: 'getScanTemplates',
    schema: schemas.ScanTemplate,
  }),
  vulnerabilities: listOf({
    title: 'Vulnerability definitions',
    path: '/api/3/vulnerabilities',
    docs: 'getVulnerabilities',
    schema: schemas.Vulnerability,
    ...ordered,
  }),
  vulnerability_exceptions: listOf(
    {
      title: 'Vulnerability exceptions',
      path: '/api/3/vulnerability_exceptions',
      docs: 'getVulnerabilityExceptions',
      schema: schemas.VulnerabilityException,
      ...ordered,
    },
    writesAt({ path: '/api/3/vulnerability_exceptions', only: ['create', 'delete'] }),
  ),
  tags: listOf(
    { title: 'Tags', path: '/api/3/tags', docs: 'getTags', schema: schemas.Tag, ...ordered },
    writesOf('/api/3/tags'),
  ),
  reports: listOf(
    { title: 'Reports', path: '/api/3/reports', docs: 'getReports', schema: schemas.Report, ...ordered },
    { delete: idempotent('DELETE /api/3/reports/{id}', { body: 'none' }) },
  ),
  users: listOf(
    { title: 'Users', path: '/api/3/users', docs: 'getUsers', schema: schemas.User, ...ordered },
    writesOf('/api/3/users'),
  ),
  roles: listOf({ title: 'Roles', path: '/api/3/roles', docs: 'getRoles', schema: schemas.Role }),
};
