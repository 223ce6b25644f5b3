import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent } from '../kit/rest-writes.ts';
import type { GivenRequest, HttpWrite } from '../kit/http/operations.ts';
import * as schemas from './schema.ts';

const api = '/api/atlas/v2';
const organization = `${api}/orgs/{config.organization_id}`;
const project = `${api}/groups/{groupId}`;

/** 500 at most. @see https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/operation/operation-listgroups */
const { listOf, pagesOf } = restApi({
  docs: (page) => `https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/operation/operation-${page}`,
  records: { recordsPath: 'results' },
  paginate: { kind: 'next_url', path: 'links', sizeParameter: 'itemsPerPage', pageSize: 500 },
});

/** What is read for each project of the organization. */
const ofProjects = {
  from: pagesOf({ path: `${organization}/groups` }),
  key: 'id',
  copy: { groupId: 'id' },
} as const;

/** Bodies name the version of their resource. @see https://www.mongodb.com/docs/atlas/api/versioned-api-overview/ */
function call(method: GivenRequest['method'], path: string, version = '2023-01-01'): GivenRequest {
  return { method, path, headers: { 'content-type': `application/vnd.atlas.${version}+json` } };
}

const removes = (path: string): HttpWrite => idempotent(`DELETE ${path}`);

const databaseUser = `${project}/databaseUsers/{databaseName}/{username}`;

const inProject = `${api}/groups/{parent.id}`;

export const objects: Readonly<Record<string, HttpObject>> = {
  projects: listOf(
    {
      title: 'Projects',
      path: `${organization}/groups`,
      docs: 'listgroups',
      schema: schemas.Project,
      find: `${api}/groups/{value}`,
    },
    {
      create: findOrCreate(call('POST', `${api}/groups`), {
        find: { path: `${api}/groups/byName/{name}`, recordsPath: '$', idPath: 'id', ignoresCase: 'undocumented' },
        targetIdPath: 'id',
      }),
      update: idempotent(call('PATCH', `${api}/groups/{id}`)),
      delete: removes(`${api}/groups/{id}`),
    },
  ),
  clusters: listOf(
    {
      title: 'Clusters',
      path: `${inProject}/clusters`,
      docs: 'listclusters',
      key: ['groupId', 'name'],
      schema: schemas.Cluster,
      parents: ofProjects,
    },
    { delete: removes(`${project}/clusters/{name}`) },
  ),
  database_users: listOf(
    {
      title: 'Database users',
      path: `${inProject}/databaseUsers`,
      docs: 'listdatabaseusers',
      key: ['groupId', 'databaseName', 'username'],
      schema: schemas.DatabaseUser,
      parents: ofProjects,
    },
    {
      create: findOrCreate(call('POST', `${project}/databaseUsers`), {
        find: { path: databaseUser, recordsPath: '$', idPath: 'username' },
        targetIdPath: 'username',
        keepsKey: true,
      }),
      update: idempotent(call('PATCH', databaseUser), { keepsKey: true }),
      delete: removes(databaseUser),
    },
  ),
  ip_access_list: listOf({
    title: 'IP access list entries of projects',
    path: `${inProject}/accessList`,
    docs: 'listaccesslistentries',
    key: ['groupId', 'cidrBlock', 'awsSecurityGroup'],
    schema: schemas.AccessListEntry,
    parents: ofProjects,
  }),
  alerts: listOf(
    {
      title: 'Alerts',
      path: `${inProject}/alerts`,
      docs: 'listalerts',
      schema: schemas.Alert,
      parents: ofProjects,
    },
    { update: idempotent(call('PATCH', `${project}/alerts/{id}`, '2024-05-30')) },
  ),
  users: listOf(
    {
      title: 'Users of the organization',
      path: `${organization}/users`,
      docs: 'listorgusers',
      schema: schemas.User,
      find: true,
    },
    {
      create: findOrCreate(call('POST', `${organization}/users`, '2025-02-19'), {
        find: {
          path: `${organization}/users`,
          query: { username: '{username}' },
          recordsPath: 'results',
          idPath: 'id',
          ignoresCase: 'undocumented',
          searchLagMs: 'undocumented',
        },
        targetIdPath: 'id',
      }),
      update: idempotent(call('PATCH', `${organization}/users/{id}`, '2025-02-19')),
      delete: removes(`${organization}/users/{id}`),
    },
  ),
  teams: listOf(
    { title: 'Teams', path: `${organization}/teams`, docs: 'listorgteams', schema: schemas.Team, find: true },
    {
      create: findOrCreate(call('POST', `${organization}/teams`), {
        find: {
          path: `${organization}/teams/byName/{name}`,
          recordsPath: '$',
          idPath: 'id',
          ignoresCase: 'undocumented',
        },
        targetIdPath: 'id',
      }),
      update: idempotent(call('PATCH', `${organization}/teams/{id}`)),
      delete: removes(`${organization}/teams/{id}`),
    },
  ),
  api_keys: listOf(
    { title: 'API keys', path: `${organization}/apiKeys`, docs: 'listorgapikeys', schema: schemas.ApiKey, find: true },
    {
      update: idempotent(call('PATCH', `${organization}/apiKeys/{id}`)),
      delete: removes(`${organization}/apiKeys/{id}`),
    },
  ),
  events: listOf({
    title: 'Events of the organization',
    path: `${organization}/events`,
    docs: 'listorgevents',
    schema: schemas.Event,
    incremental: { kind: 'server_filter', parameter: 'minDate', format: 'iso_s' },
  }),
  invoices: listOf({
    title: 'Invoices',
    path: `${organization}/invoices`,
    docs: 'listinvoices',
    schema: schemas.Invoice,
    find: true,
  }),
};
