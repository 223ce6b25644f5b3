/** WorkOS: users, organizations, directories and connections of an environment. */
import { z } from 'zod';
import { bearerAuth, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

export const connector: HttpConnector = defineConnector({
  id: 'workos',
  name: 'WorkOS',
  vendor: 'WorkOS',
  category: 'identity',
  docsUrl: 'https://workos.com/docs/reference',
  version: '1.0.0',
  tags: ['users', 'organizations', 'directory sync', 'sso'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://workos.com/docs/reference/api-keys
    bearerAuth({
      title: 'API key',
      token: '{api_key}',
      credentials: z.strictObject({ api_key: secretText('API key', 'Begins with `sk_`.') }),
      setup: 'Dashboard → the environment → API Keys → Create key. A key belongs to one environment and is shown once.',
    }),
  ],
  http: { baseUrl: 'https://api.workos.com', hosts: ['api.workos.com'] },
  // Far below the general limit, since some endpoints have stricter ones. @see https://workos.com/docs/reference/rate-limits
  limits: { concurrency: 4, buckets: [{ name: 'key', limit: 600, perMs: 60_000 }], signals: [] },
  // @see https://workos.com/docs/reference/errors
  errors: [
    { when: { status: 409 }, kind: 'conflict', messagePath: 'message' },
    { when: { status: [400, 422], path: 'errors' }, kind: 'validation', messagePath: 'message' },
  ],
  test: { request: { method: 'GET', path: '/organizations', query: { limit: '1' } } },
  objects,
  documentation: { source: 'https://workos.com/docs/reference', asOf: '2026-11-23' },
});
