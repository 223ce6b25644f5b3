/** Okta: people, groups, devices and applications of a workforce directory, and its system log. */
import { z } from 'zod';
import { apiKeyAuth, secretText } from '../kit/auth/methods.ts';
import { defineConnector, type HttpConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

export const connector: HttpConnector = defineConnector({
  id: 'okta',
  name: 'Okta',
  vendor: 'Okta',
  category: 'identity',
  docsUrl: 'https://developer.okta.com/docs/api/',
  version: '1.0.0',
  tags: ['users', 'groups', 'devices', 'directory', 'sso'],
  transport: 'http',
  config: z.strictObject({
    domain: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,62}\.(?:okta\.com|oktapreview\.com|okta-emea\.com|okta-gov\.com|okta\.mil)$/)
      .meta({ title: 'Okta domain', help: 'Without `-admin`.', example: 'acme.okta.com' }),
  }),
  auth: [
    // @see https://developer.okta.com/docs/guides/create-an-api-token/main/
    apiKeyAuth({
      in: 'header',
      name: 'authorization',
      value: 'SSWS {api_token}',
      id: 'api_token',
      title: 'API token',
      credentials: z.strictObject({ api_token: secretText('API token') }),
      setup: 'Security → API → Tokens → Create token, as an administrator who may do what the integration does.',
    }),
  ],
  http: {
    baseUrl: 'https://{config.domain}/api/v1',
    hosts: ['.okta.com', '.oktapreview.com', '.okta-emea.com', '.okta-gov.com', '.okta.mil'],
  },
  limits: {
    // Under the 75 simultaneous requests of an organization. @see https://developer.okta.com/docs/reference/rl2-limits/
    concurrency: 10,
    // The default of /api/v1/users. @see https://developer.okta.com/docs/reference/rl-global-mgmt/
    buckets: [{ name: 'management', limit: 600, perMs: 60_000 }],
    // @see https://developer.okta.com/docs/reference/rl-best-practices/
    signals: [
      { header: 'x-rate-limit-remaining', means: 'remaining' },
      { header: 'x-rate-limit-reset', means: 'reset', unit: 'epoch_s' },
    ],
  },
  // @see https://developer.okta.com/docs/reference/error-codes/
  errors: [
    { when: { status: [401, 403], bodyIncludes: ['"E0000015"'] }, kind: 'permission' },
    {
      when: { status: 403, bodyIncludes: ['"E0000038"', '"E0000056"'] },
      kind: 'conflict',
      message: 'The state of the record does not allow this.',
    },
  ],
  test: { request: { method: 'GET', path: '/users/me' } },
  objects,
  documentation: { source: 'https://developer.okta.com/docs/api/', asOf: '2026-11-21' },
});
