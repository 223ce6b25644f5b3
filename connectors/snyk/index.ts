/** Snyk: organizations, projects, issues and members of a group. */
import { z } from 'zod';
import { apiKeyAuth, secretText } from '../kit/auth/methods.ts';
import { clientCredentialsAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

export const connector: HttpConnector = defineConnector({
  id: 'snyk',
  name: 'Snyk',
  vendor: 'Snyk',
  category: 'security',
  docsUrl: 'https://docs.snyk.io/developer-tools/snyk-api/rest-api/about-the-rest-api',
  version: '1.0.0',
  tags: ['vulnerabilities', 'projects', 'code', 'containers'],
  transport: 'http',
  config: z.strictObject({
    api_host: z
      .enum(['api.snyk.io', 'api.us.snyk.io', 'api.eu.snyk.io', 'api.au.snyk.io'])
      .default('api.snyk.io')
      .meta({ title: 'API of the region', help: 'SNYK-US-01, SNYK-US-02, SNYK-EU-01, SNYK-AU-01.', destination: true }),
  }),
  auth: [
    // @see https://docs.snyk.io/developer-tools/snyk-api/authentication-for-api
    apiKeyAuth({
      in: 'header',
      name: 'authorization',
      value: 'Token {api_token}',
      id: 'api_token',
      title: 'API token',
      credentials: z.strictObject({ api_token: secretText('API token') }),
      setup:
        'Group or Organization → Settings → Service accounts → Create a service account with an API token, and the role that the objects need.',
    }),
    // @see https://docs.snyk.io/platform-administration/service-accounts/service-accounts-using-oauth-2.0
    clientCredentialsAuth({
      tokenUrl: 'https://{config.api_host}/oauth2/token',
      clientAuth: 'post',
      setup:
        'Group or Organization → Settings → Service accounts → Create a service account with OAuth 2.0 client credentials.',
    }),
  ],
  http: {
    // @see https://docs.snyk.io/snyk-data-and-governance/regional-hosting-and-data-residency
    baseUrl: 'https://{config.api_host}/rest',
    hosts: ['api.snyk.io', 'api.us.snyk.io', 'api.eu.snyk.io', 'api.au.snyk.io'],
  },
  // For each key. @see https://docs.snyk.io/developer-tools/snyk-api/rest-api/about-the-rest-api
  limits: { concurrency: 4, buckets: [{ name: 'key', limit: 1620, perMs: 60_000 }], signals: [] },
  // @see https://docs.snyk.io/developer-tools/snyk-api/rest-api/about-the-rest-api
  errors: [
    { when: { status: 400, path: 'errors' }, kind: 'validation', messagePath: 'errors[0].detail' },
    { when: { status: 409, path: 'errors' }, kind: 'conflict', messagePath: 'errors[0].detail' },
  ],
  test: { request: { method: 'GET', path: '/self', query: { version: '2024-10-15' } } },
  objects,
  documentation: { source: 'https://apidocs.snyk.io/', asOf: '2026-11-23' },
});
