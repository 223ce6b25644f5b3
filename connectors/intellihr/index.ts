/** intelliHR: people, their jobs and trainings, business units and locations. */
import { z } from 'zod';
import { bearerAuth, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://developers.intellihr.io/';

export const connector: HttpConnector = defineConnector({
  id: 'intellihr',
  name: 'intelliHR',
  vendor: 'Humanforce',
  category: 'hr',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['people', 'hris', 'jobs', 'training'],
  transport: 'http',
  config: z.strictObject({
    tenant: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'Must be one name of lower-case letters, digits and hyphens: acme.')
      .meta({ title: 'Tenant', help: 'What stands before `.intellihr.net` in your address.', example: 'acme' }),
  }),
  auth: [
    // @see https://developers.intellihr.io/
    bearerAuth({
      id: 'api_key',
      title: 'API access key',
      credentials: z.strictObject({ api_key: secretText('API access key') }),
      token: '{api_key}',
      setup:
        'Settings → Public Api Access Keys → Create Access Key. It is shown once, and may do what a system administrator may.',
    }),
  ],
  http: { baseUrl: 'https://api.intellihr.io/v1', hosts: ['api.intellihr.io'] },
  // The vendor publishes no limit.
  limits: { concurrency: 4, buckets: [{ name: 'tenant', limit: 120, perMs: 60_000 }], signals: [] },
  // @see https://developers.intellihr.io/
  errors: [{ when: { status: [400, 422] }, kind: 'validation', messagePath: 'error.message' }],
  test: {
    request: {
      method: 'GET',
      path: '/business-entities',
      query: { limit: '1' },
      headers: { tenant: '{config.tenant}' },
    },
  },
  objects,
  documentation: { source: docs, asOf: '2026-11-23' },
});
