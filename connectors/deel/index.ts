/** Deel: people, contracts, time off, timesheets and IT assets of an organization. */
import { z } from 'zod';
import { bearerAuth, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

export const connector: HttpConnector = defineConnector({
  id: 'deel',
  name: 'Deel',
  vendor: 'Deel',
  category: 'hr',
  docsUrl: 'https://developer.deel.com/llms.txt',
  version: '1.0.0',
  tags: ['people', 'hris', 'contracts', 'time off'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://developer.deel.com/api/best-practices
    bearerAuth({
      id: 'api_token',
      title: 'API token',
      credentials: z.strictObject({ api_token: secretText('API token') }),
      token: '{api_token}',
      setup:
        'More → Developer → Access tokens → Generate new token, for the organization, with the scopes that are read.',
    }),
  ],
  http: {
    baseUrl: 'https://api.letsdeel.com/rest/v2',
    hosts: ['api.letsdeel.com'],
    headers: { accept: 'application/json' },
  },
  // For all tokens of an organization together, and without headers. @see https://developer.deel.com/api/rate-limits
  limits: { concurrency: 2, buckets: [{ name: 'organization', limit: 5, perMs: 1000 }], signals: [] },
  // @see https://developer.deel.com/api/best-practices
  errors: [{ when: { status: [400, 422] }, kind: 'validation', messagePath: 'errors[0].message' }],
  test: { request: { method: 'GET', path: '/organizations' } },
  objects,
  webhook,
  documentation: { source: 'https://developer.deel.com/llms.txt', asOf: '2026-11-23' },
});
