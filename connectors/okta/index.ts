/** Okta: people, groups, devices and applications of a workforce directory, and its system log. */
import { z } from 'zod';
import { apiKeyAuth, plainText, secretText } from '../kit/auth/methods.ts';
import { privateKeyJwtAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { requests } from '../kit/http/complete-operations.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

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
      .regex(
        /^[a-z0-9][a-z0-9-]{0,62}\.(?:okta\.com|oktapreview\.com|okta-emea\.com|okta-gov\.com|okta\.mil)$/,
        'Must be a domain of Okta: acme.okta.com.',
      )
      .meta({ title: 'Okta domain', help: 'Without `-admin`.', example: 'acme.okta.com', destination: true }),
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
    {
      // Tokens last an hour. @see https://developer.okta.com/docs/guides/implement-oauth-for-okta-serviceapp/main/
      ...privateKeyJwtAuth({
        title: 'Service app with a key',
        tokenUrl: 'https://{config.domain}/oauth2/v1/token',
        credentials: z.strictObject({
          client_id: plainText('Client id'),
          key_id: plainText('Key id', 'Of the public key, where the app has several.').optional(),
          private_key: secretText('Private key', 'PEM or JWK, RSA.'),
          scope: plainText('Scopes', 'As granted to the app, with spaces between them, such as okta.users.read.'),
        }),
        scope: '{scope}',
        setup:
          'Applications → Create App Integration → API Services; public key / private key, without DPoP. Grant it Okta API scopes and an administrator role.',
      }),
      // Without a signed-in person, `me` does not exist.
      reaches: { request: requests({ method: 'GET', path: '/users', query: { limit: '1' } }), object: 'users' },
    },
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
      message: 'The status of the record does not allow this operation.',
    },
  ],
  test: { request: { method: 'GET', path: '/users/me' } },
  objects,
  webhook,
  contract: {
    exempt: ['device_assurances.create', 'device_assurances.update'].map((use) => ({
      use,
      rule: 'body',
      reason:
        'The end of a grace period is a date or a duration, which are texts of any form there: every text is both.',
    })),
  },
  documentation: { source: 'https://developer.okta.com/docs/api/', asOf: '2026-11-21' },
});
