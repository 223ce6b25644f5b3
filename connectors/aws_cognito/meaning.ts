import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const api = 'https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference';
const guide = 'https://docs.aws.amazon.com/cognito/latest/developerguide';
const permissions =
  'https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoncognitouserpools.html';

const allowed = (read: readonly string[], write: readonly string[] = []): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: {
    ...(read.length === 0 ? {} : { read: read.map((action) => `cognito-idp:${action}`) }),
    ...(write.length === 0 ? {} : { write: write.map((action) => `cognito-idp:${action}`) }),
    page: permissions,
  },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: `${api}/API_ListUsers.html` },
    listing: { leavesOut: [], paging: 'cursor', page: `${api}/API_ListUsers.html` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${api}/API_AdminDeleteUser.html` },
    identity: { none: 'Ids are given by Cognito.', page: `${api}/Welcome.html` },
    filter: { none: 'Records are asked for by their names.', page: `${api}/API_AdminGetUser.html` },
    lag: { none: 'Nothing is looked up before it is written.', page: `${api}/Welcome.html` },
    ceilings: { pageSize: 60, page: `${api}/API_ListUsers.html` },
    login: {
      answers: [
        { status: 400, body: { __type: 'UnrecognizedClientException' }, kind: 'auth_invalid' },
        { status: 400, body: { __type: 'ExpiredTokenException' }, kind: 'auth_expired' },
        { status: 400, body: { __type: 'AccessDeniedException' }, kind: 'permission' },
        { status: 400, body: { __type: 'NotAuthorizedException' }, kind: 'permission' },
        { status: 400, body: { __type: 'TooManyRequestsException' }, kind: 'rate_limited' },
      ],
      page: 'https://github.com/aws/aws-sdk-php/issues/2444',
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${api}/CommonErrors.html` },
  },
  objects: {
    users: {
      // The default; in a pool that ignores case, a name that differs in case only is refused as a conflict.
      identity: {
        field: 'Username',
        unique: true,
        ignoresCase: false,
        page: `${api}/API_UsernameConfigurationType.html`,
      },
      lag: {
        none: 'Lists alone follow writes late; what exists is to be asked of AdminGetUser.',
        page: `${api}/API_ListUsers.html`,
      },
      ...allowed(['ListUsers'], ['AdminGetUser', 'AdminCreateUser', 'AdminUpdateUserAttributes', 'AdminDeleteUser']),
    },
    disabled_users: allowed([], ['AdminDisableUser', 'AdminEnableUser']),
    groups: {
      identity: caseNotIn('GroupName', { unique: true }, `${api}/API_ListGroups.html`),
      lag: lagNotIn(`${api}/API_ListGroups.html`),
      ...allowed(['ListGroups'], ['CreateGroup', 'UpdateGroup', 'DeleteGroup']),
    },
    group_members: {
      ...allowed(['ListGroups', 'ListUsersInGroup'], ['AdminAddUserToGroup', 'AdminRemoveUserFromGroup']),
    },
    app_clients: allowed(['ListUserPoolClients']),
    identity_providers: {
      deletes: {
        seen: 'absence',
        how: 'Deleted providers are no longer listed.',
        page: `${guide}/cognito-user-pools-identity-provider.html`,
      },
      ...allowed(['ListIdentityProviders']),
    },
  },
};
