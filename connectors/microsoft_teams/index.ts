/** Microsoft Teams over Microsoft Graph: teams with their channels and members, and chats with their messages. */
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { graphAuth, graphConfig, graphHttp, graphTopic, graphWebhookOf } from '../kit/presets/microsoft-graph.ts';
import { objects } from './objects.ts';

/**
 * More than an hour is given only with lifecycle notifications.
 *
 * @see https://learn.microsoft.com/en-us/graph/teams-changenotifications-chatmessage
 */
const lasting = { lifeMinutes: 4320, lifecycle: true };
const changes = ['created', 'updated', 'deleted'];

export const connector: HttpConnector = defineConnector({
  id: 'microsoft_teams',
  name: 'Microsoft Teams',
  vendor: 'Microsoft',
  category: 'itsm',
  docsUrl: 'https://learn.microsoft.com/en-us/graph/api/resources/teams-api-overview',
  version: '1.0.0',
  tags: ['chat', 'messages', 'channels', 'microsoft'],
  transport: 'http',
  config: graphConfig,
  auth: graphAuth(
    'Entra admin center → App registrations → New registration, with application permissions of Microsoft Graph such as `Team.ReadBasic.All` and `TeamMember.ReadWrite.All`, granted by an administrator. Chats are read, and messages are sent, in the name of a person only.',
  ),
  http: graphHttp,
  // Teams and channels: 30 calls a second and more. Chat messages: 3, and 4 for one channel, by `Retry-After`.
  // @see https://learn.microsoft.com/en-us/graph/throttling-limits#microsoft-teams-service-limits
  limits: { concurrency: 4, buckets: [{ name: 'teams', limit: 30, perMs: 1000 }], signals: [] },
  // @see https://learn.microsoft.com/en-us/graph/errors
  errors: [
    { when: { path: 'error.code', equals: ['TooManyRequests', 'activityLimitReached'] }, kind: 'rate_limited' },
    {
      when: { status: 400, path: 'error.message', holds: ['already existed', 'already exists'] },
      kind: 'conflict',
      messagePath: 'error.message',
    },
    { when: { status: 400 }, kind: 'validation', messagePath: 'error.message' },
  ],
  test: { request: { method: 'GET', path: '/teams', query: { $top: '1' } } },
  objects,
  webhook: graphWebhookOf({
    user_chat_messages: graphTopic({
      ...lasting,
      title: 'Messages of all chats of a user, without their content',
      needs: 'The permission `Chat.Read` of the person who signed in, or `Chat.Read.All`.',
      of: { user_id: { title: 'Id of the user' } },
      resource: 'users/{$of.user_id}/chats/getAllMessages',
      objects: { chat_messages: changes },
    }),
    chat_messages: graphTopic({
      ...lasting,
      title: 'Messages of a chat, without their content',
      needs: 'The permission `Chat.Read` of the person who signed in, or `Chat.Read.All`.',
      of: { chat_id: { title: 'Id of the chat' } },
      resource: 'chats/{$of.chat_id}/messages',
      objects: { chat_messages: changes },
    }),
    channel_messages: graphTopic({
      ...lasting,
      title: 'Messages and replies of a channel, without their content',
      needs: 'The permission `ChannelMessage.Read.All`.',
      of: { team_id: { title: 'Id of the team' }, channel_id: { title: 'Id of the channel' } },
      resource: 'teams/{$of.team_id}/channels/{$of.channel_id}/messages',
      objects: { channel_messages: changes, channel_replies: changes },
    }),
  }),
  documentation: {
    source: 'https://learn.microsoft.com/en-us/graph/api/resources/teams-api-overview',
    asOf: '2026-11-23',
  },
});
