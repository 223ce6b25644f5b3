import { type JsonObject } from '../../core/json.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const dayMs = 86_400_000;

/** Offsets are the answer's own: there is none behind the last page. @see https://duo.com/docs/adminapi#response-paging */
const paged = (pageSize: number) =>
  ({ kind: 'cursor', parameter: 'offset', path: 'metadata.next_offset', sizeParameter: 'limit', pageSize }) as const;

const { listOf, objectOf, pagesOf } = restApi({
  docs: (page) => `https://duo.com/docs/adminapi#${page}`,
  records: { recordsPath: 'response' },
  paged,
});

/** Events of the last 180 days, the oldest first; those of the last two minutes are not shown yet. */
const logOf = (member: string) =>
  ({
    query: { sort: 'ts:asc' },
    recordsPath: `response.${member}`,
    paginate: {
      kind: 'cursor',
      parameter: 'next_offset',
      path: 'response.metadata.next_offset',
      sizeParameter: 'limit',
      pageSize: 1000,
    },
    incremental: {
      kind: 'time_window',
      from: 'mintime',
      to: 'maxtime',
      format: 'epoch_ms',
      spanMs: 30 * dayMs,
      historyMs: 179 * dayMs,
    },
  }) as const;

/** Keys that requests are signed with are nobody's data. */
function withoutKeys(integration: JsonObject): JsonObject {
  const { secret_key: _, ...shown } = integration;
  return shown;
}

const newId = (id: string) => ({ targetIdPath: `response.${id}` });

/** An association is made again without an effect, and one that is gone needs no removal. */
const associated = (what: string, id: string): HttpObject['operations'] => ({
  create: idempotent(`POST /v1/users/{user_id}/${what}`, { keepsKey: [id] }),
  delete: idempotent(`DELETE /v1/users/{user_id}/${what}/{${id}}`, { effect: 'reversible' }),
});

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    {
      title: 'Users',
      path: '/v1/users',
      docs: 'retrieve-users',
      key: 'user_id',
      pageSize: 300,
      schema: schemas.User,
    },
    {
      // The look-up takes aliases as well: a user whose alias it is has another name.
      create: findOrCreate('POST /v1/users', {
        find: {
          path: '/v1/users',
          query: { username: '{username}' },
          recordsPath: 'response',
          idPath: 'user_id',
          ignoresCase: 'undocumented',
          searchLagMs: 'undocumented',
        },
        schema: schemas.NewUser,
        ...newId('user_id'),
      }),
      update: idempotent('POST /v1/users/{user_id}', { schema: schemas.UserChange }),
      delete: idempotent('DELETE /v1/users/{user_id}', { effect: 'destructive' }),
    },
  ),
  groups: listOf(
    {
      title: 'Groups',
      path: '/v1/groups',
      docs: 'retrieve-groups',
      key: 'group_id',
      pageSize: 500,
      schema: schemas.Group,
    },
    {
      // Groups are not found by their names.
      create: nonIdempotent('POST /v1/groups', { schema: schemas.NewGroup, ...newId('group_id') }),
      update: idempotent('POST /v1/groups/{group_id}', { schema: schemas.GroupChange }),
      delete: idempotent('DELETE /v1/groups/{group_id}', { effect: 'destructive' }),
    },
  ),
  group_members: listOf(
    {
      title: 'Members of groups',
      path: '/v2/groups/{parent.group_id}/users',
      docs: 'get-group-members',
      key: ['group_id', 'user_id'],
      pageSize: 500,
      schema: schemas.GroupMember,
      parents: {
        from: pagesOf({ path: '/v1/groups', pageSize: 500 }),
        key: 'group_id',
        copy: { group_id: 'group_id' },
      },
    },
    associated('groups', 'group_id'),
  ),
  phones: listOf(
    {
      title: 'Phones',
      path: '/v1/phones',
      docs: 'retrieve-phones',
      key: 'phone_id',
      pageSize: 500,
      schema: schemas.Phone,
    },
    {
      // A tablet has no number, and a number may have several extensions.
      create: nonIdempotent('POST /v1/phones', { schema: schemas.NewPhone, ...newId('phone_id') }),
      update: idempotent('POST /v1/phones/{phone_id}', { schema: schemas.PhoneChange }),
      delete: idempotent('DELETE /v1/phones/{phone_id}', { effect: 'destructive' }),
    },
  ),
  user_phones: objectOf(
    {
      title: 'Phones of users',
      docs: 'associate-phone-with-user',
      key: ['user_id', 'phone_id'],
      schema: schemas.UserPhone,
    },
    associated('phones', 'phone_id'),
  ),
  tokens: listOf(
    {
      title: 'Hardware tokens',
      path: '/v1/tokens',
      docs: 'retrieve-hardware-tokens',
      key: 'token_id',
      pageSize: 500,
      schema: schemas.Token,
    },
    {
      create: findOrCreate('POST /v1/tokens', {
        find: {
          path: '/v1/tokens',
          query: { type: '{type}', serial: '{serial}' },
          recordsPath: 'response',
          idPath: 'token_id',
          ignoresCase: 'undocumented',
          searchLagMs: 'undocumented',
        },
        schema: schemas.NewToken,
        ...newId('token_id'),
      }),
      delete: idempotent('DELETE /v1/tokens/{token_id}', { effect: 'destructive' }),
    },
  ),
  user_tokens: objectOf(
    {
      title: 'Hardware tokens of users',
      docs: 'associate-hardware-token-with-user',
      key: ['user_id', 'token_id'],
      schema: schemas.UserToken,
    },
    associated('tokens', 'token_id'),
  ),
  admins: listOf(
    {
      title: 'Administrators',
      path: '/v1/admins',
      docs: 'retrieve-administrators',
      key: 'admin_id',
      pageSize: 100,
      schema: schemas.Admin,
    },
    {
      // Administrators are not found by their addresses.
      create: nonIdempotent('POST /v1/admins', { schema: schemas.NewAdmin, ...newId('admin_id') }),
      update: idempotent('POST /v1/admins/{admin_id}', { schema: schemas.AdminChange }),
      delete: idempotent('DELETE /v1/admins/{admin_id}', { effect: 'destructive' }),
    },
  ),
  integrations: listOf(
    {
      title: 'Applications (integrations)',
      path: '/v3/integrations',
      docs: 'retrieve-integrations',
      key: 'integration_key',
      pageSize: 100,
      schema: schemas.Integration,
      shape: withoutKeys,
    },
    {
      create: nonIdempotent('POST /v3/integrations', { schema: schemas.NewIntegration, ...newId('integration_key') }),
      update: idempotent('POST /v3/integrations/{integration_key}', { schema: schemas.IntegrationChange }),
      delete: idempotent('DELETE /v3/integrations/{integration_key}', { effect: 'destructive' }),
    },
  ),
  authentication_logs: listOf({
    ...logOf('authlogs'),
    title: 'Authentication log of the last 180 days',
    path: '/v2/logs/authentication',
    docs: 'authentication-logs',
    key: 'txid',
    schema: schemas.AuthenticationEvent,
  }),
  activity_logs: listOf({
    ...logOf('items'),
    title: 'Activity log of administrators and users, of the last 180 days',
    path: '/v2/logs/activity',
    docs: 'activity-logs',
    key: 'activity_id',
    schema: schemas.Activity,
  }),
};
