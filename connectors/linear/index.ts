/** Linear: issues with their comments, labels and attachments, projects, teams, people and the audit log. */
import { z } from 'zod';
import { apiKeyAuth, bearerAuth, secretText } from '../kit/auth/methods.ts';
import { authorizationCodeAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { graphqlErrors, graphqlRequest } from '../kit/presets/graphql.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

export const connector: HttpConnector = defineConnector({
  id: 'linear',
  name: 'Linear',
  vendor: 'Linear',
  category: 'itsm',
  docsUrl: 'https://linear.app/developers/graphql',
  version: '1.0.0',
  tags: ['issues', 'tickets', 'projects', 'graphql'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://linear.app/developers/graphql#personal-api-keys
    apiKeyAuth({
      in: 'header',
      name: 'authorization',
      value: '{api_key}',
      title: 'Personal API key',
      credentials: z.strictObject({ api_key: secretText('API key') }),
      setup: 'Settings → Security & access → Personal API keys → New API key.',
    }),
    // @see https://linear.app/developers/oauth-2-0-authentication
    authorizationCodeAuth({
      tokenUrl: 'https://api.linear.app/oauth/token',
      clientAuth: 'post',
      authorize: { url: 'https://linear.app/oauth/authorize', scopes: ['read', 'write'], scopeSeparator: ',' },
    }),
    bearerAuth({ title: 'OAuth access token' }),
  ],
  http: { baseUrl: 'https://api.linear.app/graphql', hosts: ['api.linear.app'] },
  // @see https://linear.app/developers/rate-limiting
  limits: {
    concurrency: 4,
    buckets: [{ name: 'requests', limit: 1500, perMs: 3_600_000 }],
    signals: [
      { header: 'x-ratelimit-requests-remaining', means: 'remaining' },
      { header: 'x-ratelimit-complexity-remaining', means: 'remaining' },
      { header: 'x-ratelimit-requests-reset', means: 'reset', unit: 'epoch_ms' },
    ],
  },
  errors: [{ when: { path: 'errors', bodyIncludes: ['Entity not found'] }, kind: 'not_found' }, ...graphqlErrors()],
  test: { request: graphqlRequest({ document: 'query viewer { viewer { id name email } }' }) },
  objects,
  webhook,
  documentation: { source: 'https://linear.app/developers/graphql', asOf: '2026-11-21' },
});
