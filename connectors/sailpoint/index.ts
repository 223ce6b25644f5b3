/** SailPoint Identity Security Cloud: identities, accounts, access and certifications of a tenant. */
import { z } from 'zod';
import { clientCredentialsAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

export const connector: HttpConnector = defineConnector({
  id: 'sailpoint',
  name: 'SailPoint Identity Security Cloud',
  vendor: 'SailPoint',
  category: 'identity',
  docsUrl: 'https://developer.sailpoint.com/docs/api/v3',
  version: '1.0.0',
  tags: ['identity governance', 'accounts', 'roles', 'certifications'],
  transport: 'http',
  config: z.strictObject({
    tenant: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'Must be the name of a tenant: acme.')
      .meta({ title: 'Tenant', help: 'The first part of `acme.identitynow.com`.', example: 'acme', destination: true }),
  }),
  auth: [
    // @see https://developer.sailpoint.com/docs/api/authentication
    clientCredentialsAuth({
      tokenUrl: 'https://{config.tenant}.api.identitynow.com/oauth/token',
      clientAuth: 'post',
      title: 'Personal access token, or OAuth 2.0 client',
      setup:
        'Preferences → Personal Access Tokens → New Token, as a user with the rights of an administrator, with the scope sp:scopes:all. Its client id and secret are shown once.',
    }),
  ],
  http: { baseUrl: 'https://{config.tenant}.api.identitynow.com/v3', hosts: ['.api.identitynow.com'] },
  // 100 requests in 10 seconds by an access token. @see https://developer.sailpoint.com/docs/api/rate-limit
  limits: { concurrency: 4, buckets: [{ name: 'token', limit: 100, perMs: 10_000 }], signals: [] },
  // @see https://developer.sailpoint.com/docs/api/v3/list-accounts
  errors: [
    { when: { status: 400, bodyIncludes: ['already exists'] }, kind: 'conflict', messagePath: 'messages[0].text' },
    { when: { status: 400, path: 'messages' }, kind: 'validation', messagePath: 'messages[0].text' },
  ],
  test: { request: { method: 'GET', path: '/public-identities', query: { limit: '1' } } },
  objects,
  documentation: { source: 'https://developer.sailpoint.com/docs/api/v3', asOf: '2026-11-23' },
});
