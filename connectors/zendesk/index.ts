/** Zendesk Support: tickets, users, organizations and the settings around them. */
import { z } from 'zod';
import { basicAuth, bearerAuth, plainText, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { exemptions } from './exemptions.data.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

export const connector: HttpConnector = defineConnector({
  id: 'zendesk',
  name: 'Zendesk Support',
  vendor: 'Zendesk',
  category: 'itsm',
  docsUrl: 'https://developer.zendesk.com/api-reference/',
  version: '1.0.0',
  tags: ['tickets', 'users', 'organizations', 'helpdesk'],
  transport: 'http',
  config: z.strictObject({
    subdomain: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'Must be one name of lower-case letters, digits and hyphens: acme.')
      .meta({ title: 'Subdomain', help: 'What stands before `.zendesk.com`.', example: 'acme', destination: true }),
  }),
  auth: [
    // @see https://developer.zendesk.com/api-reference/introduction/security-and-auth/#api-token
    basicAuth({
      id: 'api_token',
      title: 'API token',
      credentials: z.strictObject({ email: plainText('E-mail address'), api_token: secretText('API token') }),
      username: '{email}/token',
      password: '{api_token}',
      setup: 'Admin Center → Apps and integrations → APIs → API tokens → Add API token.',
    }),
    // @see https://developer.zendesk.com/api-reference/introduction/security-and-auth/#oauth-access-token
    bearerAuth({ id: 'oauth_token', title: 'OAuth access token' }),
  ],
  http: { baseUrl: 'https://{config.subdomain}.zendesk.com/api/v2', hosts: ['.zendesk.com'] },
  // @see https://developer.zendesk.com/api-reference/introduction/rate-limits/
  limits: {
    concurrency: 5,
    // Of the smallest plan.
    buckets: [{ name: 'account', limit: 200, perMs: 60_000 }],
    signals: [
      { header: 'ratelimit-remaining', means: 'remaining' },
      { header: 'ratelimit-reset', means: 'reset', unit: 'delta_s' },
    ],
  },
  // @see https://developer.zendesk.com/api-reference/introduction/requests/#response-format
  errors: [
    { when: { status: 422, bodyIncludes: ['DuplicateValue', 'DuplicateExternalId'] }, kind: 'conflict' },
    { when: { status: 409 }, kind: 'conflict', message: 'The record is being changed by another request.' },
    {
      when: { status: 400, bodyIncludes: ['InvalidPaginationParameter', 'invalid_cursor', 'CursorExpired'] },
      kind: 'cursor_expired',
    },
  ],
  test: { request: { method: 'GET', path: '/users/me' } },
  objects,
  webhook,
  contract: {
    descriptions: ['zendesk/support.json.gz', 'zendesk/webhooks.json.gz', 'zendesk/help-center.json.gz'],
    // `{/locale}` in the documentation. @see https://developer.zendesk.com/api-reference/help_center/help-center-api/articles/
    optionalSegments: ['{locale}'],
    exempt: exemptions,
  },
  documentation: { source: 'https://developer.zendesk.com/api-reference/', asOf: '2026-11-21' },
});
