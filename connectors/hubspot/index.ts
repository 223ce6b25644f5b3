/** HubSpot: contacts, companies, deals and tickets of an account, and their owners. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import { authorizationCodeAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://developers.hubspot.com/docs/guides/api/crm/understanding-the-crm';

const scopes = ['contacts', 'companies', 'deals'].flatMap((kind) => [
  `crm.objects.${kind}.read`,
  `crm.objects.${kind}.write`,
]);

export const connector: HttpConnector = defineConnector({
  id: 'hubspot',
  name: 'HubSpot',
  vendor: 'HubSpot',
  category: 'itsm',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['contacts', 'companies', 'deals', 'tickets', 'crm'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://developers.hubspot.com/docs/guides/apps/private-apps/overview
    bearerAuth({
      title: 'Access token of a private app',
      setup:
        'Settings → Integrations → Private Apps → Create, with the scopes of the objects that are read and written.',
    }),
    // @see https://developers.hubspot.com/docs/guides/api/app-management/oauth-tokens
    authorizationCodeAuth({
      tokenUrl: 'https://api.hubapi.com/oauth/v1/token',
      clientAuth: 'post',
      authorize: {
        url: 'https://app.hubspot.com/oauth/authorize',
        pkce: false,
        scopes: ['oauth', 'tickets', 'crm.objects.owners.read', ...scopes],
      },
      setup: 'Developer account → Apps → Auth, with the redirect address of this hub and the same scopes.',
    }),
  ],
  http: { baseUrl: 'https://api.hubapi.com', hosts: ['api.hubapi.com'] },
  // Of the smallest plan. @see https://developers.hubspot.com/docs/api/usage-details
  limits: {
    concurrency: 4,
    buckets: [{ name: 'app', limit: 100, perMs: 10_000 }],
    signals: [{ header: 'x-hubspot-ratelimit-remaining', means: 'remaining' }],
  },
  errors: [
    // @see https://developers.hubspot.com/docs/api/usage-details
    { when: { status: 429, path: 'policyName', equals: ['DAILY'] }, kind: 'quota', messagePath: 'message' },
    // @see https://developers.hubspot.com/docs/reference/api/other-resources/error-handling
    {
      when: { status: 400, path: 'errors' },
      kind: 'validation',
      messagePath: 'message',
      fields: { list: 'errors', field: 'in', message: 'message' },
    },
    { when: { status: 409 }, kind: 'conflict', messagePath: 'message' },
  ],
  test: { request: { method: 'GET', path: '/account-info/v3/details' } },
  objects,
  contract: {
    exempt: [
      ...['contacts.create', 'contacts.upsert', 'companies.create', 'deals.create', 'tickets.create'].map((use) => ({
        use,
        rule: 'body',
        about: 'associations',
        reason: 'Records are created without associations, too: guides/api/crm/objects. The description requires them.',
      })),
      ...['contacts', 'companies', 'deals', 'tickets'].map((object) => ({
        use: `${object}.list`,
        rule: 'records',
        about: 'the record has nothing at',
        reason: 'Properties are a map, whose names the description leaves open: guides/api/crm/properties.',
      })),
    ],
  },
  documentation: { source: docs, asOf: '2026-11-23' },
});
