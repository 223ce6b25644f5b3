import { filter } from '../kit/filters/filter-text.ts';
import type { GivenPages } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { odata } from '../kit/presets/odata.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { paginate, extract } = odata();

/** @see https://learn.microsoft.com/en-us/graph/paging */
const { listOf, objectOf, pagesOf } = restApi({
  docs: (page) => `https://learn.microsoft.com/en-us/graph/api/${page}`,
  records: { recordsPath: 'value' },
  paginate,
  paged: (pageSize) => odata({ sizeParameter: '$top', pageSize }).paginate,
  pages: { extract },
});

/** Read once for each team. */
const ofTeams: GivenPages['parents'] = {
  from: pagesOf({ path: '/teams', query: { $select: 'id' } }),
  key: 'id',
  copy: { team_id: 'id' },
};

/** Read once for each chat of the person who signed in. */
const ofChats: GivenPages['parents'] = {
  from: pagesOf({ path: '/chats', pageSize: 50 }),
  key: 'id',
  copy: { chat_id: 'id' },
};

/** A user of the directory as a member. @see https://learn.microsoft.com/en-us/graph/api/resources/aaduserconversationmember */
const asMember = {
  '["@odata.type"]': '#microsoft.graph.aadUserConversationMember',
  '["user@odata.bind"]': "https://{config.graph_host}/v1.0/users('{user_id|url}')",
  roles: '{roles}',
};

export const objects: Readonly<Record<string, HttpObject>> = {
  teams: listOf(
    { title: 'Teams', path: '/teams', docs: 'teams-list', schema: schemas.Team, find: true },
    { update: idempotent('PATCH /teams/{id}') },
  ),
  channels: listOf(
    {
      title: 'Channels',
      path: '/teams/{parent.id}/channels',
      docs: 'channel-list',
      key: ['team_id', 'id'],
      schema: schemas.Channel,
      parents: ofTeams,
    },
    // A deleted channel can be restored for 30 days. @see https://learn.microsoft.com/en-us/graph/api/channel-delete
    writesAt({
      path: '/teams/{team_id}/channels',
      find: {
        path: '/teams/{team_id}/channels',
        query: { $filter: filter('displayName eq {displayName|odata}') },
        recordsPath: 'value',
        paginate,
        ignoresCase: 'undocumented',
        searchLagMs: 'undocumented',
        adoptsConflict: true,
      },
      updateBy: 'address',
      remove: { effect: 'reversible', body: 'none' },
    }),
  ),
  team_members: listOf(
    {
      title: 'Members of teams',
      path: '/teams/{parent.id}/members',
      docs: 'team-list-members',
      key: ['team_id', 'id'],
      pageSize: 999,
      schema: schemas.TeamMember,
      parents: ofTeams,
    },
    {
      create: nonIdempotent(
        { method: 'POST', path: '/teams/{team_id}/members', bodyFields: asMember },
        { targetIdPath: 'id' },
      ),
      delete: idempotent('DELETE /teams/{team_id}/members/{id}', { body: 'none', effect: 'reversible' }),
    },
  ),
  channel_messages: objectOf(
    { title: 'Messages to channels', docs: 'channel-post-messages', key: ['team_id', 'channel_id', 'id'] },
    { create: nonIdempotent('POST /teams/{team_id}/channels/{channel_id}/messages', { targetIdPath: 'id' }) },
  ),
  channel_replies: objectOf(
    {
      title: 'Replies in channels',
      docs: 'chatmessage-post-replies',
      key: ['team_id', 'channel_id', 'message_id', 'id'],
    },
    {
      create: nonIdempotent('POST /teams/{team_id}/channels/{channel_id}/messages/{message_id}/replies', {
        targetIdPath: 'id',
      }),
    },
  ),
  chats: listOf(
    { title: 'Chats', path: '/chats', docs: 'chat-list', pageSize: 50, schema: schemas.Chat, find: true },
    { update: idempotent('PATCH /chats/{id}') },
  ),
  chat_members: listOf({
    title: 'Members of chats',
    path: '/chats/{parent.id}/members',
    docs: 'chat-list-members',
    key: ['chat_id', 'id'],
    schema: schemas.ChatMember,
    parents: ofChats,
  }),
  chat_messages: listOf(
    {
      title: 'Messages of chats',
      path: '/chats/{parent.id}/messages',
      docs: 'chat-list-messages',
      key: ['chat_id', 'id'],
      pageSize: 50,
      // An instant may be asked for only in the order of the same field.
      query: { $orderby: 'lastModifiedDateTime desc' },
      schema: schemas.ChatMessage,
      parents: ofChats,
      incremental: { kind: 'server_filter', parameter: '$filter', template: 'lastModifiedDateTime gt {$since}' },
    },
    { create: nonIdempotent('POST /chats/{chat_id}/messages', { targetIdPath: 'id' }) },
  ),
};
