/** Loket.nl: employers, their employees, employments, departments, functions and leave requests. */
import { z } from 'zod';
import { authorizationCodeAuth, refreshTokenAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { version } from './versions.ts';

const docs = 'https://developer.loket.nl/';

// @see https://developer.loket.nl/OauthCode
const tokenUrl = 'https://oauth.loket.nl/token';

export const connector: HttpConnector = defineConnector({
  id: 'loket',
  name: 'Loket.nl',
  vendor: 'Loket.nl',
  category: 'hr',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['employees', 'payroll', 'netherlands'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    authorizationCodeAuth({
      tokenUrl,
      clientAuth: 'post',
      authorize: { url: 'https://oauth.loket.nl/authorize', scopes: ['all'], pkce: false },
      setup:
        'Loket gives partners a client id and a client secret, for the redirect address of this hub. Sign in as a user of Loket who may see the employers, and whose filter settings leave no employments out.',
    }),
    refreshTokenAuth({ tokenUrl, clientAuth: 'post' }),
  ],
  http: { baseUrl: 'https://api.loket.nl/v2', hosts: ['api.loket.nl'] },
  // The vendor publishes no limit.
  limits: { concurrency: 4, buckets: [{ name: 'client', limit: 120, perMs: 60_000 }], signals: [] },
  // @see https://developer.loket.nl/
  errors: [
    {
      when: { status: [400, 409, 422], path: 'messages' },
      kind: 'validation',
      messagePath: 'messages[0].description',
    },
  ],
  test: { request: { method: 'GET', path: '/providers', query: { pageSize: '1' }, headers: version('2018-01-01') } },
  objects,
  documentation: { source: docs, asOf: '2026-11-23' },
});
