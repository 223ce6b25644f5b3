import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://workos.com/docs/reference/${page}`,
  records: { recordsPath: 'data' },
  // 100 at most. @see https://workos.com/docs/reference/pagination
  paginate: { kind: 'cursor', parameter: 'after', path: 'list_metadata.after', sizeParameter: 'limit', pageSize: 100 },
});

/** Oldest first, so that records that are added during a read come last. */
const query = { order: 'asc' };

const ofDirectories = {
  parents: { from: pagesOf({ path: '/directories', query }), key: 'id', copy: { directory_id: 'id' } },
  key: ['directory_id', 'id'],
  query: { ...query, directory: '{parent.id}' },
};
const ofOrganizations = {
  parents: { from: pagesOf({ path: '/organizations', query }), key: 'id', copy: { organization_id: 'id' } },
  key: ['organization_id', 'id'],
};

/** Roles and permissions are known by slugs, which never change. */
const bySlug = (path: string) => {
  const find = { path: `${path}/{slug}`, recordsPath: '$', idPath: 'slug' };
  const update = `PATCH ${path}/{slug}` as const;
  const write = findOrCreate(`POST ${path}`, { find, update, targetIdPath: 'slug' });
  return { create: write, upsert: write, update: idempotent(`PATCH ${path}/{slug}`) };
};

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    {
      title: 'Users',
      path: '/user_management/users',
      docs: 'authkit/user',
      query,
      schema: schemas.User,
      find: true,
    },
    writesAt({
      path: '/user_management/users',
      method: 'PUT',
      find: {
        path: '/user_management/users',
        query: { email: '{email}' },
        recordsPath: 'data',
        // @see https://github.com/workos/emulate/blob/main/README.md
        ignoresCase: true,
      },
    }),
  ),
  organizations: listOf(
    {
      title: 'Organizations',
      path: '/organizations',
      docs: 'organization',
      query,
      schema: schemas.Organization,
      find: true,
    },
    writesAt({
      path: '/organizations',
      method: 'PUT',
      find: { path: '/organizations/external_id/{external_id}', recordsPath: '$' },
    }),
  ),
  organization_memberships: listOf(
    {
      title: 'Organization memberships',
      path: '/user_management/organization_memberships',
      docs: 'authkit/organization-membership',
      schema: schemas.Membership,
      ...ofOrganizations,
      // Without it, only those that are active.
      query: { ...query, organization_id: '{parent.id}', statuses: 'active,inactive,pending' },
    },
    writesAt({ path: '/user_management/organization_memberships', only: ['create', 'delete'] }),
  ),
  groups: listOf(
    {
      title: 'Organization groups',
      path: '/organizations/{parent.id}/groups',
      docs: 'groups',
      query,
      schema: schemas.Group,
      ...ofOrganizations,
    },
    writesAt({ path: '/organizations/{organization_id}/groups', only: ['create', 'update', 'delete'] }),
  ),
  invitations: listOf(
    {
      title: 'Invitations',
      path: '/user_management/invitations',
      docs: 'authkit/invitation',
      query,
      schema: schemas.Invitation,
      find: true,
    },
    writesAt({ path: '/user_management/invitations', only: ['create'] }),
  ),
  roles: listOf(
    {
      title: 'Roles',
      path: '/authorization/roles',
      docs: 'roles/role',
      key: 'slug',
      schema: schemas.Role,
      paginate: { kind: 'none' },
      find: true,
    },
    bySlug('/authorization/roles'),
  ),
  permissions: listOf(
    {
      title: 'Permissions',
      path: '/authorization/permissions',
      docs: 'roles/permission',
      key: 'slug',
      query,
      schema: schemas.Permission,
      find: true,
    },
    { ...bySlug('/authorization/permissions'), delete: idempotent('DELETE /authorization/permissions/{slug}') },
  ),
  connections: listOf(
    {
      title: 'SSO connections',
      path: '/connections',
      docs: 'sso/connection',
      query,
      schema: schemas.Connection,
      find: true,
    },
    writesAt({ path: '/connections', only: ['delete'] }),
  ),
  directories: listOf(
    {
      title: 'Directories',
      path: '/directories',
      docs: 'directory-sync/directory',
      query,
      schema: schemas.Directory,
      find: true,
    },
    writesAt({ path: '/directories', only: ['delete'] }),
  ),
  directory_users: listOf({
    title: 'Directory users',
    path: '/directory_users',
    docs: 'directory-sync/directory-user',
    schema: schemas.DirectoryUser,
    ...ofDirectories,
  }),
  directory_groups: listOf({
    title: 'Directory groups',
    path: '/directory_groups',
    docs: 'directory-sync/directory-group',
    schema: schemas.DirectoryGroup,
    ...ofDirectories,
  }),
};
