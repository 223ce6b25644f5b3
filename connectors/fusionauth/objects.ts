import type { GivenPages } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { type Pages, restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({ docs: (page) => `https://fusionauth.io/docs/apis/${page}` });

/** Rows are counted off. @see https://fusionauth.io/docs/apis/groups#search-for-groups */
const paginate: GivenPages['paginate'] = {
  kind: 'offset',
  in: 'body',
  parameter: 'search.startRow',
  sizeParameter: 'search.numberOfResults',
  pageSize: 500,
  totalPath: 'total',
};

/** A search that takes all, in the order of `orderBy`. */
const searched = (path: string, recordsPath: string, orderBy: string) =>
  ({
    path,
    recordsPath,
    paginate,
    request: { method: 'POST', body: { search: { orderBy } } },
  }) as const satisfies Pages;

/**
 * Users, in the order of their ids. The total counts to 10,000 only, so that pages are read until one is empty: behind
 * row 10,000, a server with a search engine of its own refuses.
 *
 * @see https://fusionauth.io/docs/lifecycle/manage-users/search/user-search-with-elasticsearch#extended-pagination
 */
const allUsers = {
  path: '/api/user/search',
  recordsPath: 'users',
  request: {
    method: 'POST',
    body: { search: { queryString: '*', accurateTotal: true, sortFields: [{ name: 'id', order: 'asc' }] } },
  },
  paginate: {
    kind: 'offset',
    in: 'body',
    parameter: 'search.startRow',
    sizeParameter: 'search.numberOfResults',
    pageSize: 500,
  },
} as const satisfies Pages;

const record = (name: string): { bodyFields: Record<string, string> } => ({ bodyFields: { [name]: '{$record}' } });

const registration = findOrCreate(
  { method: 'POST', path: '/api/user/registration/{userId}', ...record('registration') },
  {
    find: { path: '/api/user/registration/{userId}/{applicationId}', recordsPath: 'registration', idPath: 'id' },
    update: { method: 'PATCH', path: '/api/user/registration/{userId}', ...record('registration') },
    targetIdPath: 'registration.id',
  },
);

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    { title: 'Users', docs: 'users', schema: schemas.User, ...allUsers },
    writesAt({
      path: '/api/user',
      member: 'user',
      only: ['create', 'update', 'delete'],
      // Without `hardDelete`, a user is deactivated. @see https://fusionauth.io/docs/apis/users#delete-a-user
      remove: { effect: 'reversible' },
    }),
  ),
  registrations: listOf(
    {
      title: 'Registrations',
      docs: 'registrations',
      key: ['userId', 'applicationId'],
      schema: schemas.Registration,
      ...allUsers,
      extract: { expand: { path: 'registrations', copy: { userId: 'id' } } },
    },
    {
      create: registration,
      update: registration,
      upsert: registration,
      delete: idempotent('DELETE /api/user/registration/{userId}/{applicationId}'),
    },
  ),
  groups: listOf(
    {
      title: 'Groups',
      docs: 'groups',
      schema: schemas.Group,
      ...searched('/api/group/search', 'groups', 'id ASC'),
    },
    writesAt({
      path: '/api/group',
      member: 'group',
      find: {
        path: '/api/group/search',
        request: { method: 'POST', bodyFields: { 'search.name': '{name}' } },
        recordsPath: 'groups',
        idPath: 'id',
        paginate,
      },
    }),
  ),
  group_members: listOf({
    title: 'Members of groups',
    docs: 'groups#search-for-group-members',
    schema: schemas.GroupMember,
    ...searched('/api/group/member/search', 'members', 'id ASC'),
  }),
  applications: listOf(
    {
      title: 'Applications',
      docs: 'applications',
      schema: schemas.Application,
      ...searched('/api/application/search', 'applications', 'id ASC'),
    },
    writesAt({ path: '/api/application', member: 'application', only: ['create', 'update', 'delete'] }),
  ),
  tenants: listOf({
    title: 'Tenants',
    docs: 'tenants',
    schema: schemas.Tenant,
    ...searched('/api/tenant/search', 'tenants', 'id ASC'),
  }),
  identity_providers: listOf({
    title: 'Identity providers',
    docs: 'identity-providers/',
    schema: schemas.IdentityProvider,
    ...searched('/api/identity-provider/search', 'identityProviders', 'id ASC'),
  }),
  audit_logs: listOf({
    title: 'Audit logs',
    docs: 'audit-logs',
    schema: schemas.AuditLog,
    ...searched('/api/system/audit-log/search', 'auditLogs', 'insertInstant ASC'),
    incremental: {
      kind: 'server_filter',
      parameter: 'search.start',
      in: 'body',
      format: 'epoch_ms',
      orderedBy: 'insertInstant',
    },
  }),
};
