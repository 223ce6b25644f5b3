/** Juniper Mist: sites, devices, clients, templates, access rules and alarms of an organization. */
import { z } from 'zod';
import { apiKeyAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

/** One per cloud instance. @see https://www.juniper.net/documentation/us/en/software/mist/api/http/getting-started/how-to-get-started */
const clouds = [
  'api.mist.com',
  'api.gc1.mist.com',
  'api.ac2.mist.com',
  'api.gc2.mist.com',
  'api.gc4.mist.com',
  'api.eu.mist.com',
  'api.gc3.mist.com',
  'api.ac6.mist.com',
  'api.gc6.mist.com',
  'api.ac5.mist.com',
  'api.gc5.mist.com',
  'api.gc7.mist.com',
] as const;

export const connector: HttpConnector = defineConnector({
  id: 'juniper_mist',
  name: 'Juniper Mist',
  vendor: 'Juniper Networks',
  category: 'network',
  docsUrl: 'https://www.juniper.net/documentation/us/en/software/mist/api/http/',
  version: '1.0.0',
  tags: ['wifi', 'switches', 'devices', 'clients', 'nac'],
  transport: 'http',
  config: z.strictObject({
    org_id: z.uuid().meta({
      title: 'Organization id',
      help: 'Organization → Settings shows it.',
      example: 'a97c1b22-a4e9-411e-9bfd-d8695a0f9e61',
    }),
    api_host: z
      .enum(clouds)
      .default('api.mist.com')
      .meta({ title: 'Host of the interface', help: 'That of the portal, with api for manage.', destination: true }),
  }),
  auth: [
    // @see https://www.juniper.net/documentation/us/en/software/mist/automation-integration/topics/task/create-token-for-rest-api.html
    apiKeyAuth({
      in: 'header',
      name: 'authorization',
      value: 'Token {api_key}',
      title: 'API token',
      setup: 'Organization → Settings → API Token → Create Token, with the access level that the objects need.',
    }),
  ],
  http: {
    baseUrl: 'https://{config.api_host}/api/v1',
    hosts: [...clouds],
    headers: { accept: 'application/json' },
  },
  // 5000 calls per hour and token. @see https://www.juniper.net/documentation/us/en/software/mist/automation-integration/topics/concept/restful-api-overview.html
  limits: { concurrency: 4, buckets: [{ name: 'token', limit: 5000, perMs: 3_600_000 }], signals: [] },
  // @see https://github.com/mistsys/mist_openapi
  errors: [{ when: { status: 400, path: 'detail' }, kind: 'validation', messagePath: 'detail' }],
  test: { request: { method: 'GET', path: '/self' } },
  objects,
  webhook,
  documentation: { source: 'https://github.com/mistsys/mist_openapi', asOf: '2026-11-23' },
});
