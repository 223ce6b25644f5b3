/** Slack: people, channels with their members and messages, and user groups of a workspace. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import { authorizationCodeAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { contract } from './contract-notes.ts';
import { errors } from './errors.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

const scopes = [
  'users:read',
  'users:read.email',
  'channels:read',
  'channels:manage',
  'channels:history',
  'channels:write.invites',
  'groups:read',
  'groups:write',
  'groups:history',
  'usergroups:read',
  'usergroups:write',
  'chat:write',
];

export const connector: HttpConnector = defineConnector({
  id: 'slack',
  name: 'Slack',
  vendor: 'Slack',
  category: 'itsm',
  docsUrl: 'https://docs.slack.dev/apis/web-api/',
  version: '1.0.0',
  tags: ['chat', 'messages', 'channels', 'users'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://docs.slack.dev/authentication/tokens
    bearerAuth({
      title: 'Bot or user token',
      setup:
        'api.slack.com/apps → Create New App → OAuth & Permissions: add the scopes that the objects need, then Install to Workspace. The bot token begins with `xoxb-`, a user token with `xoxp-`.',
    }),
    // Tokens last until they are revoked, unless the app has token rotation. @see https://docs.slack.dev/authentication/installing-with-oauth
    authorizationCodeAuth({
      tokenUrl: 'https://slack.com/api/oauth.v2.access',
      clientAuth: 'basic',
      authorize: { url: 'https://slack.com/oauth/v2/authorize', scopes, scopeSeparator: ',', pkce: false },
      setup:
        'api.slack.com/apps → your app → OAuth & Permissions → Redirect URLs, and Basic Information for id and secret.',
    }),
  ],
  http: { baseUrl: 'https://slack.com/api', hosts: ['slack.com'] },
  // Each method has a budget of its own, from 20 calls a minute on (tier 2); messages one a second for each channel.
  // An app that is sold outside the Marketplace gets 15 messages of a history, once a minute.
  // @see https://docs.slack.dev/apis/web-api/rate-limits
  limits: { concurrency: 2, buckets: [{ name: 'workspace', limit: 50, perMs: 60_000 }], signals: [] },
  errors,
  test: { request: { method: 'GET', path: '/auth.test' } },
  objects,
  webhook,
  contract,
  documentation: { source: 'https://docs.slack.dev/apis/web-api/', asOf: '2026-11-23' },
});
