import type { GivenPages, GivenRequest } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { awsAction } from '../kit/presets/aws.ts';
import { type Pages, restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, objectOf, pagesOf } = restApi({
  docs: (action) => `https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_${action}.html`,
});

/** An action in the user pool. */
export function asks(action: string, given: Pick<GivenRequest, 'body' | 'bodyFields'> = {}): GivenRequest {
  return awsAction(`AWSCognitoIdentityProviderService.${action}`, {
    ...given,
    bodyFields: { UserPoolId: '{config.user_pool_id}', ...given.bodyFields },
  });
}

const token = (name: string, size: string): GivenPages['paginate'] => ({
  kind: 'cursor',
  in: 'body',
  parameter: name,
  path: name,
  sizeParameter: size,
  // At most. @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html
  pageSize: 60,
});

const users = token('PaginationToken', 'Limit');
const limited = token('NextToken', 'Limit');

const list = (action: string, recordsPath: string, paginate: GivenPages['paginate'], fields = {}) =>
  ({
    path: '/',
    request: asks(action, { bodyFields: fields }),
    format: { kind: 'json', recordsPath, optional: true },
    paginate,
  }) as const satisfies Pages;

/** Sends these fields of a record. */
const send = (action: string, fields: Record<string, string>): GivenRequest => asks(action, { bodyFields: fields });

const user = findOrCreate(
  send('AdminCreateUser', {
    Username: '{Username}',
    UserAttributes: '{Attributes}',
    TemporaryPassword: '{TemporaryPassword}',
    MessageAction: '{MessageAction}',
    DesiredDeliveryMediums: '{DesiredDeliveryMediums}',
  }),
  {
    find: {
      path: '/',
      // Lists follow writes late. A user who is asked for so counts as active in the month.
      // @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html
      // @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminGetUser.html
      request: asks('AdminGetUser', { bodyFields: { Username: '{Username}' } }),
      recordsPath: '$',
      idPath: 'Username',
      notFoundIsAbsent: true,
      adoptsConflict: true,
    },
    update: send('AdminUpdateUserAttributes', { Username: '{$target_id}', UserAttributes: '{Attributes}' }),
    targetIdPath: 'User.Username',
    schema: schemas.NewUser,
  },
);

const group = {
  GroupName: '{GroupName}',
  Description: '{Description}',
  RoleArn: '{RoleArn}',
  Precedence: '{Precedence}',
};

const membership = { Username: '{Username}', GroupName: '{GroupName}' };

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    { title: 'Users', docs: 'ListUsers', key: 'Username', schema: schemas.User, ...list('ListUsers', 'Users', users) },
    {
      create: user,
      update: user,
      upsert: user,
      delete: idempotent(send('AdminDeleteUser', { Username: '{Username}' }), { schema: schemas.UserName }),
    },
  ),
  disabled_users: objectOf(
    { title: 'Disabled users', docs: 'AdminDisableUser', key: 'Username' },
    {
      upsert: idempotent(send('AdminDisableUser', { Username: '{Username}' }), { schema: schemas.UserName }),
      delete: idempotent(send('AdminEnableUser', { Username: '{Username}' }), {
        schema: schemas.UserName,
        effect: 'reversible',
      }),
    },
  ),
  groups: listOf(
    {
      title: 'Groups',
      docs: 'ListGroups',
      key: 'GroupName',
      schema: schemas.Group,
      ...list('ListGroups', 'Groups', limited),
    },
    {
      create: findOrCreate(send('CreateGroup', group), {
        find: {
          path: '/',
          request: asks('ListGroups'),
          recordsPath: 'Groups',
          optional: true,
          idPath: 'GroupName',
          paginate: limited,
          ignoresCase: 'undocumented',
          searchLagMs: 'undocumented',
          adoptsConflict: true,
        },
        targetIdPath: 'Group.GroupName',
      }),
      update: idempotent(send('UpdateGroup', group)),
      delete: idempotent(send('DeleteGroup', { GroupName: '{GroupName}' })),
    },
  ),
  group_members: listOf(
    {
      title: 'Members of groups',
      docs: 'ListUsersInGroup',
      key: ['GroupName', 'Username'],
      schema: schemas.GroupMember,
      ...list('ListUsersInGroup', 'Users', limited, { GroupName: '{parent.GroupName}' }),
      parents: {
        from: pagesOf(list('ListGroups', 'Groups', limited)),
        key: 'GroupName',
        copy: { GroupName: 'GroupName' },
      },
    },
    {
      upsert: idempotent(send('AdminAddUserToGroup', membership), { schema: schemas.Membership }),
      delete: idempotent(send('AdminRemoveUserFromGroup', membership), {
        schema: schemas.Membership,
        effect: 'reversible',
      }),
    },
  ),
  app_clients: listOf({
    title: 'App clients',
    docs: 'ListUserPoolClients',
    key: 'ClientId',
    schema: schemas.AppClient,
    ...list('ListUserPoolClients', 'UserPoolClients', token('NextToken', 'MaxResults')),
  }),
  identity_providers: listOf({
    title: 'Identity providers',
    docs: 'ListIdentityProviders',
    key: 'ProviderName',
    schema: schemas.IdentityProvider,
    ...list('ListIdentityProviders', 'Providers', token('NextToken', 'MaxResults')),
  }),
};
