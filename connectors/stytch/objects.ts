import type { GivenPages } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { type Pages, restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, pagesOf } = restApi({ docs: (page) => `https://stytch.com/docs/api-reference/${page}` });

/** 1000 at most. @see https://stytch.com/docs/api-reference/b2b/api/members/search-members */
const paginate: GivenPages['paginate'] = {
  kind: 'cursor',
  in: 'body',
  parameter: 'cursor',
  path: 'results_metadata.next_cursor',
  sizeParameter: 'limit',
  pageSize: 1000,
};

const search = (path: string, recordsPath: string) =>
  ({ path, request: { method: 'POST' }, recordsPath, paginate }) as const satisfies Pages;

/** The one filter of a search. */
const only = (name: string) => ({ query: { operator: 'AND', operands: [{ filter_name: name }] } });

const organizations = search('/v1/b2b/organizations/search', 'organizations');

const members = '/v1/b2b/organizations/{organization_id}/members';

const member = findOrCreate(`POST ${members}`, {
  find: {
    path: '/v1/b2b/organizations/members/search',
    request: {
      method: 'POST',
      body: only('member_emails'),
      bodyFields: {
        'organization_ids[0]': '{organization_id}',
        'query.operands[0].filter_value[0]': '{email_address}',
      },
    },
    recordsPath: 'members',
    idPath: 'member_id',
    paginate,
    ignoresCase: 'undocumented',
    searchLagMs: 'undocumented',
    adoptsConflict: true,
  },
  update: `PUT ${members}/{$target_id}`,
  targetIdPath: 'member_id',
});

export const objects: Readonly<Record<string, HttpObject>> = {
  organizations: listOf(
    {
      title: 'Organizations (B2B)',
      docs: 'b2b/api/organizations/search-organizations',
      key: 'organization_id',
      schema: schemas.Organization,
      ...organizations,
    },
    writesAt({
      path: '/v1/b2b/organizations',
      id: 'organization_id',
      method: 'PUT',
      targetIdPath: 'organization.organization_id',
      find: {
        path: '/v1/b2b/organizations/search',
        request: {
          method: 'POST',
          body: only('organization_slugs'),
          bodyFields: { 'query.operands[0].filter_value[0]': '{organization_slug}' },
        },
        recordsPath: 'organizations',
        idPath: 'organization_id',
        paginate,
        ignoresCase: 'undocumented',
        searchLagMs: 'undocumented',
        adoptsConflict: true,
      },
    }),
  ),
  members: listOf(
    {
      title: 'Members (B2B)',
      docs: 'b2b/api/members/search-members',
      key: ['organization_id', 'member_id'],
      schema: schemas.Member,
      path: '/v1/b2b/organizations/members/search',
      request: { method: 'POST', bodyFields: { 'organization_ids[0]': '{parent.organization_id}' } },
      recordsPath: 'members',
      paginate,
      parents: { from: pagesOf(organizations), key: 'organization_id' },
    },
    {
      create: member,
      upsert: member,
      update: idempotent(`PUT ${members}/{member_id}`),
      delete: idempotent(`DELETE ${members}/{member_id}`),
    },
  ),
  users: listOf(
    {
      title: 'Users (consumer)',
      docs: 'consumer/api/users/search-users',
      key: 'user_id',
      schema: schemas.User,
      ...search('/v1/users/search', 'results'),
    },
    // An e-mail address is unique, so a duplicate is refused.
    writesAt({ path: '/v1/users', id: 'user_id', method: 'PUT', only: ['create', 'update', 'delete'] }),
  ),
};
