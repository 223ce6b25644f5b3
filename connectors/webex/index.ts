/** Webex: people, spaces, teams, messages and licenses of an organization, and its audit log. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import { authorizationCodeAuth, refreshTokenAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

const docs = 'https://developer.webex.com/docs';
const tokenUrl = 'https://webexapis.com/v1/access_token';

const scopes = [
  'spark-admin:people_read',
  'spark-admin:people_write',
  'spark-admin:licenses_read',
  'spark-admin:roles_read',
  'spark-admin:organizations_read',
  'identity:groups_read',
  'audit:events_read',
  'spark:all',
];

export const connector: HttpConnector = defineConnector({
  id: 'webex',
  name: 'Webex',
  vendor: 'Cisco',
  category: 'itsm',
  docsUrl: `${docs}/api/getting-started`,
  version: '1.0.0',
  tags: ['chat', 'meetings', 'people', 'cisco'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // Access tokens of a service app are renewed with its refresh token. @see https://developer.webex.com/docs/service-apps
    refreshTokenAuth({
      title: 'Service app',
      tokenUrl,
      clientAuth: 'post',
      setup:
        'developer.webex.com → My Webex Apps → Create a Service App, with the scopes that the objects need; an administrator authorizes it in Control Hub under Apps, and its page then shows a refresh token.',
    }),
    // @see https://developer.webex.com/docs/integrations
    authorizationCodeAuth({
      tokenUrl,
      clientAuth: 'post',
      authorize: { url: 'https://webexapis.com/v1/authorize', scopes },
      setup:
        'developer.webex.com → My Webex Apps → Create an Integration, with these scopes and a redirect to this hub.',
    }),
    // @see https://developer.webex.com/docs/bots
    bearerAuth({
      title: 'Access token of a bot',
      setup: 'developer.webex.com → My Webex Apps → Create a Bot. A bot sees its own spaces only.',
    }),
  ],
  http: { baseUrl: 'https://webexapis.com/v1', hosts: ['webexapis.com'] },
  // Limits vary, and are told by `Retry-After` alone: a careful figure. @see https://developer.webex.com/docs/basics#rate-limiting
  limits: { concurrency: 4, buckets: [{ name: 'token', limit: 300, perMs: 60_000 }], signals: [] },
  // @see https://developer.webex.com/docs/basics#api-errors
  errors: [
    {
      when: { status: 400, path: 'errors' },
      kind: 'validation',
      messagePath: 'message',
    },
    { when: { status: 409 }, kind: 'conflict', messagePath: 'message' },
    { when: { status: 423 }, kind: 'transient', message: 'The file is still being scanned.' },
  ],
  test: { request: { method: 'GET', path: '/people/me' } },
  objects,
  webhook,
  documentation: { source: `${docs}/api/getting-started`, asOf: '2026-11-23' },
});
