import type { HttpObject } from '../kit/object-types.ts';
import type { HttpWrite } from '../kit/http/operations.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';
import { byIds, detailed, listOf, pagesOf } from './schemas.ts';

export const people: Readonly<Record<string, HttpObject>> = {
  users: detailed(
    {
      title: 'Users',
      path: '/user-management/queries/users/v1',
      docs: 'user-management',
      key: 'uuid',
      schema: schemas.User,
      query: { sort: 'uid|asc' },
      pageSize: 500,
    },
    byIds('/user-management/entities/users/GET/v1'),
    {
      // The login is unique, so a duplicate is refused.
      create: nonIdempotent('POST /user-management/entities/users/v1', { targetIdPath: 'resources[0].uuid' }),
      update: idempotent({
        method: 'PATCH',
        path: '/user-management/entities/users/v1',
        query: { user_uuid: '{uuid}' },
        bodyFields: { first_name: '{first_name}', last_name: '{last_name}' },
      }),
      delete: idempotent({
        method: 'DELETE',
        path: '/user-management/entities/users/v1',
        query: { user_uuid: '{uuid}' },
      }),
    },
  ),
  user_roles: listOf(
    {
      title: 'User roles',
      docs: 'user-management',
      key: ['user_uuid', 'role_id', 'cid'],
      schema: schemas.Grant.extend({ user_uuid: schemas.Grant.shape.uuid }).omit({ uuid: true }),
      path: '/user-management/combined/user-roles/v2',
      query: { user_uuid: '{parent.value}' },
      pageSize: 500,
      parents: {
        from: pagesOf({ path: '/user-management/queries/users/v1', query: { sort: 'uid|asc' }, pageSize: 500 }),
        key: 'value',
        copy: { user_uuid: 'value' },
      },
    },
    { upsert: userRole('grant'), delete: userRole('revoke', { effect: 'reversible' }) },
  ),
  roles: detailed(
    { title: 'Roles', path: '/user-management/queries/roles/v1', docs: 'user-management', schema: schemas.Role },
    byIds('/user-management/entities/roles/GET/v2'),
  ),
};

function userRole(action: 'grant' | 'revoke', effect = {}): HttpWrite {
  return idempotent(
    {
      method: 'POST',
      path: '/user-management/entities/user-role-actions/v1',
      body: { action },
      bodyFields: { uuid: '{user_uuid}', cid: '{cid}', 'role_ids[0]': '{role_id}' },
    },
    effect,
  );
}
