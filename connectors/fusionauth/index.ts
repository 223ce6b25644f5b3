/** FusionAuth: users, groups, registrations and applications of a server. */
import { z } from 'zod';
import { apiKeyAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

export const connector: HttpConnector = defineConnector({
  id: 'fusionauth',
  name: 'FusionAuth',
  vendor: 'FusionAuth',
  category: 'identity',
  docsUrl: 'https://fusionauth.io/docs/apis/',
  version: '1.0.0',
  tags: ['users', 'groups', 'registrations', 'self-hosted'],
  transport: 'http',
  config: z.strictObject({
    server_url: z.url({ protocol: /^https?$/ }).meta({
      title: 'Address of the server',
      help: 'Up to where `/api` begins.',
      example: 'https://acme.fusionauth.io',
      destination: true,
    }),
  }),
  auth: [
    // @see https://fusionauth.io/docs/apis/authentication#api-key-authentication
    apiKeyAuth({
      in: 'header',
      name: 'Authorization',
      setup:
        'Settings → API Keys → Add, with the endpoints and methods that the objects need; without any, the key may do all. Where there are several tenants, assign the key to one.',
    }),
  ],
  http: { baseUrl: '{config.server_url}', hosts: 'from_config' },
  // FusionAuth limits no calls of API keys itself: a careful figure for a server of one's own.
  limits: { concurrency: 4, buckets: [{ name: 'server', limit: 1200, perMs: 60_000 }], signals: [] },
  // @see https://fusionauth.io/docs/apis/errors
  errors: [
    { when: { status: 400, bodyIncludes: ['[duplicate]'] }, kind: 'conflict' },
    { when: { status: 400, path: 'generalErrors' }, kind: 'validation', messagePath: 'generalErrors[0].message' },
    { when: { status: 400, path: 'fieldErrors' }, kind: 'validation' },
  ],
  test: {
    request: { method: 'POST', path: '/api/tenant/search', body: { search: { numberOfResults: 1 } } },
  },
  objects,
  contract: {
    exempt: [
      ...['users.list', 'registrations.list'].map((use) => ({
        use,
        rule: 'body-members',
        reason: 'The description leaves out `numberOfResults` and `startRow`, which the vendor documents.',
      })),
      {
        use: 'identity_providers.list',
        rule: 'pointers',
        about: 'enabled',
        reason: 'The description leaves it out of some types of identity providers.',
      },
    ],
  },
  documentation: { source: 'https://fusionauth.io/docs/apis/', asOf: '2026-11-23' },
});
