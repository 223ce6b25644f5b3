import type { GivenPages, GivenRequest } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { awsAction } from '../kit/presets/aws.ts';
import { type Pages, restApi } from '../kit/rest.ts';
import { idempotent } from '../kit/rest-writes.ts';
import { groupsOf, usersOf } from './directory.ts';
import * as schemas from './schema.ts';

/** Who may do what in which account. @see https://docs.aws.amazon.com/singlesignon/latest/APIReference/welcome.html */

const { listOf, pagesOf } = restApi({
  docs: (action) => `https://docs.aws.amazon.com/singlesignon/latest/APIReference/API_${action}.html`,
});

function asks(action: string, fields: Record<string, string> = {}): GivenRequest {
  return awsAction(`SWBExternalService.${action}`, {
    base: 'https://sso.{auth.region}.{names.domain}',
    bodyFields: { InstanceArn: '{config.instance_arn}', ...fields },
  });
}

/** 100 at most. @see https://docs.aws.amazon.com/singlesignon/latest/APIReference/API_ListPermissionSets.html */
const paginate: GivenPages['paginate'] = {
  kind: 'cursor',
  in: 'body',
  parameter: 'NextToken',
  path: 'NextToken',
  sizeParameter: 'MaxResults',
  pageSize: 100,
};

const list = (action: string, recordsPath: string, fields: Record<string, string> = {}) =>
  ({
    path: '/',
    request: asks(action, fields),
    format: { kind: 'json', recordsPath, optional: true },
    paginate,
  }) as const satisfies Pages;

const assignment = {
  TargetId: '{AccountId}',
  TargetType: 'AWS_ACCOUNT',
  PermissionSetArn: '{PermissionSetArn}',
  PrincipalType: '{PrincipalType}',
  PrincipalId: '{PrincipalId}',
};

/** An assignment to a group is one of the group, and of each of its members. */
function assignmentsOf(type: 'USER' | 'GROUP', title: string, from: Pages, id: string): HttpObject {
  const fields = { PrincipalId: `{parent.${id}}`, PrincipalType: type };
  return listOf(
    {
      title,
      docs: 'ListAccountAssignmentsForPrincipal',
      key: [id, 'AccountId', 'PermissionSetArn', 'PrincipalId'],
      ...list('ListAccountAssignmentsForPrincipal', 'AccountAssignments', fields),
      schema: schemas.assignmentOf(id),
      parents: { from: pagesOf(from), key: id, copy: { [id]: id } },
    },
    {
      upsert: idempotent(asks('CreateAccountAssignment', assignment), { schema: schemas.NewAssignment }),
      delete: idempotent(asks('DeleteAccountAssignment', assignment), {
        schema: schemas.NewAssignment,
        effect: 'reversible',
      }),
    },
  );
}

export const sso: Readonly<Record<string, HttpObject>> = {
  permission_sets: listOf({
    title: 'Permission sets',
    docs: 'DescribePermissionSet',
    key: 'PermissionSetArn',
    path: '/',
    request: asks('DescribePermissionSet', { PermissionSetArn: '{parent.value}' }),
    recordsPath: 'PermissionSet',
    schema: schemas.PermissionSet,
    parents: { from: pagesOf(list('ListPermissionSets', 'PermissionSets')), key: 'value' },
  }),
  user_assignments: assignmentsOf('USER', 'Account assignments of users', usersOf, 'UserId'),
  group_assignments: assignmentsOf('GROUP', 'Account assignments of groups', groupsOf, 'GroupId'),
  applications: listOf({
    title: 'Applications',
    docs: 'ListApplications',
    key: 'ApplicationArn',
    ...list('ListApplications', 'Applications'),
    schema: schemas.Application,
  }),
};
