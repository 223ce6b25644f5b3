/** PingOne: users, groups, populations, applications and activities of an environment. */
import { z } from 'zod';
import { clientCredentialsAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

export const connector: HttpConnector = defineConnector({
  id: 'pingone',
  name: 'PingOne',
  vendor: 'Ping Identity',
  category: 'identity',
  docsUrl: 'https://developer.pingidentity.com/pingone-api/platform/',
  version: '1.0.0',
  tags: ['users', 'groups', 'populations', 'sso', 'mfa'],
  transport: 'http',
  config: z.strictObject({
    // @see https://developer.pingidentity.com/pingone-api/getting-started/pingone-api-domains.html
    region: z.enum(['com', 'eu', 'ca', 'asia', 'com.au']).default('com').meta({
      title: 'Region',
      help: 'How the addresses of the environment end: `api.pingone.eu`.',
      destination: true,
    }),
    environment_id: z
      .uuid()
      .meta({ title: 'Environment id', example: 'abfba8f6-49eb-49f5-a5d9-80ad5c98f9f6', destination: true }),
  }),
  auth: [
    // @see https://developer.pingidentity.com/pingone-api/getting-started/create-an-admin-connection.html
    clientCredentialsAuth({
      tokenUrl: 'https://auth.pingone.{config.region}/{config.environment_id}/as/token',
      setup:
        'Applications → add one of the type Worker and enable it. On its tab Roles, grant it Identity Data Admin, and Environment Admin where applications are read.',
    }),
  ],
  http: {
    baseUrl: 'https://api.pingone.{config.region}/v1',
    hosts: ['.pingone.com', '.pingone.eu', '.pingone.ca', '.pingone.asia', '.pingone.com.au'],
  },
  // What is allowed depends on the license: a careful figure.
  limits: { concurrency: 4, buckets: [{ name: 'environment', limit: 1200, perMs: 60_000 }], signals: [] },
  // @see https://developer.pingidentity.com/pingone-api/platform/reference/error-codes.html
  errors: [
    {
      when: { status: 400, bodyIncludes: ['UNIQUENESS_VIOLATION'] },
      kind: 'conflict',
      messagePath: 'details[0].message',
    },
    { when: { status: 400, path: 'details' }, kind: 'validation', messagePath: 'details[0].message' },
  ],
  test: { request: { method: 'GET', path: '/environments/{config.environment_id}/users', query: { limit: '1' } } },
  objects,
  documentation: { source: 'https://developer.pingidentity.com/pingone-api/platform/', asOf: '2026-11-23' },
});
