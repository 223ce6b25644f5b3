import { type HttpObject, reads, writes } from '../kit/define.ts';
import type { HttpWrite } from '../kit/http/operations.ts';
import * as schemas from './schema.ts';
import { byAddress, byIds, byOffset, detailed, docs, unguarded } from './shapes.ts';

export const people: Readonly<Record<string, HttpObject>> = {
  users: detailed(
    {
      title: 'Users',
      path: '/user-management/queries/users/v1',
      collection: 'user-management',
      key: 'uuid',
      schema: schemas.User,
      query: { sort: 'uid|asc' },
      paginate: byOffset(500),
      by: byIds('/user-management/entities/users/GET/v1'),
    },
    {
      // The login is unique: a repeat is refused.
      create: writes({
        request: { method: 'POST', path: '/user-management/entities/users/v1' },
        idempotency: unguarded,
        targetIdPath: 'resources[0].uuid',
      }),
      update: byAddress({
        method: 'PATCH',
        path: '/user-management/entities/users/v1',
        query: { user_uuid: '{uuid}' },
        bodyFields: { first_name: '{first_name}', last_name: '{last_name}' },
      }),
      delete: byAddress({
        method: 'DELETE',
        path: '/user-management/entities/users/v1',
        query: { user_uuid: '{uuid}' },
      }),
    },
  ),
  user_roles: {
    title: 'Roles of users',
    key: ['user_uuid', 'role_id', 'cid'],
    schema: schemas.Grant.extend({ user_uuid: schemas.Grant.shape.uuid }).omit({ uuid: true }),
    docsUrl: `${docs}/user-management/`,
    operations: {
      list: reads({
        kind: 'pages',
        request: {
          method: 'GET',
          path: '/user-management/combined/user-roles/v2',
          query: { user_uuid: '{parent.value}' },
        },
        format: { kind: 'json', recordsPath: 'resources', optional: true },
        paginate: byOffset(500),
        parents: {
          from: {
            kind: 'pages',
            request: { method: 'GET', path: '/user-management/queries/users/v1', query: { sort: 'uid|asc' } },
            format: { kind: 'json', recordsPath: 'resources', optional: true },
            paginate: byOffset(500),
          },
          key: 'value',
          copy: { user_uuid: 'value' },
        },
      }),
      upsert: userRole('grant'),
      delete: { ...userRole('revoke'), effect: 'reversible' },
    },
  },
  roles: detailed({
    title: 'Roles',
    path: '/user-management/queries/roles/v1',
    collection: 'user-management',
    schema: schemas.Role,
    by: byIds('/user-management/entities/roles/GET/v2'),
  }),
};

function userRole(action: 'grant' | 'revoke'): HttpWrite {
  return byAddress({
    method: 'POST',
    path: '/user-management/entities/user-role-actions/v1',
    body: { action },
    bodyFields: { uuid: '{user_uuid}', cid: '{cid}', 'role_ids[0]': '{role_id}' },
  });
}
