/** Microsoft Teams over Microsoft Graph: teams with their channels and members, and chats with their messages. */
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { graphAuth, graphConfig, graphHttp, graphWebhook } from '../kit/presets/microsoft-graph.ts';
import { objects } from './objects.ts';

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
  webhook: graphWebhook,
  documentation: {
    source: 'https://learn.microsoft.com/en-us/graph/api/resources/teams-api-overview',
    asOf: '2026-11-23',
  },
});
