/** Freshdesk: tickets and their conversations, contacts, companies, agents, groups and the knowledge base. */
import { z } from 'zod';
import { basicAuth, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://developers.freshdesk.com/api/';

export const connector: HttpConnector = defineConnector({
  id: 'freshdesk',
  name: 'Freshdesk',
  vendor: 'Freshworks',
  category: 'itsm',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['tickets', 'contacts', 'companies', 'help-desk', 'support'],
  transport: 'http',
  config: z.strictObject({
    domain: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'Must be what stands before `.freshdesk.com`.')
      .meta({
        title: 'Domain',
        help: 'What stands before `.freshdesk.com`; the API knows no custom domains.',
        example: 'acme',
        destination: true,
      }),
  }),
  auth: [
    // @see https://developers.freshdesk.com/api/#authentication
    basicAuth({
      id: 'api_key',
      title: 'API key',
      credentials: z.strictObject({ api_key: secretText('API key') }),
      username: '{api_key}',
      password: 'X',
      setup: 'Profile picture → Profile settings → View API key, of an agent whose role may do what the flows need.',
    }),
  ],
  http: { baseUrl: 'https://{config.domain}.freshdesk.com/api/v2', hosts: ['.freshdesk.com'] },
  // Of the smallest plan that has the API; lists of tickets and contacts have a part of it. @see https://developers.freshdesk.com/api/#ratelimit
  limits: {
    concurrency: 4,
    buckets: [{ name: 'account', limit: 100, perMs: 60_000 }],
    signals: [{ header: 'x-ratelimit-remaining', means: 'remaining' }],
  },
  // @see https://developers.freshdesk.com/api/#error
  errors: [
    { when: { path: 'code', equals: ['account_suspended'] }, kind: 'quota', messagePath: 'message' },
    {
      when: { status: [400, 409], bodyIncludes: ['duplicate_value'] },
      kind: 'conflict',
      messagePath: 'errors[0].message',
    },
    {
      when: { status: 400, path: 'errors' },
      kind: 'validation',
      messagePath: 'description',
      fields: { list: 'errors', field: 'field', message: 'message' },
    },
  ],
  test: { request: { method: 'GET', path: '/agents/me' } },
  objects,
  documentation: { source: docs, asOf: '2026-11-28' },
});
