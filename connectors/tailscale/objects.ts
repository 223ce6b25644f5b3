import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** Lists come as a whole. @see https://github.com/tailscale/tailscale/blob/bd279fac0ca10ad597a1f814ae8eec6aabfa172a/publicapi/readme.md#pagination */
const { listOf, objectOf } = restApi({ docs: (page) => `https://tailscale.com/api#tag/${page}` });

const tailnet = '/tailnet/{config.tailnet}';

export const objects: Readonly<Record<string, HttpObject>> = {
  devices: listOf(
    {
      title: 'Devices',
      path: `${tailnet}/devices`,
      docs: 'devices',
      recordsPath: 'devices',
      key: 'nodeId',
      // Without it, routes, connectivity and posture are left out.
      query: { fields: 'all' },
      schema: schemas.Device,
      find: '/device/{value}',
    },
    { delete: idempotent('DELETE /device/{nodeId}') },
  ),
  device_authorizations: objectOf(
    { title: 'Authorizations of devices', docs: 'devices', key: 'nodeId', schema: schemas.DeviceAuthorization },
    { update: idempotent('POST /device/{nodeId}/authorized', { schema: schemas.DeviceAuthorization }) },
  ),
  device_tags: objectOf(
    { title: 'Tags of devices', docs: 'devices', key: 'nodeId', schema: schemas.DeviceTags },
    { update: idempotent('POST /device/{nodeId}/tags', { schema: schemas.DeviceTags }) },
  ),
  device_routes: objectOf(
    { title: 'Enabled subnet routes of devices', docs: 'devices', key: 'nodeId', schema: schemas.DeviceRoutes },
    { update: idempotent('POST /device/{nodeId}/routes', { schema: schemas.DeviceRoutes }) },
  ),
  users: listOf(
    {
      title: 'Users',
      path: `${tailnet}/users`,
      docs: 'users',
      recordsPath: 'users',
      schema: schemas.User,
      find: '/users/{value}',
    },
    // Suspended users keep their place, and can be restored; deletion itself cannot be undone.
    { delete: idempotent('POST /users/{id}/suspend', { body: 'none', effect: 'reversible' }) },
  ),
  user_roles: objectOf(
    { title: 'Roles of users', docs: 'users', key: 'id', schema: schemas.UserRole },
    { update: idempotent('POST /users/{id}/role', { schema: schemas.UserRole }) },
  ),
  user_invites: listOf(
    {
      title: 'User invitations',
      path: `${tailnet}/user-invites`,
      docs: 'userinvites',
      schema: schemas.UserInvite,
      find: '/user-invites/{value}',
    },
    { delete: idempotent('DELETE /user-invites/{id}') },
  ),
  keys: listOf(
    {
      title: 'Keys',
      path: `${tailnet}/keys`,
      docs: 'keys',
      recordsPath: 'keys',
      // Without it, only keys of the user whose token asks.
      query: { all: 'true' },
      schema: schemas.Key,
      find: true,
    },
    {
      create: nonIdempotent(`POST ${tailnet}/keys`, { targetIdPath: 'id', schema: schemas.NewKey }),
      delete: idempotent(`DELETE ${tailnet}/keys/{id}`),
    },
  ),
  webhooks: listOf(
    {
      title: 'Webhooks',
      path: `${tailnet}/webhooks`,
      docs: 'webhooks',
      recordsPath: 'webhooks',
      key: 'endpointId',
      schema: schemas.Hook,
      find: '/webhooks/{value}',
    },
    {
      create: nonIdempotent(`POST ${tailnet}/webhooks`, { targetIdPath: 'endpointId', schema: schemas.NewHook }),
      update: idempotent('PATCH /webhooks/{endpointId}', { schema: schemas.HookChange }),
      delete: idempotent('DELETE /webhooks/{endpointId}'),
    },
  ),
};
