/** Remote: employments, time off, timesheets, expenses, payslips and departments of a company. */
import { z } from 'zod';
import { bearerAuth, secretText } from '../kit/auth/methods.ts';
import { authorizationCodeAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

const docs = 'https://developer.remote.com/llms.txt';

export const connector: HttpConnector = defineConnector({
  id: 'remote',
  name: 'Remote',
  vendor: 'Remote',
  category: 'hr',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['employees', 'contractors', 'eor', 'payroll', 'time off'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://developer.remote.com/llms.txt
    bearerAuth({
      id: 'api_token',
      title: 'API token',
      credentials: z.strictObject({ api_token: secretText('API token', 'Begins with `ra_live_`.') }),
      token: '{api_token}',
      setup:
        'Remote → Integrations → Remote API → Generate API token, as an owner or admin of the company. A token of the sandbox begins with `ra_test_` and needs the base URL `https://gateway.remote-sandbox.com`.',
    }),
    // @see https://developer.remote.com/docs/authentication-for-partners
    authorizationCodeAuth({
      tokenUrl: 'https://gateway.remote.com/auth/oauth2/token',
      authorize: { url: 'https://gateway.remote.com/auth/oauth2/authorize', pkce: false },
      setup: 'Remote gives partners a client id and a client secret, for the redirect address of this hub.',
    }),
  ],
  http: { baseUrl: 'https://gateway.remote.com', hosts: ['gateway.remote.com'] },
  // 250 per client of a partner, 300 per company; the headers tell what is left. @see
  // https://developer.remote.com/docs/rate-limit-for-partner and https://developer.remote.com/docs/rate-limit
  limits: {
    concurrency: 4,
    buckets: [{ name: 'client', limit: 250, perMs: 60_000 }],
    signals: [
      { header: 'x-ratelimit-remaining', means: 'remaining' },
      { header: 'x-ratelimit-reset', means: 'reset', unit: 'delta_ms' },
    ],
  },
  // @see https://developer.remote.com/llms.txt
  errors: [{ when: { status: [400, 422] }, kind: 'validation', messagePath: 'message' }],
  test: { request: { method: 'GET', path: '/v1/identity/current' } },
  objects,
  webhook,
  documentation: { source: docs, asOf: '2026-11-23' },
});
