import { type HttpObject, writes } from '../kit/define.ts';
import * as schemas from './schema.ts';
import { deletes, listed, membership, unguarded, writable } from './shapes.ts';

export const sensors: Readonly<Record<string, HttpObject>> = {
  agents: listed(
    {
      title: 'Agents',
      path: '/scanners/null/agents',
      page: 'agents-list',
      list: 'agents',
      pageSize: 5000,
      schema: schemas.Agent,
    },
    { delete: deletes('/scanners/null/agents/{id}') },
  ),
  agent_groups: listed(
    {
      title: 'Groups of agents',
      path: '/scanners/null/agent-groups',
      page: 'agent-groups-list',
      list: 'groups',
      schema: schemas.NamedId,
    },
    writable('/scanners/null/agent-groups', { list: 'groups' }, 'id'),
  ),
  agent_memberships: membership(
    'Memberships of groups of agents',
    ['group_id', 'agent_id'],
    '/scanners/null/agent-groups/{group_id}/agents/{agent_id}',
    'PUT',
    'agent-group-add-agent',
  ),
  agent_exclusions: listed(
    {
      title: 'Times when agents do not scan',
      path: '/scanners/null/agents/exclusions',
      page: 'agent-exclusions-list',
      list: 'exclusions',
      schema: schemas.Exclusion,
    },
    writable('/scanners/null/agents/exclusions', { list: 'exclusions' }, 'id'),
  ),
  scanners: listed(
    { title: 'Scanners', path: '/scanners', page: 'scanners-list', list: 'scanners', schema: schemas.Scanner },
    { delete: deletes('/scanners/{id}') },
  ),
  scanner_groups: listed(
    {
      title: 'Groups of scanners',
      path: '/scanner-groups',
      page: 'scanner-groups-list',
      list: 'scanner_pools',
      schema: schemas.NamedId,
    },
    writable('/scanner-groups', { list: 'scanner_pools' }, 'id'),
  ),
  scanner_memberships: membership(
    'Memberships of groups of scanners',
    ['group_id', 'scanner_id'],
    '/scanner-groups/{group_id}/scanners/{scanner_id}',
    'POST',
    'scanner-groups-add-scanner',
  ),
  networks: listed(
    {
      title: 'Networks',
      path: '/networks',
      page: 'networks-list',
      list: 'networks',
      key: 'uuid',
      pageSize: 50,
      schema: schemas.Network,
    },
    writable('/networks', { list: 'networks', query: { f: 'name:eq:{name}' } }, 'uuid'),
  ),
  network_scanners: listed({
    title: 'Scanners of networks',
    path: '/networks/{parent.uuid}/scanners',
    page: 'networks-list-scanners',
    list: 'scanners',
    key: ['network_uuid', 'id'],
    schema: schemas.Scanner.extend({ network_uuid: schemas.Network.shape.uuid.optional() }),
    parents: {
      from: {
        kind: 'pages',
        request: { method: 'GET', path: '/networks' },
        format: { kind: 'json', recordsPath: 'networks' },
        paginate: {
          kind: 'offset',
          parameter: 'offset',
          totalPath: 'pagination.total',
          sizeParameter: 'limit',
          pageSize: 50,
        },
      },
      key: 'uuid',
      copy: { network_uuid: 'uuid' },
    },
  }),
};

export const scanning: Readonly<Record<string, HttpObject>> = {
  scans: listed(
    { title: 'Scans', path: '/scans', page: 'scans-list', list: 'scans', schema: schemas.Scan },
    { ...unguarded('/scans', 'id'), delete: deletes('/scans/{id}') },
  ),
  remediation_scans: listed({
    title: 'Remediation scans',
    path: '/scans/remediation',
    page: 'io-scans-remediation-list',
    list: 'scans',
    pageSize: 200,
    query: { sort: 'scan_creation_date:asc' },
    schema: schemas.Scan,
  }),
  scan_folders: listed(
    { title: 'Folders of scans', path: '/folders', page: 'folders-list', list: 'folders', schema: schemas.NamedId },
    unguarded('/folders'),
  ),
  scan_templates: listed({
    title: 'Templates of scans',
    path: '/editor/scan/templates',
    page: 'editor-list-templates',
    list: 'templates',
    key: 'uuid',
    schema: schemas.Template,
  }),
  timezones: listed({
    title: 'Time zones of schedules',
    path: '/scans/timezones',
    page: 'scans-timezones',
    list: 'timezones',
    key: 'value',
    schema: schemas.Timezone,
  }),
  policies: listed(
    { title: 'Policies of scans', path: '/policies', page: 'policies-list', list: 'policies', schema: schemas.Policy },
    {
      create: writes({
        request: { method: 'POST', path: '/policies' },
        idempotency: { kind: 'none' },
        targetIdPath: 'policy_id',
      }),
      update: writes({ request: { method: 'PUT', path: '/policies/{id}' }, idempotency: { kind: 'put_by_key' } }),
      delete: deletes('/policies/{id}'),
    },
  ),
  exclusions: listed(
    {
      title: 'Targets that are not scanned',
      path: '/exclusions',
      page: 'exclusions-list',
      list: 'exclusions',
      pageSize: 500,
      schema: schemas.Exclusion,
    },
    unguarded('/exclusions'),
  ),
  credentials: listed(
    {
      title: 'Managed credentials, without their secrets',
      path: '/credentials',
      page: 'credentials-list',
      list: 'credentials',
      key: 'uuid',
      pageSize: 300,
      schema: schemas.Credential,
    },
    { delete: deletes('/credentials/{uuid}') },
  ),
  credential_types: listed({
    title: 'Types of credentials',
    path: '/credentials/types',
    page: 'credentials-list-credential-types',
    list: 'credentials',
    schema: schemas.NamedId.pick({ id: true }),
  }),
  tag_categories: listed(
    {
      title: 'Categories of tags',
      path: '/tags/categories',
      page: 'tags-list-tag-categories',
      list: 'categories',
      key: 'uuid',
      pageSize: 1000,
      schema: schemas.TagCategory,
    },
    writable('/tags/categories', { list: 'categories', query: { f: 'name:eq:{name}' } }, 'uuid'),
  ),
  tags: listed(
    {
      title: 'Tags',
      path: '/tags/values',
      page: 'tags-list-tag-values',
      list: 'values',
      key: 'uuid',
      pageSize: 1000,
      schema: schemas.TagValue,
    },
    writable('/tags/values', { list: 'values', query: { f: 'value:eq:{value}' } }, 'uuid'),
  ),
};
