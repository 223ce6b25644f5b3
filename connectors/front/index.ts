/** Front: contacts, accounts, conversations and tags of a company, its teammates, inboxes and events. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import { authorizationCodeAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

const docs = 'https://dev.frontapp.com';

export const connector: HttpConnector = defineConnector({
  id: 'front',
  name: 'Front',
  vendor: 'Front',
  category: 'itsm',
  docsUrl: `${docs}/reference/introduction`,
  version: '1.0.0',
  tags: ['conversations', 'shared inbox', 'contacts', 'support'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://dev.frontapp.com/docs/create-and-revoke-api-tokens
    bearerAuth({
      title: 'API token',
      setup: 'Settings → Developers → API tokens → Create API token, with the scopes that the objects need.',
    }),
    // @see https://dev.frontapp.com/docs/oauth
    authorizationCodeAuth({
      tokenUrl: 'https://app.frontapp.com/oauth/token',
      authorize: { url: 'https://app.frontapp.com/oauth/authorize', pkce: false },
      setup: 'Settings → Developers → Create app → OAuth, with a redirect to this hub.',
    }),
  ],
  // Addresses of next pages are on the company's own host. @see https://dev.frontapp.com/docs/pagination
  http: { baseUrl: 'https://api2.frontapp.com', hosts: ['api2.frontapp.com', '.api.frontapp.com', 'app.frontapp.com'] },
  // Of the smallest plan. @see https://dev.frontapp.com/docs/rate-limiting
  limits: {
    concurrency: 2,
    buckets: [{ name: 'company', limit: 50, perMs: 60_000 }],
    signals: [
      { header: 'x-ratelimit-remaining', means: 'remaining' },
      { header: 'x-ratelimit-reset', means: 'reset', unit: 'epoch_s' },
    ],
  },
  // @see https://dev.frontapp.com/reference/introduction#errors
  errors: [
    { when: { status: 409 }, kind: 'conflict', messagePath: '_error.message' },
    { when: { status: [400, 422], path: '_error' }, kind: 'validation', messagePath: '_error.message' },
  ],
  test: { request: { method: 'GET', path: '/me' } },
  objects,
  webhook,
  contract: {
    exempt: [
      // @see https://dev.frontapp.com/docs/query-object-q
      ...[
        { use: 'contacts.list', about: 'q[updated_after]' },
        { use: 'events.list', about: 'q[after]' },
      ].map((member) => ({
        ...member,
        rule: 'parameter-values',
        reason: 'The description has the object `q` as a text, whose own words tell its members.',
      })),
      {
        use: 'tags.list',
        rule: 'pointers',
        about: '_pagination',
        reason:
          'The list takes `limit` and `page_token` as others do, and the description leaves out where they come from.',
      },
    ],
  },
  documentation: { source: `${docs}/reference/introduction`, asOf: '2026-11-23' },
});
