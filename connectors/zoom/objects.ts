import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** 300 at most. @see https://developers.zoom.us/docs/api/using-zoom-apis/#pagination */
const paginate = {
  kind: 'cursor',
  parameter: 'next_page_token',
  path: 'next_page_token',
  sizeParameter: 'page_size',
  pageSize: 300,
} as const;

const { listOf, objectOf, pagesOf } = restApi({
  docs: (page) => `https://developers.zoom.us/docs/api/${page}`,
  // Tokens of pages last for 15 minutes.
  pages: { expired: { status: 400, bodyIncludes: ['next_page_token', 'next page token'] } },
});

const profile = Object.fromEntries(
  [
    'first_name',
    'last_name',
    'type',
    'dept',
    'job_title',
    'location',
    'manager',
    'timezone',
    'language',
    'group_id',
  ].map((name) => [name, `{${name}}`]),
);

/** A user by id or e-mail address, unless the request creates one. */
const user = findOrCreate(
  { method: 'POST', path: '/users', body: { action: 'create' }, bodyFields: { user_info: '{$record}' } },
  {
    find: { path: '/users/{email}', recordsPath: '$', idPath: 'id', ignoresCase: 'undocumented', adoptsConflict: true },
    // The address of a user is changed otherwise, and after a confirmation.
    update: { method: 'PATCH', path: '/users/{$target_id}', bodyFields: profile },
    targetIdPath: 'id',
  },
);

const day = 86_400_000;

/** Reports are of a month at most, and of the last six. @see https://developers.zoom.us/docs/api/reports/ */
const byDays = {
  kind: 'time_window',
  from: 'from',
  to: 'to',
  format: 'date',
  spanMs: 28 * day,
  historyMs: 180 * day,
  lookbackMs: day,
} as const;

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    {
      title: 'Active users',
      path: '/users',
      query: { status: 'active' },
      docs: 'users/#tag/users/GET/users',
      recordsPath: 'users',
      paginate,
      schema: schemas.User,
      find: '/users/{value}',
    },
    {
      create: user,
      upsert: user,
      update: idempotent('PATCH /users/{id}'),
      delete: idempotent({ method: 'DELETE', path: '/users/{id}', query: { action: 'delete' } }, { body: 'none' }),
    },
  ),
  inactive_users: listOf({
    title: 'Deactivated users',
    path: '/users',
    query: { status: 'inactive' },
    docs: 'users/#tag/users/GET/users',
    recordsPath: 'users',
    paginate,
    schema: schemas.User,
  }),
  user_status: objectOf(
    { title: 'Activation of users', docs: 'users/#tag/users/PUT/users/{userId}/status' },
    { update: idempotent({ method: 'PUT', path: '/users/{id}/status', bodyFields: { action: '{action}' } }) },
  ),
  groups: listOf(
    {
      title: 'Groups',
      path: '/groups',
      docs: 'users/#tag/groups/GET/groups',
      recordsPath: 'groups',
      schema: schemas.Group,
      find: true,
    },
    writesAt({
      path: '/groups',
      find: {
        path: '/groups',
        recordsPath: 'groups',
        idPath: 'id',
        paginate: { kind: 'none' },
        ignoresCase: 'undocumented',
        searchLagMs: 'undocumented',
        adoptsConflict: true,
      },
      updateBy: 'address',
    }),
  ),
  group_members: listOf(
    {
      title: 'Members of groups',
      path: '/groups/{parent.id}/members',
      docs: 'users/#tag/groups/GET/groups/{groupId}/members',
      key: ['group_id', 'id'],
      recordsPath: 'members',
      paginate,
      schema: schemas.GroupMember,
      parents: { from: pagesOf({ path: '/groups', recordsPath: 'groups' }), key: 'id', copy: { group_id: 'id' } },
    },
    {
      upsert: idempotent({
        method: 'POST',
        path: '/groups/{group_id}/members',
        bodyFields: { 'members[0].id': '{id}' },
      }),
      delete: idempotent('DELETE /groups/{group_id}/members/{id}', { body: 'none', effect: 'reversible' }),
    },
  ),
  roles: listOf({
    title: 'Roles',
    path: '/roles',
    docs: 'accounts/#tag/roles/GET/roles',
    recordsPath: 'roles',
    schema: schemas.Role,
  }),
  meetings: listOf(
    {
      title: 'Scheduled meetings',
      path: '/users/{parent.id}/meetings',
      query: { type: 'scheduled' },
      docs: 'meetings/#tag/meetings/GET/users/{userId}/meetings',
      recordsPath: 'meetings',
      paginate,
      schema: schemas.Meeting,
      parents: {
        from: pagesOf({ path: '/users', query: { status: 'active' }, recordsPath: 'users', paginate }),
        key: 'id',
      },
      find: '/meetings/{value}',
    },
    {
      create: nonIdempotent('POST /users/{host_id}/meetings', { targetIdPath: 'id' }),
      update: idempotent('PATCH /meetings/{id}'),
      delete: idempotent('DELETE /meetings/{id}', { body: 'none', effect: 'reversible' }),
    },
  ),
  rooms: listOf({
    title: 'Zoom Rooms',
    path: '/rooms',
    docs: 'rooms/#tag/zoom-rooms/GET/rooms',
    recordsPath: 'rooms',
    paginate,
    schema: schemas.Room,
  }),
  sign_ins: listOf({
    title: 'Sign-ins and sign-outs',
    path: '/report/activities',
    docs: 'meetings/#tag/reports/GET/report/activities',
    key: ['email', 'time', 'type', 'ip_address'],
    recordsPath: 'activity_logs',
    paginate,
    schema: schemas.SignIn,
    incremental: byDays,
  }),
  operation_logs: listOf({
    title: 'Operations of administrators',
    path: '/report/operationlogs',
    docs: 'meetings/#tag/reports/GET/report/operationlogs',
    key: ['time', 'operator', 'category_type', 'action', 'operation_detail'],
    recordsPath: 'operation_logs',
    paginate,
    schema: schemas.OperationLog,
    incremental: byDays,
  }),
};
