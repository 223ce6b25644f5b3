import { filter } from '../kit/filters/filter-text.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';
import { deletes, listOf, membership, paged, pagesOf, writable } from './schemas.ts';

export const sensors: Readonly<Record<string, HttpObject>> = {
  agents: listOf(
    {
      title: 'Agents',
      path: '/scanners/null/agents',
      docs: 'agents-list',
      recordsPath: 'agents',
      pageSize: 5000,
      schema: schemas.Agent,
    },
    deletes('/scanners/null/agents/{id}'),
  ),
  agent_groups: listOf(
    {
      title: 'Agent groups',
      path: '/scanners/null/agent-groups',
      docs: 'agent-groups-list',
      recordsPath: 'groups',
      schema: schemas.NamedId,
    },
    writable('/scanners/null/agent-groups', 'groups'),
  ),
  agent_memberships: membership(
    'Agent group memberships',
    ['group_id', 'agent_id'],
    '/scanners/null/agent-groups/{group_id}/agents/{agent_id}',
    'PUT',
    'agent-group-add-agent',
  ),
  agent_exclusions: listOf(
    {
      title: 'Agent exclusions',
      path: '/scanners/null/agents/exclusions',
      docs: 'agent-exclusions-list',
      recordsPath: 'exclusions',
      schema: schemas.Exclusion,
    },
    writable('/scanners/null/agents/exclusions', 'exclusions'),
  ),
  scanners: listOf(
    { title: 'Scanners', path: '/scanners', docs: 'scanners-list', recordsPath: 'scanners', schema: schemas.Scanner },
    deletes('/scanners/{id}'),
  ),
  scanner_groups: listOf(
    {
      title: 'Scanner groups',
      path: '/scanner-groups',
      docs: 'scanner-groups-list',
      recordsPath: 'scanner_pools',
      schema: schemas.NamedId,
    },
    writable('/scanner-groups', 'scanner_pools'),
  ),
  scanner_memberships: membership(
    'Scanner group memberships',
    ['group_id', 'scanner_id'],
    '/scanner-groups/{group_id}/scanners/{scanner_id}',
    'POST',
    'scanner-groups-add-scanner',
  ),
  networks: listOf(
    {
      title: 'Networks',
      path: '/networks',
      docs: 'networks-list',
      recordsPath: 'networks',
      key: 'uuid',
      pageSize: 50,
      schema: schemas.Network,
    },
    writable('/networks', 'networks', 'uuid', { query: { f: filter('name:eq:{name|plain}') } }),
  ),
  network_scanners: listOf({
    title: 'Network scanners',
    path: '/networks/{parent.uuid}/scanners',
    docs: 'networks-list-scanners',
    recordsPath: 'scanners',
    key: ['network_uuid', 'id'],
    schema: schemas.Scanner.extend({ network_uuid: schemas.Network.shape.uuid.optional() }),
    parents: {
      from: pagesOf({ path: '/networks', recordsPath: 'networks', pageSize: 50 }),
      key: 'uuid',
      copy: { network_uuid: 'uuid' },
    },
  }),
};

export const scanning: Readonly<Record<string, HttpObject>> = {
  scans: listOf(
    { title: 'Scans', path: '/scans', docs: 'scans-list', recordsPath: 'scans', schema: schemas.Scan },
    writesAt({ path: '/scans', method: 'PUT', targetIdPath: 'scan.id' }),
  ),
  remediation_scans: listOf({
    title: 'Remediation scans',
    path: '/scans/remediation',
    docs: 'io-scans-remediation-list',
    recordsPath: 'scans',
    pageSize: 200,
    query: { sort: 'scan_creation_date:asc' },
    schema: schemas.Scan,
  }),
  scan_folders: listOf(
    {
      title: 'Scan folders',
      path: '/folders',
      docs: 'folders-list',
      recordsPath: 'folders',
      schema: schemas.NamedId,
    },
    writesAt({ path: '/folders', method: 'PUT' }),
  ),
  scan_templates: listOf({
    title: 'Scan templates',
    path: '/editor/scan/templates',
    docs: 'editor-list-templates',
    recordsPath: 'templates',
    key: 'uuid',
    schema: schemas.Template,
  }),
  timezones: listOf({
    title: 'Scan time zones',
    path: '/scans/timezones',
    docs: 'scans-timezones',
    recordsPath: 'timezones',
    key: 'value',
    schema: schemas.Timezone,
  }),
  policies: listOf(
    {
      title: 'Scan policies',
      path: '/policies',
      docs: 'policies-list',
      recordsPath: 'policies',
      schema: schemas.Policy,
    },
    {
      create: nonIdempotent('POST /policies', { targetIdPath: 'policy_id' }),
      ...writesAt({ path: '/policies', method: 'PUT', only: ['update', 'delete'] }),
    },
  ),
  exclusions: listOf(
    {
      title: 'Exclusions',
      path: '/exclusions',
      docs: 'exclusions-list',
      recordsPath: 'exclusions',
      pageSize: 500,
      schema: schemas.Exclusion,
    },
    writesAt({ path: '/exclusions', method: 'PUT' }),
  ),
  credentials: listOf(
    {
      title: 'Managed credentials, without their secrets',
      path: '/credentials',
      docs: 'credentials-list',
      recordsPath: 'credentials',
      key: 'uuid',
      pageSize: 300,
      schema: schemas.Credential,
    },
    deletes('/credentials/{uuid}'),
  ),
  credential_types: listOf({
    title: 'Credential types',
    path: '/credentials/types',
    docs: 'credentials-list-credential-types',
    recordsPath: 'credentials',
    schema: schemas.NamedId.pick({ id: true }),
  }),
  tag_categories: listOf(
    {
      title: 'Tag categories',
      path: '/tags/categories',
      docs: 'tags-list-tag-categories',
      recordsPath: 'categories',
      key: 'uuid',
      pageSize: 1000,
      schema: schemas.TagCategory,
    },
    writable('/tags/categories', 'categories', 'uuid', { query: { f: filter('name:eq:{name|plain}') } }),
  ),
  tags: listOf(
    {
      title: 'Tags',
      path: '/tags/values',
      docs: 'tags-list-tag-values',
      recordsPath: 'values',
      key: 'uuid',
      pageSize: 1000,
      schema: schemas.TagValue,
    },
    // Each category may have the value.
    writable('/tags/values', 'values', 'uuid', {
      query: { f: filter('value:eq:{value|plain}') },
      paginate: paged(1000),
    }),
  ),
};
