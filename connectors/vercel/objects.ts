import type { GivenPages, GivenRequest } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const inTeam = { teamId: '{config.team_id}' } as const;
const team = '{config.team_id}';

/**
 * 100 at most, from the newest on.
 *
 * @see https://vercel.com/docs/rest-api#pagination
 * @see https://github.com/vercel/vercel/blob/main/packages/cli/src/util/get-pagination-opts.ts
 */
const paged = (parameter: string): GivenPages['paginate'] => ({
  kind: 'cursor',
  parameter,
  path: 'pagination.next',
  sizeParameter: 'limit',
  pageSize: 100,
});

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://vercel.com/docs/rest-api/${page}`,
  paginate: paged('until'),
});

const call = (method: GivenRequest['method'], path: string): GivenRequest => ({ method, path, query: inTeam });

export const objects: Readonly<Record<string, HttpObject>> = {
  projects: listOf(
    {
      title: 'Projects',
      path: '/v10/projects',
      docs: 'projects/retrieve-a-list-of-projects',
      query: inTeam,
      recordsPath: 'projects',
      schema: schemas.Project,
      paginate: paged('from'),
    },
    {
      create: findOrCreate(call('POST', '/v11/projects'), {
        find: { path: '/v9/projects/{name}', query: inTeam, recordsPath: '$', idPath: 'id' },
        targetIdPath: 'id',
        keepsKey: true,
      }),
      update: idempotent(call('PATCH', '/v9/projects/{id}')),
      delete: idempotent(call('DELETE', '/v9/projects/{id}')),
    },
  ),
  deployments: listOf({
    title: 'Deployments',
    path: '/v6/deployments',
    docs: 'deployments/list-deployments',
    query: inTeam,
    key: 'uid',
    recordsPath: 'deployments',
    schema: schemas.Deployment,
    // Builds end within an hour: a day sees how those went on that were under way.
    incremental: { kind: 'server_filter', parameter: 'since', format: 'epoch_ms', lookbackMs: 86_400_000 },
  }),
  domains: listOf(
    {
      title: 'Domains',
      path: '/v5/domains',
      docs: 'domains/list-all-the-domains',
      query: inTeam,
      key: 'name',
      recordsPath: 'domains',
      schema: schemas.Domain,
    },
    { delete: idempotent(call('DELETE', '/v6/domains/{name}')) },
  ),
  dns_records: listOf(
    {
      title: 'DNS records',
      path: '/v4/domains/{parent.name}/records',
      docs: 'dns/list-existing-dns-records',
      query: inTeam,
      recordsPath: 'records',
      schema: schemas.DnsRecord,
      parents: {
        from: pagesOf({ path: '/v5/domains', query: inTeam, recordsPath: 'domains' }),
        key: 'name',
        copy: { domain: 'name' },
      },
    },
    {
      create: nonIdempotent(call('POST', '/v2/domains/{domain}/records'), { targetIdPath: 'uid' }),
      update: idempotent(call('PATCH', '/v1/domains/records/{id}')),
      delete: idempotent(call('DELETE', '/v2/domains/{domain}/records/{id}')),
    },
  ),
  aliases: listOf({
    title: 'Aliases',
    path: '/v4/aliases',
    docs: 'aliases/list-aliases',
    query: inTeam,
    key: 'uid',
    recordsPath: 'aliases',
    schema: schemas.Alias,
  }),
  members: listOf(
    {
      title: 'Members of the team',
      path: `/v3/teams/${team}/members`,
      docs: 'teams/list-team-members',
      key: 'uid',
      recordsPath: 'members',
      schema: schemas.Member,
    },
    {
      create: findOrCreate(`POST /v1/teams/${team}/members`, {
        find: {
          path: `/v3/teams/${team}/members`,
          recordsPath: 'members',
          idPath: 'uid',
          paginate: paged('until'),
          ignoresCase: 'undocumented',
          searchLagMs: 'undocumented',
        },
        targetIdPath: 'uid',
      }),
      update: idempotent(`PATCH /v1/teams/${team}/members/{uid}`),
      delete: idempotent(`DELETE /v1/teams/${team}/members/{uid}`),
    },
  ),
  access_groups: listOf(
    {
      title: 'Access groups',
      path: '/v1/access-groups',
      docs: 'access-groups/list-access-groups-for-a-team-project-or-member',
      query: inTeam,
      key: 'accessGroupId',
      recordsPath: 'accessGroups',
      schema: schemas.AccessGroup,
      paginate: paged('next'),
    },
    {
      create: nonIdempotent(call('POST', '/v1/access-groups'), { targetIdPath: 'accessGroupId' }),
      update: idempotent(call('POST', '/v1/access-groups/{accessGroupId}')),
      delete: idempotent(call('DELETE', '/v1/access-groups/{accessGroupId}')),
    },
  ),
  environment_variables: listOf({
    title: 'Shared environment variables',
    path: '/v1/env',
    docs: 'environment/lists-all-shared-environment-variables-for-a-team',
    query: inTeam,
    recordsPath: 'data',
    schema: schemas.EnvironmentVariable,
    paginate: { kind: 'none' },
  }),
  edge_configs: listOf(
    {
      title: 'Edge Configs',
      path: '/v1/edge-config',
      docs: 'edge-config/get-edge-configs',
      query: inTeam,
      schema: schemas.EdgeConfig,
      paginate: { kind: 'none' },
    },
    {
      create: findOrCreate(call('POST', '/v1/edge-config'), {
        find: {
          path: '/v1/edge-config',
          query: inTeam,
          recordsPath: '$',
          idPath: 'id',
          paginate: { kind: 'none' },
          searchLagMs: 'undocumented',
        },
        targetIdPath: 'id',
      }),
      delete: idempotent(call('DELETE', '/v1/edge-config/{id}')),
    },
  ),
  teams: listOf({
    title: 'Teams',
    path: '/v2/teams',
    docs: 'teams/list-all-teams',
    recordsPath: 'teams',
    schema: schemas.Team,
  }),
};
