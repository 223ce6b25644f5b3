import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const store = 'https://docs.aws.amazon.com/singlesignon/latest/IdentityStoreAPIReference';
const sso = 'https://docs.aws.amazon.com/singlesignon/latest/APIReference';
const permissions = 'https://docs.aws.amazon.com/service-authorization/latest/reference';

const inStore = (read: readonly string[], ...write: readonly string[]): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read, write, page: `${permissions}/list_awsidentitystore.html` },
});

const inSso = (read: readonly string[], write: readonly string[] = []): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read, ...(write.length === 0 ? {} : { write }), page: `${permissions}/list_awsiamidentitycenter.html` },
});

const assigns = ['sso:CreateAccountAssignment', 'sso:DeleteAccountAssignment'];

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: `${store}/API_ListUsers.html` },
    listing: { leavesOut: [], paging: 'cursor', page: `${store}/API_ListUsers.html` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${store}/API_DeleteUser.html` },
    identity: { none: 'Ids are given by IAM Identity Center.', page: `${store}/welcome.html` },
    filter: { none: 'Values are members of their own.', page: `${store}/API_Filter.html` },
    lag: { none: 'Nothing is looked up before it is written.', page: `${sso}/welcome.html` },
    ceilings: { pageSize: 100, page: `${store}/API_ListUsers.html` },
    login: {
      answers: [
        { status: 400, body: { __type: 'UnrecognizedClientException' }, kind: 'auth_invalid' },
        { status: 400, body: { __type: 'ExpiredTokenException' }, kind: 'auth_expired' },
        { status: 400, body: { __type: 'AccessDeniedException' }, kind: 'permission' },
        { status: 400, body: { __type: 'ThrottlingException' }, kind: 'rate_limited' },
      ],
      // Errors of clients have the status 400 where a service names no other.
      page: 'https://smithy.io/2.0/spec/http-bindings.html#httperror-trait',
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${store}/CommonErrors.html` },
  },
  objects: {
    users: {
      identity: caseNotIn('UserName', { unique: true }, `${store}/API_ListUsers.html`),
      lag: lagNotIn(`${store}/API_ListUsers.html`),
      ...inStore(['identitystore:ListUsers'], 'identitystore:CreateUser', 'identitystore:DeleteUser'),
    },
    groups: {
      identity: caseNotIn('DisplayName', { unique: true }, `${store}/API_ListGroups.html`),
      lag: lagNotIn(`${store}/API_ListGroups.html`),
      ...inStore(['identitystore:ListGroups'], 'identitystore:CreateGroup', 'identitystore:DeleteGroup'),
    },
    group_memberships: inStore(
      ['identitystore:ListGroups', 'identitystore:ListGroupMemberships'],
      'identitystore:CreateGroupMembership',
      'identitystore:DeleteGroupMembership',
    ),
    permission_sets: {
      ceilings: { none: 'Each permission set is asked for by its ARN.', page: `${sso}/API_DescribePermissionSet.html` },
      ...inSso(['sso:ListPermissionSets', 'sso:DescribePermissionSet']),
    },
    user_assignments: inSso(['identitystore:ListUsers', 'sso:ListAccountAssignmentsForPrincipal'], assigns),
    group_assignments: inSso(['identitystore:ListGroups', 'sso:ListAccountAssignmentsForPrincipal'], assigns),
    applications: inSso(['sso:ListApplications']),
  },
};
