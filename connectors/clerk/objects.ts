import { filter } from '../kit/filters/filter-text.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

// 500 at most. @see https://clerk.com/docs/reference/backend-api
const paged = { kind: 'offset', parameter: 'offset', sizeParameter: 'limit', pageSize: 500 } as const;

const { listOf } = restApi({
  docs: (page) => `https://clerk.com/docs/reference/backend-api/tag/${page}`,
  records: { recordsPath: 'data' },
  paginate: { ...paged, totalPath: 'total_count' },
});

/** Oldest first, so that records that are added during a read come last. */
const query = { order_by: '+created_at' };

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    {
      title: 'Users',
      path: '/users',
      docs: 'users',
      query,
      recordsPath: '$',
      paginate: paged,
      schema: schemas.User,
      find: true,
    },
    {
      create: findOrCreate('POST /users', {
        // A sign before an id includes or excludes it: without one, an id that begins with a sign is taken for another.
        find: {
          path: '/users',
          query: { external_id: filter('+{external_id|plain}') },
          recordsPath: '$',
          ignoresCase: 'undocumented',
          searchLagMs: 'undocumented',
        },
        targetIdPath: 'id',
      }),
      update: idempotent('PATCH /users/{id}'),
      delete: idempotent('DELETE /users/{id}'),
    },
  ),
  organizations: listOf(
    {
      title: 'Organizations',
      path: '/organizations',
      docs: 'organizations',
      query,
      schema: schemas.Organization,
      find: true,
    },
    writesAt({ path: '/organizations' }),
  ),
  organization_memberships: listOf({
    title: 'Organization memberships',
    path: '/organization_memberships',
    docs: 'organization-memberships',
    query,
    schema: schemas.Membership,
  }),
  organization_invitations: listOf({
    title: 'Organization invitations',
    path: '/organization_invitations',
    docs: 'organization-invitations',
    query,
    schema: schemas.OrganizationInvitation,
  }),
  organization_roles: listOf(
    {
      title: 'Organization roles',
      path: '/organization_roles',
      docs: 'organization-roles',
      query,
      schema: schemas.Role,
    },
    writesAt({ path: '/organization_roles', only: ['create'] }),
  ),
  organization_permissions: listOf(
    {
      title: 'Organization permissions',
      path: '/organization_permissions',
      docs: 'organization-permissions',
      query,
      schema: schemas.Permission,
    },
    writesAt({ path: '/organization_permissions', only: ['create'] }),
  ),
  invitations: listOf(
    {
      title: 'Invitations',
      path: '/invitations',
      docs: 'invitations',
      query,
      recordsPath: '$',
      paginate: paged,
      schema: schemas.Invitation,
    },
    writesAt({ path: '/invitations', only: ['create'] }),
  ),
  oauth_applications: listOf({
    title: 'OAuth applications',
    path: '/oauth_applications',
    docs: 'oauth-applications',
    query,
    schema: schemas.OauthApplication,
  }),
  domains: listOf({
    title: 'Domains',
    path: '/domains',
    docs: 'domains',
    paginate: { kind: 'none' },
    schema: schemas.Domain,
  }),
};
