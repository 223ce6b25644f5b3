/** ExtremeCloud IQ: devices, clients, users, groups, policies and the audit log of an account. */
import { z } from 'zod';
import { bearerAuth, plainText, secretText } from '../kit/auth/methods.ts';
import { sessionLoginAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docsUrl = 'https://extremecloudiq.com/api-docs/api-reference.html';

export const connector: HttpConnector = defineConnector({
  id: 'extreme_cloudiq',
  name: 'ExtremeCloud IQ',
  vendor: 'Extreme Networks',
  category: 'network',
  docsUrl,
  version: '1.0.0',
  tags: ['wifi', 'switches', 'devices', 'clients'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://extremecloudiq.com/api-docs/api-reference.html#_generate_api_token
    bearerAuth({
      title: 'API token',
      setup:
        'Generate a token with the permissions that the objects need: `POST /auth/apitoken`, or Global Settings → API → API Token Management.',
    }),
    // @see https://extremecloudiq.com/api-docs/api-reference.html#_login
    sessionLoginAuth({
      title: 'User name and password',
      credentials: z.strictObject({ username: plainText('User name'), password: secretText('Password') }),
      login: {
        method: 'POST',
        url: 'https://api.extremecloudiq.com/login',
        headers: {},
        body: { format: 'json', values: { username: '{username}', password: '{password}' } },
      },
      extract: { token: { from: 'body', path: 'access_token' } },
      expiresPath: 'expires_in',
      places: [{ in: 'header', name: 'Authorization', value: 'Bearer {$token}' }],
    }),
  ],
  http: {
    baseUrl: 'https://api.extremecloudiq.com',
    hosts: ['api.extremecloudiq.com'],
    headers: { accept: 'application/json' },
  },
  // 7500 calls per hour. @see https://github.com/extremenetworks/ExtremeCloudIQ-OpenAPI
  limits: {
    concurrency: 4,
    buckets: [{ name: 'account', limit: 7500, perMs: 3_600_000 }],
    signals: [
      { header: 'ratelimit-remaining', means: 'remaining' },
      { header: 'ratelimit-reset', means: 'reset', unit: 'delta_s' },
    ],
  },
  // @see https://github.com/extremenetworks/ExtremeCloudIQ-OpenAPI (XiqError)
  errors: [
    {
      when: { status: 400, bodyIncludes: ['already exist', 'duplicate', 'Duplicate'] },
      kind: 'conflict',
      messagePath: 'error_message',
    },
    { when: { status: 400, path: 'error_message' }, kind: 'validation', messagePath: 'error_message' },
  ],
  test: { request: { method: 'GET', path: '/account/home' } },
  objects,
  documentation: { source: 'https://github.com/extremenetworks/ExtremeCloudIQ-OpenAPI', asOf: '2026-11-23' },
});
