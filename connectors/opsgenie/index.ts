/** Opsgenie: alerts, incidents, on-call schedules, teams and users of an account. */
import { z } from 'zod';
import { apiKeyAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

export const connector: HttpConnector = defineConnector({
  id: 'opsgenie',
  name: 'Opsgenie',
  vendor: 'Atlassian',
  category: 'itsm',
  docsUrl: 'https://docs.opsgenie.com/docs/api-overview',
  version: '1.0.0',
  tags: ['alerts', 'incidents', 'on-call', 'schedules'],
  transport: 'http',
  config: z.strictObject({
    region: z.enum(['us', 'eu']).default('us').meta({ title: 'Service region of the account', destination: true }),
  }),
  auth: [
    // @see https://docs.opsgenie.com/docs/authentication
    apiKeyAuth({
      in: 'header',
      name: 'authorization',
      value: 'GenieKey {api_key}',
      setup: 'Settings → API key management → Add new API key, with the access rights that the objects need.',
    }),
  ],
  http: {
    baseUrl: ({ config }) => (config['region'] === 'eu' ? 'https://api.eu.opsgenie.com' : 'https://api.opsgenie.com'),
    hosts: ['api.opsgenie.com', 'api.eu.opsgenie.com'],
  },
  // Buckets that are filled by users and plan; the answer tells how full they are. @see https://docs.opsgenie.com/docs/api-rate-limiting
  limits: { concurrency: 4, buckets: [{ name: 'account', limit: 300, perMs: 60_000 }], signals: [] },
  // @see https://docs.opsgenie.com/docs/response
  errors: [
    { when: { status: 402 }, kind: 'unsupported', message: 'The plan of the account does not include this feature.' },
    { when: { status: 409 }, kind: 'conflict', messagePath: 'message' },
    { when: { status: 422 }, kind: 'validation', messagePath: 'message' },
  ],
  test: { request: { method: 'GET', path: '/v2/users', query: { limit: '1' } } },
  objects,
  documentation: { source: 'https://docs.opsgenie.com/docs/api-overview', asOf: '2026-11-23' },
});
