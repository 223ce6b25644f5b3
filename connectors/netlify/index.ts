/** Netlify: sites, deploys, DNS zones, forms, hooks and members of a team. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import { authorizationCodeAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://docs.netlify.com/api-and-cli-guides/api-guides/get-started-with-api/';

export const connector: HttpConnector = defineConnector({
  id: 'netlify',
  name: 'Netlify',
  vendor: 'Netlify',
  category: 'cloud',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['sites', 'deploys', 'dns', 'forms'],
  transport: 'http',
  config: z.strictObject({
    account_slug: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,99}$/, 'Must be the slug of a team: lower-case letters, digits and hyphens.')
      .meta({ title: 'Team slug', help: 'What stands behind `app.netlify.com/teams/`.', example: 'acme' }),
  }),
  auth: [
    // @see https://docs.netlify.com/api-and-cli-guides/api-guides/get-started-with-api/#authentication
    bearerAuth({
      title: 'Personal access token',
      setup: 'User settings → Applications → Personal access tokens → New access token.',
    }),
    authorizationCodeAuth({
      tokenUrl: 'https://api.netlify.com/oauth/token',
      clientAuth: 'post',
      authorize: { url: 'https://app.netlify.com/authorize', pkce: false },
      setup: 'User settings → Applications → OAuth applications → New app, with the redirect address of this hub.',
    }),
  ],
  http: { baseUrl: 'https://api.netlify.com/api/v1', hosts: ['api.netlify.com'] },
  // @see https://docs.netlify.com/api-and-cli-guides/api-guides/get-started-with-api/#rate-limiting
  limits: {
    concurrency: 4,
    buckets: [{ name: 'user', limit: 500, perMs: 60_000 }],
    signals: [
      { header: 'x-ratelimit-remaining', means: 'remaining' },
      { header: 'x-ratelimit-reset', means: 'reset', unit: 'epoch_s' },
    ],
  },
  // @see https://docs.netlify.com/api-and-cli-guides/api-guides/get-started-with-api/
  errors: [{ when: { status: [400, 422] }, kind: 'validation', messagePath: 'message' }],
  test: { request: { method: 'GET', path: '/{config.account_slug}/members' } },
  objects,
  documentation: { source: docs, asOf: '2026-11-23' },
});
