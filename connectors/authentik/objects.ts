import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { type Collection, idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** 100 at most by default. @see https://docs.goauthentik.io/install-config/configuration/#web */
const paginate = {
  kind: 'page',
  parameter: 'page',
  sizeParameter: 'page_size',
  pageSize: 100,
  totalPagesPath: 'pagination.total_pages',
} as const;

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://api.goauthentik.io/reference/${page}/`,
  key: 'pk',
  records: { recordsPath: 'results' },
  paginate,
});

/** Addresses end with a slash. */
const writesOf = (path: string, more: Partial<Collection> = {}): HttpObject['operations'] => {
  const id = more.id ?? 'pk';
  return writesAt({ path, id, record: `${path}{${id}}/`, ...more });
};

/** Found by a parameter of the field's name, which compares whole values. */
const by = (path: string, field: string) => ({
  find: { path, query: { [field]: `{${field}}` }, recordsPath: 'results', paginate },
});

const groups = pagesOf({ path: '/core/groups/', query: { ordering: 'name', include_users: 'false' } });

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    {
      title: 'Users',
      path: '/core/users/',
      docs: 'core-users-list',
      query: { ordering: 'pk' },
      schema: schemas.User,
      incremental: { kind: 'server_filter', parameter: 'last_updated__gt' },
      find: '/core/users/{value}/',
    },
    writesOf('/core/users/', by('/core/users/', 'username')),
  ),
  groups: listOf(
    {
      title: 'Groups',
      path: '/core/groups/',
      docs: 'core-groups-list',
      query: { ordering: 'name', include_users: 'false' },
      schema: schemas.Group,
      find: '/core/groups/{value}/',
    },
    writesOf('/core/groups/', by('/core/groups/', 'name')),
  ),
  group_members: listOf(
    {
      title: 'Group members',
      path: '/core/users/',
      docs: 'core-groups-add-user-create',
      key: ['group_uuid', 'pk'],
      query: { ordering: 'pk', groups_by_pk: '{parent.pk}' },
      schema: schemas.GroupMember,
      parents: { from: groups, key: 'pk', copy: { group_uuid: 'pk' } },
    },
    {
      upsert: idempotent({ method: 'POST', path: '/core/groups/{group_uuid}/add_user/', bodyFields: { pk: '{pk}' } }),
      delete: idempotent(
        { method: 'POST', path: '/core/groups/{group_uuid}/remove_user/', bodyFields: { pk: '{pk}' } },
        { effect: 'reversible' },
      ),
    },
  ),
  roles: listOf(
    {
      title: 'Roles',
      path: '/rbac/roles/',
      docs: 'rbac-roles-list',
      query: { ordering: 'name' },
      schema: schemas.Role,
      find: '/rbac/roles/{value}/',
    },
    writesOf('/rbac/roles/', by('/rbac/roles/', 'name')),
  ),
  applications: listOf(
    {
      title: 'Applications',
      path: '/core/applications/',
      docs: 'core-applications-list',
      key: 'slug',
      // Without it, only applications that the token's own user may open.
      query: { ordering: 'slug', superuser_full_list: 'true' },
      schema: schemas.Application,
      find: '/core/applications/{value}/',
    },
    writesOf('/core/applications/', { id: 'slug', keepsKey: ['slug'] }),
  ),
  providers: listOf({
    title: 'Providers',
    path: '/providers/all/',
    docs: 'providers-all-list',
    query: { ordering: 'name' },
    schema: schemas.Provider,
    find: '/providers/all/{value}/',
  }),
  sources: listOf({
    title: 'Sources',
    path: '/sources/all/',
    docs: 'sources-all-list',
    key: 'slug',
    query: { ordering: 'slug' },
    schema: schemas.Source,
    find: '/sources/all/{value}/',
  }),
  tokens: listOf(
    {
      title: 'Tokens',
      path: '/core/tokens/',
      docs: 'core-tokens-list',
      key: 'identifier',
      query: { ordering: 'identifier' },
      schema: schemas.Token,
      find: '/core/tokens/{value}/',
    },
    writesOf('/core/tokens/', { id: 'identifier', keepsKey: ['identifier'] }),
  ),
  sessions: listOf(
    {
      title: 'Sessions',
      path: '/core/authenticated_sessions/',
      docs: 'core-authenticated-sessions-list',
      key: 'uuid',
      schema: schemas.Session,
      find: '/core/authenticated_sessions/{value}/',
    },
    writesOf('/core/authenticated_sessions/', { id: 'uuid', only: ['delete'] }),
  ),
  brands: listOf(
    {
      title: 'Brands',
      path: '/core/brands/',
      docs: 'core-brands-list',
      key: 'brand_uuid',
      query: { ordering: 'domain' },
      schema: schemas.Brand,
    },
    writesOf('/core/brands/', { id: 'brand_uuid', ...by('/core/brands/', 'domain') }),
  ),
  flows: listOf({
    title: 'Flows',
    path: '/flows/instances/',
    docs: 'flows-instances-list',
    query: { ordering: 'slug' },
    schema: schemas.Flow,
  }),
  policies: listOf({
    title: 'Policies',
    path: '/policies/all/',
    docs: 'policies-all-list',
    query: { ordering: 'name' },
    schema: schemas.Policy,
    find: '/policies/all/{value}/',
  }),
  outposts: listOf({
    title: 'Outposts',
    path: '/outposts/instances/',
    docs: 'outposts-instances-list',
    query: { ordering: 'name' },
    schema: schemas.Outpost,
    find: '/outposts/instances/{value}/',
  }),
  certificates: listOf({
    title: 'Certificate-key pairs',
    path: '/crypto/certificatekeypairs/',
    docs: 'crypto-certificatekeypairs-list',
    query: { ordering: 'name' },
    schema: schemas.Certificate,
    find: '/crypto/certificatekeypairs/{value}/',
  }),
  invitations: listOf(
    {
      title: 'Invitations',
      path: '/stages/invitation/invitations/',
      docs: 'stages-invitation-invitations-list',
      query: { ordering: 'name' },
      schema: schemas.Invitation,
      find: '/stages/invitation/invitations/{value}/',
    },
    writesOf('/stages/invitation/invitations/'),
  ),
  events: listOf({
    title: 'Events',
    path: '/events/events/',
    docs: 'events-events-list',
    // Events that are added during a read come last.
    query: { ordering: 'created' },
    schema: schemas.Event,
    find: '/events/events/{value}/',
  }),
};
