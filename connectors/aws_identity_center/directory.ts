import type { GivenPages, GivenRequest } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { awsAction } from '../kit/presets/aws.ts';
import { type Pages, restApi } from '../kit/rest.ts';
import { type Find, findOrCreate, idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** People and groups of the identity store. @see https://docs.aws.amazon.com/singlesignon/latest/IdentityStoreAPIReference/welcome.html */

const { listOf, pagesOf } = restApi({
  docs: (action) => `https://docs.aws.amazon.com/singlesignon/latest/IdentityStoreAPIReference/API_${action}.html`,
});

/** An action in the identity store. */
export function inStore(action: string, given: Pick<GivenRequest, 'body' | 'bodyFields'> = {}): GivenRequest {
  return awsAction(`AWSIdentityStore.${action}`, {
    ...given,
    bodyFields: { IdentityStoreId: '{config.identity_store_id}', ...given.bodyFields },
  });
}

/** 100 at most. @see https://docs.aws.amazon.com/singlesignon/latest/IdentityStoreAPIReference/API_ListUsers.html */
const paginate: GivenPages['paginate'] = {
  kind: 'cursor',
  in: 'body',
  parameter: 'NextToken',
  path: 'NextToken',
  sizeParameter: 'MaxResults',
  pageSize: 100,
};

export const usersOf: Pages = { path: '/', request: inStore('ListUsers'), recordsPath: 'Users', paginate };
export const groupsOf: Pages = { path: '/', request: inStore('ListGroups'), recordsPath: 'Groups', paginate };

const send = (action: string, fields: Record<string, string>): GivenRequest => inStore(action, { bodyFields: fields });

/** Looks a record up by a unique attribute, which the list filters by exactly. */
const by = (action: string, list: string, attribute: string, id: string): Find => ({
  path: '/',
  request: inStore(action, {
    body: { Filters: [{ AttributePath: attribute }] },
    bodyFields: { 'Filters[0].AttributeValue': `{${attribute}}` },
  }),
  recordsPath: list,
  idPath: id,
  paginate,
  ignoresCase: 'undocumented',
  searchLagMs: 'undocumented',
  adoptsConflict: true,
});

export const directory: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    { title: 'Users', docs: 'ListUsers', key: 'UserId', schema: schemas.User, ...usersOf },
    {
      create: findOrCreate(inStore('CreateUser', { bodyFields: schemas.newUserFields }), {
        find: by('ListUsers', 'Users', 'UserName', 'UserId'),
        targetIdPath: 'UserId',
        schema: schemas.NewUser,
      }),
      delete: idempotent(send('DeleteUser', { UserId: '{UserId}' }), { schema: schemas.UserId }),
    },
  ),
  groups: listOf(
    { title: 'Groups', docs: 'ListGroups', key: 'GroupId', schema: schemas.Group, ...groupsOf },
    {
      create: findOrCreate(send('CreateGroup', { DisplayName: '{DisplayName}', Description: '{Description}' }), {
        find: by('ListGroups', 'Groups', 'DisplayName', 'GroupId'),
        targetIdPath: 'GroupId',
        schema: schemas.NewGroup,
      }),
      delete: idempotent(send('DeleteGroup', { GroupId: '{GroupId}' }), { schema: schemas.GroupId }),
    },
  ),
  group_memberships: listOf(
    {
      title: 'Group memberships',
      docs: 'ListGroupMemberships',
      key: 'MembershipId',
      path: '/',
      request: send('ListGroupMemberships', { GroupId: '{parent.GroupId}' }),
      recordsPath: 'GroupMemberships',
      paginate,
      schema: schemas.Membership,
      parents: { from: pagesOf(groupsOf), key: 'GroupId' },
    },
    {
      create: nonIdempotent(
        send('CreateGroupMembership', { GroupId: '{GroupId}', MemberId: '{MemberId}' }),
        // Nobody is a member twice. @see https://docs.aws.amazon.com/singlesignon/latest/IdentityStoreAPIReference/API_CreateGroupMembership.html
        { targetIdPath: 'MembershipId', schema: schemas.NewMembership },
      ),
      delete: idempotent(send('DeleteGroupMembership', { MembershipId: '{MembershipId}' }), {
        schema: schemas.MembershipId,
        effect: 'reversible',
      }),
    },
  ),
};
