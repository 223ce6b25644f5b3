/** Twilio SendGrid: teammates, suppressions, unsubscribe groups, lists, templates and authenticated domains. */
import { z } from 'zod';
import { apiKeyAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://www.twilio.com/docs/sendgrid/api-reference';

export const connector: HttpConnector = defineConnector({
  id: 'sendgrid',
  name: 'Twilio SendGrid',
  vendor: 'Twilio',
  category: 'cloud',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['email', 'suppressions', 'templates'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://www.twilio.com/docs/sendgrid/api-reference/how-to-use-the-sendgrid-v3-api/authentication
    apiKeyAuth({
      in: 'header',
      name: 'Authorization',
      value: 'Bearer {api_key}',
      setup:
        'Settings → API Keys → Create API Key, with access to what is read and written. It is shown once. Accounts in the EU need the base URL `https://api.eu.sendgrid.com/v3`.',
    }),
  ],
  http: {
    baseUrl: 'https://api.sendgrid.com/v3',
    hosts: ['api.sendgrid.com'],
    headers: { accept: 'application/json' },
  },
  // Each endpoint has a limit of its own, which the headers tell. @see
  // https://www.twilio.com/docs/sendgrid/api-reference/how-to-use-the-sendgrid-v3-api/rate-limits
  limits: {
    concurrency: 4,
    buckets: [{ name: 'key', limit: 300, perMs: 60_000 }],
    signals: [
      { header: 'x-ratelimit-remaining', means: 'remaining' },
      { header: 'x-ratelimit-reset', means: 'reset', unit: 'epoch_s' },
    ],
  },
  // @see https://www.twilio.com/docs/sendgrid/api-reference/how-to-use-the-sendgrid-v3-api/errors
  errors: [
    {
      when: { status: [400, 422], path: 'errors' },
      kind: 'validation',
      messagePath: 'errors[0].message',
      fields: { list: 'errors', field: 'field', message: 'message' },
    },
  ],
  test: { request: { method: 'GET', path: '/scopes' } },
  objects,
  documentation: { source: docs, asOf: '2026-11-23' },
});
