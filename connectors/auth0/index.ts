/** Auth0: users, roles, organizations, applications and connections of a tenant, and its log. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import { clientCredentialsAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

export const connector: HttpConnector = defineConnector({
  id: 'auth0',
  name: 'Auth0',
  vendor: 'Okta',
  category: 'identity',
  docsUrl: 'https://auth0.com/docs/api/management/v2',
  version: '1.0.0',
  tags: ['users', 'roles', 'organizations', 'customer identity'],
  transport: 'http',
  config: z.strictObject({
    domain: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9-]{0,62}(?:\.[a-z]{2})?\.auth0\.com$/,
        'Must be a domain under auth0.com: acme.eu.auth0.com.',
      )
      .meta({
        title: 'Domain of the tenant',
        help: 'Not a custom domain.',
        example: 'acme.eu.auth0.com',
        destination: true,
      }),
  }),
  auth: [
    // @see https://auth0.com/docs/secure/tokens/access-tokens/management-api-access-tokens
    clientCredentialsAuth({
      tokenUrl: 'https://{config.domain}/oauth/token',
      clientAuth: 'post',
      body: 'json',
      parameters: { audience: 'https://{config.domain}/api/v2/' },
      setup: 'Applications → Create Application → Machine to Machine, authorized for the Auth0 Management API.',
    }),
    bearerAuth({ title: 'Management API token' }),
  ],
  http: { baseUrl: 'https://{config.domain}/api/v2', hosts: ['.auth0.com'] },
  limits: {
    concurrency: 4,
    // Of free tenants. @see https://auth0.com/docs/troubleshoot/customer-support/operational-policies/rate-limit-policy
    buckets: [{ name: 'management', limit: 2, perMs: 1000 }],
    signals: [
      { header: 'x-ratelimit-remaining', means: 'remaining' },
      { header: 'x-ratelimit-reset', means: 'reset', unit: 'epoch_s' },
    ],
  },
  // @see https://auth0.com/docs/api/management/v2
  errors: [
    { when: { status: 403, path: 'errorCode', equals: ['insufficient_entitlement'] }, kind: 'unsupported' },
    { when: { status: 403, path: 'errorCode', equals: ['too_many_entities'] }, kind: 'quota' },
    { when: { path: 'errorCode', equals: ['too_many_requests'] }, kind: 'rate_limited' },
  ],
  test: { request: { method: 'GET', path: '/users', query: { per_page: '1' } } },
  objects,
  webhook,
  contract: {
    exempt: [
      {
        use: 'log_streams.update',
        rule: 'body',
        reason: 'The sink of Segment has no required member: cut to its structure, every sink is one of Segment, too.',
      },
      {
        use: 'network_acls.update',
        rule: 'body',
        reason: 'An address and a range of addresses are texts of any form there: every text is both.',
      },
    ],
  },
  documentation: { source: 'https://auth0.com/docs/api/management/v2', asOf: '2026-11-21' },
});
