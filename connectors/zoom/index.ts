/** Zoom: users, groups, meetings, rooms and reports of an account. */
import { z } from 'zod';
import { plainText, secretText } from '../kit/auth/methods.ts';
import { authorizationCodeAuth, clientCredentialsAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

const docs = 'https://developers.zoom.us/docs/api';
const tokenUrl = 'https://zoom.us/oauth/token';

export const connector: HttpConnector = defineConnector({
  id: 'zoom',
  name: 'Zoom',
  vendor: 'Zoom',
  category: 'itsm',
  docsUrl: `${docs}/`,
  version: '1.0.0',
  tags: ['meetings', 'video', 'users', 'rooms'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://developers.zoom.us/docs/internal-apps/s2s-oauth/
    clientCredentialsAuth({
      title: 'Server-to-server OAuth app',
      tokenUrl,
      grantType: 'account_credentials',
      credentials: z.strictObject({
        account_id: plainText('Account id'),
        client_id: plainText('Client id'),
        client_secret: secretText('Client secret'),
      }),
      parameters: { account_id: '{account_id}' },
      setup:
        'marketplace.zoom.us → Develop → Build App → Server-to-Server OAuth App: add the scopes that the objects need, and activate the app.',
    }),
    // @see https://developers.zoom.us/docs/integrations/oauth/
    authorizationCodeAuth({
      tokenUrl,
      authorize: { url: 'https://zoom.us/oauth/authorize' },
      setup:
        'marketplace.zoom.us → Develop → Build App → General App, managed by an administrator, with a redirect to this hub.',
    }),
  ],
  http: { baseUrl: 'https://api.zoom.us/v2', hosts: ['api.zoom.us', 'zoom.us'] },
  // Heavy calls of a Pro account; lighter ones have more. @see https://developers.zoom.us/docs/api/rate-limits/
  limits: { concurrency: 4, buckets: [{ name: 'account', limit: 10, perMs: 1000 }], signals: [] },
  // @see https://developers.zoom.us/docs/api/errors/
  errors: [
    { when: { path: 'code', equals: [124] }, kind: 'auth_invalid' },
    { when: { path: 'code', equals: [200, 4700, 4711] }, kind: 'permission', messagePath: 'message' },
    // 4130 is a group that is not there, which its status says.
    { when: { path: 'code', equals: [1005, 1009, 4132] }, kind: 'conflict', messagePath: 'message' },
    {
      when: { status: 400, path: 'errors' },
      kind: 'validation',
      messagePath: 'message',
      fields: { list: 'errors', field: 'field', message: 'message' },
    },
    { when: { status: 400 }, kind: 'validation', messagePath: 'message' },
  ],
  test: { request: { method: 'GET', path: '/users', query: { page_size: '1' } } },
  objects,
  webhook,
  documentation: { source: `${docs}/`, asOf: '2026-11-23' },
});
