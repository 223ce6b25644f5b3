import { finds } from '../kit/http/complete-operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi, withNamed } from '../kit/rest.ts';
import { findOrCreate, idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import type { JsonObject } from '../../core/json.ts';
import * as schemas from './schema.ts';

/** @see https://docs.slack.dev/apis/web-api/pagination */
const paged = (pageSize: number) =>
  ({
    kind: 'cursor',
    parameter: 'cursor',
    path: 'response_metadata.next_cursor',
    sizeParameter: 'limit',
    pageSize,
  }) as const;

const { listOf, objectOf, pagesOf } = restApi({
  docs: (page) => `https://docs.slack.dev/reference/methods/${page}`,
  paged,
});

const channelTypes = { types: 'public_channel,private_channel' };
const channels = { path: '/conversations.list', query: channelTypes, recordsPath: 'channels', pageSize: 200 };
/** Only its members may read a channel. @see https://docs.slack.dev/reference/methods/users.conversations */
const ownChannels = { path: '/users.conversations', query: channelTypes, recordsPath: 'channels', pageSize: 200 };

const post = <Path extends string>(path: Path): `POST ${Path}` => `POST ${path}`;

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    {
      title: 'Users',
      path: '/users.list',
      docs: 'users.list',
      recordsPath: 'members',
      pageSize: 200,
      schema: schemas.User,
    },
    {
      // Of a user who is not there, Slack says `user_not_found`, which `errors` takes for a refused value.
      find: finds({
        request: { method: 'GET', path: '/users.info', query: { user: '{value}' } },
        format: { kind: 'json', recordsPath: 'user' },
      }),
    },
  ),
  channels: withNamed(
    listOf(
      { title: 'Channels', docs: 'conversations.list', schema: schemas.Channel, ...channels },
      {
        create: findOrCreate(post('/conversations.create'), {
          body: 'form',
          targetIdPath: 'channel.id',
          find: {
            path: channels.path,
            query: channelTypes,
            recordsPath: 'channels',
            idPath: 'id',
            paginate: paged(200),
            searchLagMs: 'undocumented',
            adoptsConflict: true,
          },
        }),
        update: idempotent({
          method: 'POST',
          path: '/conversations.rename',
          encoding: 'form',
          bodyFields: { channel: '{id}', name: '{name}' },
        }),
        delete: idempotent(
          { method: 'POST', path: '/conversations.archive', encoding: 'form', bodyFields: { channel: '{id}' } },
          { effect: 'reversible', already: { path: 'error', equals: ['already_archived'] } },
        ),
      },
    ),
    {
      archive: { object: 'channels', operation: 'delete', of: 'id' },
      invite: { object: 'channel_members', operation: 'upsert', of: 'channel_id' },
    },
  ),
  channel_members: listOf(
    {
      title: 'Members of channels',
      path: '/conversations.members',
      query: { channel: '{parent.id}' },
      docs: 'conversations.members',
      recordsPath: '$',
      key: ['channel_id', 'user_id'],
      pageSize: 200,
      extract: { expand: { path: 'members', copy: {} } },
      shape: ({ value = null, ...record }: JsonObject) => ({ ...record, user_id: value }),
      schema: schemas.ChannelMember,
      parents: { from: pagesOf(channels), key: 'id', copy: { channel_id: 'id' } },
    },
    {
      upsert: idempotent(
        {
          method: 'POST',
          path: '/conversations.invite',
          encoding: 'form',
          bodyFields: { channel: '{channel_id}', users: '{user_id}' },
        },
        { already: { path: 'error', equals: ['already_in_channel'] } },
      ),
      delete: idempotent(
        {
          method: 'POST',
          path: '/conversations.kick',
          encoding: 'form',
          bodyFields: { channel: '{channel_id}', user: '{user_id}' },
        },
        { effect: 'reversible', already: { path: 'error', equals: ['not_in_channel'] } },
      ),
    },
  ),
  user_groups: listOf(
    {
      title: 'User groups',
      path: '/usergroups.list',
      query: { include_users: 'true', include_disabled: 'true' },
      docs: 'usergroups.list',
      recordsPath: 'usergroups',
      schema: schemas.UserGroup,
    },
    {
      create: findOrCreate(post('/usergroups.create'), {
        body: 'form',
        targetIdPath: 'usergroup.id',
        find: {
          path: '/usergroups.list',
          query: { include_users: 'true', include_disabled: 'true' },
          recordsPath: 'usergroups',
          idPath: 'id',
          ignoresCase: 'undocumented',
          searchLagMs: 'undocumented',
          adoptsConflict: true,
        },
      }),
      update: idempotent({
        method: 'POST',
        path: '/usergroups.update',
        encoding: 'form',
        bodyFields: { usergroup: '{id}', name: '{name}', handle: '{handle}', description: '{description}' },
      }),
      delete: idempotent(
        { method: 'POST', path: '/usergroups.disable', encoding: 'form', bodyFields: { usergroup: '{id}' } },
        { effect: 'reversible' },
      ),
    },
  ),
  user_group_members: objectOf(
    { title: 'Members of user groups, as a whole', docs: 'usergroups.users.update', key: 'usergroup' },
    { update: idempotent(post('/usergroups.users.update'), { body: 'form' }) },
  ),
  messages: withNamed(
    listOf(
      {
        title: 'Messages of channels that the app is in',
        path: '/conversations.history',
        query: { channel: '{parent.id}' },
        docs: 'conversations.history',
        recordsPath: 'messages',
        key: ['channel_id', 'ts'],
        pageSize: 200,
        schema: schemas.Message,
        parents: { from: pagesOf(ownChannels), key: 'id', copy: { channel_id: 'id' } },
        incremental: { kind: 'server_filter', parameter: 'oldest', format: 'epoch_s' },
      },
      {
        create: nonIdempotent(post('/chat.postMessage'), { body: 'form', targetIdPath: 'ts' }),
        update: idempotent({
          method: 'POST',
          path: '/chat.update',
          encoding: 'form',
          bodyFields: { channel: '{channel_id}', ts: '{ts}', text: '{text}' },
        }),
        delete: idempotent({
          method: 'POST',
          path: '/chat.delete',
          encoding: 'form',
          bodyFields: { channel: '{channel_id}', ts: '{ts}' },
        }),
      },
    ),
    { comment: { object: 'messages', operation: 'create', of: 'thread_ts' } },
  ),
};
