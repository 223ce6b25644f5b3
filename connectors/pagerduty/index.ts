/** PagerDuty: incidents, services, on-call schedules and users of an account. */
import { z } from 'zod';
import { apiKeyAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

export const connector: HttpConnector = defineConnector({
  id: 'pagerduty',
  name: 'PagerDuty',
  vendor: 'PagerDuty',
  category: 'itsm',
  docsUrl: 'https://developer.pagerduty.com/api-reference/',
  version: '1.0.0',
  tags: ['incidents', 'on-call', 'schedules', 'escalations'],
  transport: 'http',
  config: z.strictObject({
    region: z.enum(['us', 'eu']).default('us').meta({ title: 'Service region of the account', destination: true }),
    from_email: z.email().meta({
      title: 'E-mail address of a user',
      help: 'Incidents and users are created in the name of this user of the account.',
      example: 'hub@example.com',
    }),
  }),
  auth: [
    // @see https://developer.pagerduty.com/docs/authentication
    apiKeyAuth({
      in: 'header',
      name: 'authorization',
      value: 'Token token={api_key}',
      title: 'REST API key',
      setup:
        'Integrations → API Access Keys → Create New API Key; without the check mark for read-only if records are to be written.',
    }),
  ],
  http: {
    // @see https://support.pagerduty.com/main/docs/service-regions
    baseUrl: ({ config }) => (config['region'] === 'eu' ? 'https://api.eu.pagerduty.com' : 'https://api.pagerduty.com'),
    hosts: ['api.pagerduty.com', 'api.eu.pagerduty.com'],
    headers: { accept: 'application/vnd.pagerduty+json;version=2' },
  },
  // @see https://support.pagerduty.com/main/docs/rest-api-rate-limits
  limits: {
    concurrency: 4,
    buckets: [{ name: 'key', limit: 960, perMs: 60_000 }],
    signals: [
      { header: 'ratelimit-remaining', means: 'remaining' },
      { header: 'ratelimit-reset', means: 'reset', unit: 'delta_s' },
    ],
  },
  // @see https://developer.pagerduty.com/docs/errors
  errors: [
    {
      when: { status: 400, bodyIncludes: ['has already been taken'] },
      kind: 'conflict',
      messagePath: 'error.errors[0]',
    },
    { when: { status: 400, path: 'error.errors' }, kind: 'validation', messagePath: 'error.errors[0]' },
    { when: { status: 402 }, kind: 'unsupported', message: 'The plan of the account does not include this feature.' },
  ],
  test: { request: { method: 'GET', path: '/abilities' } },
  objects,
  webhook,
  documentation: { source: 'https://developer.pagerduty.com/api-reference/', asOf: '2026-11-23' },
});
