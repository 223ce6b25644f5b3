import type { Identity, Meaning } from '../kit/meaning/meaning.ts';

const docs = 'https://docs.aws.amazon.com';

const errors = `${docs}/IAM/latest/APIReference/CommonErrors.html`;

/** Names of IAM are not distinguished by case. */
const named = (field: string): Identity & { page: string } => ({
  field,
  unique: true,
  ignoresCase: true,
  page: `${docs}/IAM/latest/APIReference/API_CreateUser.html`,
});

/** IAM's changes are copied to all regions, which takes a while that is not told. */
const copied = { unknown: 'Changes are copied to all regions, and no bound is told.' };

const ofIam = (read: readonly string[], write?: readonly string[]): Meaning['objects'][string] => ({
  lag: copied,
  ceilings: { pageSize: 1000, page: `${docs}/IAM/latest/APIReference/API_ListUsers.html` },
  scopes: {
    read,
    ...(write === undefined ? {} : { write }),
    page: `${docs}/service-authorization/latest/reference/list_awsidentityandaccessmanagementiam.html`,
  },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'Lists take no instant.', page: docs },
    listing: { leavesOut: [], paging: 'cursor', page: `${docs}/AWSEC2/latest/APIReference/Query-Requests.html` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Ids are given by AWS.', page: docs },
    filter: { none: 'Values are parameters of their own.', page: docs },
    lag: { unknown: 'Lists follow writes within seconds, and no bound is told.' },
    ceilings: { unknown: 'Each action has its own largest page.' },
    login: {
      answers: [
        { status: 403, body: { Error: { Code: 'InvalidClientTokenId' } }, kind: 'auth_invalid' },
        { status: 403, body: { Error: { Code: 'SignatureDoesNotMatch' } }, kind: 'auth_invalid' },
        { status: 403, body: { Error: { Code: 'ExpiredToken' } }, kind: 'auth_expired' },
        { status: 400, body: { __type: 'ThrottlingException', message: 'Rate exceeded' }, kind: 'rate_limited' },
      ],
      page: errors,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: errors },
    scopes: { unknown: 'Each action is a permission of its own.' },
  },
  objects: {
    users: {
      ...ofIam(['iam:ListUsers'], ['iam:CreateUser', 'iam:UpdateUser', 'iam:DeleteUser']),
      identity: named('UserName'),
    },
    groups: { ...ofIam(['iam:ListGroups'], ['iam:CreateGroup', 'iam:DeleteGroup']), identity: named('GroupName') },
    group_members: ofIam(['iam:ListGroups', 'iam:GetGroup'], ['iam:AddUserToGroup', 'iam:RemoveUserFromGroup']),
    roles: { ...ofIam(['iam:ListRoles']), identity: named('RoleName') },
    policies: ofIam(['iam:ListPolicies']),
    instances: {
      deletes: {
        seen: 'state',
        how: 'A terminated instance is listed for about an hour, with the state terminated.',
        page: `${docs}/AWSEC2/latest/UserGuide/terminating-instances.html`,
      },
      ceilings: { pageSize: 1000, page: `${docs}/AWSEC2/latest/APIReference/API_DescribeInstances.html` },
      lag: {
        unknown: `EC2 follows an eventual consistency model (${docs}/ec2/latest/devguide/eventual-consistency.html), without a bound.`,
      },
      scopes: {
        read: ['ec2:DescribeInstances'],
        page: `${docs}/service-authorization/latest/reference/list_amazonec2.html`,
      },
    },
  },
};
