import type { z } from 'zod';
import type { GivenRequest, HttpWrite } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** 100 records in a page at most. @see https://www.scaleway.com/en/developers/api/iam/ */
const paginate = {
  kind: 'page',
  parameter: 'page',
  sizeParameter: 'page_size',
  pageSize: 100,
} as const;

const { listOf, objectOf } = restApi({
  docs: (page) => `https://www.scaleway.com/en/developers/api/${page}/`,
  paginate,
});

/** Neither whether case counts in names is told, nor how soon lists have what was written. */
const careful = { ignoresCase: 'undocumented', searchLagMs: 'undocumented' } as const;

const ofOrganization = { organization_id: '{config.organization_id}' };

interface Managed {
  title: string;
  name: string;
  /** Where lists hold their records. */
  recordsPath: string;
  schema: z.ZodType;
  /** Members of a creation, beside the organization. */
  members: readonly string[];
  /** The parameter that lists are searched by for a name. */
  parameter?: string;
}

/** Creations name the organization, which the connection knows. */
function creation(path: string, members: readonly string[]): GivenRequest {
  const given = members.map((member) => [member, `{${member}}`] as const);
  return { method: 'POST', path, bodyFields: { ...ofOrganization, ...Object.fromEntries(given) } };
}

function managed({ title, name, recordsPath, schema, members, parameter = 'name' }: Managed): HttpObject {
  const path = `/iam/v1alpha1/${name}`;
  const find = {
    path,
    query: { ...ofOrganization, [parameter]: '{name}' },
    recordsPath,
    idPath: 'id',
    paginate,
    ...careful,
  };
  return listOf(
    {
      title,
      path,
      docs: 'iam',
      recordsPath,
      schema,
      query: { ...ofOrganization, order_by: 'created_at_asc' },
      find: true,
    },
    {
      create: findOrCreate(creation(path, members), { find, targetIdPath: 'id' }),
      ...writesAt({ path, only: ['update', 'delete'] }),
    },
  );
}

function membership(action: 'add-member' | 'remove-member'): HttpWrite {
  const path = `/iam/v1alpha1/groups/{group_id}/${action}`;
  const request: GivenRequest = { method: 'POST', path, bodyFields: { user_id: '{user_id}' } };
  return idempotent(request, action === 'add-member' ? { schema: schemas.Membership } : { effect: 'reversible' });
}

/** @see https://www.scaleway.com/en/developers/api/instances/#availability-zones */
const zones = [
  'fr-par-1',
  'fr-par-2',
  'fr-par-3',
  'nl-ams-1',
  'nl-ams-2',
  'nl-ams-3',
  'pl-waw-1',
  'pl-waw-2',
  'pl-waw-3',
].map((zone) => ({ zone }));

/** Records of each zone, which they name. */
function ofZones(
  { title, name, schema }: Pick<Managed, 'title' | 'name' | 'schema'>,
  operations: HttpObject['operations'] = {},
): HttpObject {
  return listOf(
    {
      title,
      path: `/instance/v1/zones/{parent.zone}/${name}`,
      docs: 'instances',
      recordsPath: name,
      key: ['zone', 'id'],
      schema,
      query: { organization: '{config.organization_id}' },
      paginate: { ...paginate, sizeParameter: 'per_page' },
      parents: { from: { kind: 'values', values: zones }, key: 'zone' },
    },
    operations,
  );
}

function writtenIn(name: string, member: string): HttpObject['operations'] {
  const path = `/instance/v1/zones/{zone}/${name}`;
  const find = {
    path,
    query: { name: '{name}' },
    recordsPath: name,
    idPath: 'id',
    paginate: { ...paginate, sizeParameter: 'per_page' },
    ...careful,
  };
  return {
    create: findOrCreate(`POST ${path}`, { find, targetIdPath: `${member}.id` }),
    ...writesAt({ path, only: ['update', 'delete'] }),
  };
}

const users = '/iam/v1alpha1/users';

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    {
      title: 'Users',
      path: users,
      docs: 'iam',
      recordsPath: 'users',
      schema: schemas.User,
      query: { ...ofOrganization, order_by: 'created_at_asc' },
      find: true,
    },
    {
      create: nonIdempotent(creation(users, ['email', 'tags', 'member']), { targetIdPath: 'id' }),
      ...writesAt({ path: users, only: ['update', 'delete'] }),
    },
  ),
  groups: managed({
    title: 'Groups',
    name: 'groups',
    recordsPath: 'groups',
    schema: schemas.Group,
    members: ['name', 'description', 'tags'],
  }),
  group_memberships: objectOf(
    { title: 'Memberships of users in groups', docs: 'iam', key: ['group_id', 'user_id'], schema: schemas.Membership },
    { upsert: membership('add-member'), delete: membership('remove-member') },
  ),
  applications: managed({
    title: 'Applications',
    name: 'applications',
    recordsPath: 'applications',
    schema: schemas.Application,
    members: ['name', 'description', 'tags'],
  }),
  policies: managed({
    title: 'Policies',
    name: 'policies',
    recordsPath: 'policies',
    schema: schemas.Policy,
    members: ['name', 'description', 'rules', 'tags', 'user_id', 'group_id', 'application_id', 'no_principal'],
    parameter: 'policy_name',
  }),
  api_keys: listOf(
    {
      title: 'API keys',
      path: '/iam/v1alpha1/api-keys',
      docs: 'iam',
      recordsPath: 'api_keys',
      key: 'access_key',
      schema: schemas.ApiKey,
      query: { ...ofOrganization, order_by: 'created_at_asc' },
      find: true,
    },
    writesAt({ path: '/iam/v1alpha1/api-keys', id: 'access_key', only: ['update', 'delete'] }),
  ),
  ssh_keys: listOf(
    {
      title: 'SSH keys',
      path: '/iam/v1alpha1/ssh-keys',
      docs: 'iam',
      recordsPath: 'ssh_keys',
      schema: schemas.SshKey,
      query: { ...ofOrganization, order_by: 'created_at_asc' },
      find: true,
    },
    writesAt({ path: '/iam/v1alpha1/ssh-keys', only: ['create', 'update', 'delete'] }),
  ),
  logs: listOf({
    title: 'IAM logs',
    path: '/iam/v1alpha1/logs',
    docs: 'iam',
    recordsPath: 'logs',
    schema: schemas.Log,
    query: { ...ofOrganization, order_by: 'created_at_asc' },
    incremental: { kind: 'server_filter', parameter: 'created_after', orderedBy: 'created_at' },
  }),
  servers: ofZones({ title: 'Instances', name: 'servers', schema: schemas.Server }, writtenIn('servers', 'server')),
  volumes: ofZones({ title: 'Volumes', name: 'volumes', schema: schemas.Volume }),
  ips: ofZones({ title: 'Flexible IPs', name: 'ips', schema: schemas.Address }),
  security_groups: ofZones(
    { title: 'Security groups', name: 'security_groups', schema: schemas.SecurityGroup },
    writtenIn('security_groups', 'security_group'),
  ),
};
