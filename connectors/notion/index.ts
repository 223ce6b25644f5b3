/** Notion: pages, data sources and their entries, and the people of a workspace. */
import { z } from 'zod';
import { bearerAuth, secretText } from '../kit/auth/methods.ts';
import { authorizationCodeAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { entries } from './entries.ts';
import { objects } from './objects.ts';

const docs = 'https://developers.notion.com/reference';

export const connector: HttpConnector = defineConnector({
  id: 'notion',
  name: 'Notion',
  vendor: 'Notion Labs',
  category: 'itsm',
  docsUrl: `${docs}/intro`,
  version: '1.0.0',
  tags: ['pages', 'databases', 'wiki', 'documentation', 'users'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://developers.notion.com/reference/authentication
    bearerAuth({
      id: 'integration_token',
      title: 'Integration secret',
      credentials: z.strictObject({ token: secretText('Internal integration secret') }),
      setup:
        'https://www.notion.so/profile/integrations → New integration, with the capabilities that are needed, user information included. Then, of each page or database: ••• → Connections → the integration.',
    }),
    // Tokens do not expire. @see https://developers.notion.com/docs/authorization
    authorizationCodeAuth({
      tokenUrl: 'https://api.notion.com/v1/oauth/token',
      body: 'json',
      authorize: { url: 'https://api.notion.com/v1/oauth/authorize', parameters: { owner: 'user' }, pkce: false },
      setup: 'A public integration, with the redirect address of this hub.',
    }),
  ],
  http: {
    baseUrl: 'https://api.notion.com',
    hosts: ['api.notion.com'],
    // @see https://developers.notion.com/reference/versioning
    headers: { 'notion-version': '2025-09-03' },
    timeoutMs: 60_000,
  },
  // Three a second on average. @see https://developers.notion.com/reference/request-limits
  limits: { concurrency: 3, buckets: [{ name: 'integration', limit: 180, perMs: 60_000 }], signals: [] },
  // @see https://developers.notion.com/reference/status-codes
  errors: [
    {
      when: { status: 200, path: 'request_status.type', equals: ['incomplete'] },
      kind: 'unsupported',
      message: 'Notion ended the list before its end: it has too many records for one list.',
    },
    { when: { path: 'code', equals: ['unauthorized'] }, kind: 'auth_invalid', messagePath: 'message' },
    { when: { path: 'code', equals: ['restricted_resource'] }, kind: 'permission', messagePath: 'message' },
    { when: { status: 409, path: 'code', equals: ['conflict_error'] }, kind: 'transient', messagePath: 'message' },
    { when: { status: 400, bodyIncludes: ['start_cursor'] }, kind: 'cursor_expired', messagePath: 'message' },
    { when: { status: 400, path: 'code', equals: ['missing_version'] }, kind: 'config', messagePath: 'message' },
    { when: { status: 400 }, kind: 'validation', messagePath: 'message' },
  ],
  test: { request: { method: 'GET', path: '/v1/users/me' } },
  objects,
  dynamicObjects: entries,
  contract: { descriptions: ['notion/v1.json.gz'] },
  documentation: { source: docs, asOf: '2026-11-28' },
});
