/** Freshservice: tickets, problems, changes, releases, assets and people of a service desk. */
import { z } from 'zod';
import { basicAuth, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

export const connector: HttpConnector = defineConnector({
  id: 'freshservice',
  name: 'Freshservice',
  vendor: 'Freshworks',
  category: 'itsm',
  docsUrl: 'https://api.freshservice.com/',
  version: '1.0.0',
  tags: ['tickets', 'assets', 'changes', 'service-desk'],
  transport: 'http',
  config: z.strictObject({
    domain: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'Must be what stands before `.freshservice.com`.')
      .meta({
        title: 'Domain',
        help: 'What stands before `.freshservice.com`; the API knows no custom domains.',
        example: 'acme',
        destination: true,
      }),
  }),
  auth: [
    // @see https://api.freshservice.com/#authentication
    basicAuth({
      id: 'api_key',
      title: 'API key',
      credentials: z.strictObject({ api_key: secretText('API key') }),
      username: '{api_key}',
      password: 'X',
      setup: 'Profile picture → Profile settings → API key, of an agent whose role may do what the flows need.',
    }),
  ],
  http: { baseUrl: 'https://{config.domain}.freshservice.com/api/v2', hosts: ['.freshservice.com'] },
  // The smallest plan; lists of tickets, assets, agents and requesters have 40 calls of it each. @see https://api.freshservice.com/#ratelimit
  limits: {
    concurrency: 4,
    buckets: [{ name: 'account', limit: 100, perMs: 60_000 }],
    signals: [{ header: 'x-ratelimit-remaining', means: 'remaining' }],
  },
  // @see https://api.freshservice.com/#errors
  errors: [
    {
      when: { status: 400, path: 'errors' },
      kind: 'validation',
      messagePath: 'description',
      fields: { list: 'errors', field: 'field', message: 'message' },
    },
    { when: { status: 409 }, kind: 'conflict', messagePath: 'description' },
  ],
  test: { request: { method: 'GET', path: '/tickets', query: { per_page: '1' } } },
  objects,
  contract: {
    exempt: ['ticket_conversations', 'products', 'locations', 'departments'].flatMap((object) =>
      ['page', 'per_page'].map((parameter) => ({
        use: `${object}.list`,
        rule: 'known-parameters',
        about: parameter,
        reason: 'api.freshservice.com/#pagination: all lists have pages. The description leaves them out here.',
      })),
    ),
  },
  documentation: { source: 'https://api.freshservice.com/', asOf: '2026-11-23' },
});
