/** Confluence Cloud: spaces, pages, blog posts, comments, labels, tasks, attachments, and the groups of a site. */
import { z } from 'zod';
import { basicAuth, plainText, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://developer.atlassian.com/cloud/confluence/rest/v2/';

export const connector: HttpConnector = defineConnector({
  id: 'confluence',
  name: 'Confluence',
  vendor: 'Atlassian',
  category: 'itsm',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['wiki', 'pages', 'spaces', 'documentation', 'knowledge base'],
  transport: 'http',
  config: z.strictObject({
    site: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'Must be one name of lower-case letters, digits and hyphens: acme.')
      .meta({ title: 'Site', help: 'What stands before `.atlassian.net`.', example: 'acme', destination: true }),
  }),
  auth: [
    // @see https://developer.atlassian.com/cloud/confluence/basic-auth-for-rest-apis/
    basicAuth({
      id: 'api_token',
      title: 'API token',
      credentials: z.strictObject({ email: plainText('E-mail address'), api_token: secretText('API token') }),
      username: '{email}',
      password: '{api_token}',
      setup:
        'https://id.atlassian.com/manage-profile/security/api-tokens → Create API token, without scopes: those with scopes have another address.',
    }),
  ],
  http: {
    baseUrl: 'https://{config.site}.atlassian.net',
    hosts: ['.atlassian.net'],
    headers: { accept: 'application/json' },
  },
  // Limits depend on the site; answers tell them. @see https://developer.atlassian.com/cloud/confluence/rate-limiting/
  limits: {
    concurrency: 5,
    buckets: [{ name: 'site', limit: 10, perMs: 1000 }],
    signals: [
      { header: 'x-ratelimit-remaining', means: 'remaining' },
      { header: 'x-ratelimit-reset', means: 'reset', unit: 'iso' },
    ],
  },
  // @see https://developer.atlassian.com/cloud/confluence/rest/v2/intro/#status-codes
  errors: [
    // Who is not known is answered as everybody is: with what anonymous users may see, which is often an empty list.
    ...['AUTHENTICATED_FAILED', 'AUTHENTICATION_DENIED'].map((includes) => ({
      when: { header: { name: 'x-seraph-loginreason', includes } },
      kind: 'auth_invalid' as const,
    })),
    {
      when: { status: 400, bodyIncludes: ['already exists with the same TITLE', 'same title'] },
      kind: 'conflict',
      messagePath: 'errors[0].title',
    },
    { when: { status: 409 }, kind: 'conflict', messagePath: 'errors[0].title' },
    { when: { status: 400 }, kind: 'validation', messagePath: 'errors[0].title' },
  ],
  test: { request: { method: 'GET', path: '/wiki/rest/api/user/current' } },
  objects,
  contract: { descriptions: ['confluence/v2.json.gz', 'confluence/v1.json.gz'] },
  documentation: { source: docs, asOf: '2026-11-28' },
});
