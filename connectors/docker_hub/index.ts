/** Docker Hub: tags of repositories, access tokens, people and the audit log of a namespace. */
import { z } from 'zod';
import { plainText, secretText } from '../kit/auth/methods.ts';
import { sessionLoginAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://docs.docker.com/reference/api/hub/latest/';

export const connector: HttpConnector = defineConnector({
  id: 'docker_hub',
  name: 'Docker Hub',
  vendor: 'Docker',
  category: 'cloud',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['containers', 'images', 'registry', 'audit-log'],
  transport: 'http',
  config: z.strictObject({
    namespace: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{1,62}$/, 'Must be the name of a user or an organization, in lower case.')
      .meta({ title: 'Namespace', help: 'What stands before `/` in the names of images.', example: 'acme' }),
    repositories: z
      .array(
        z.string().regex(/^[a-z0-9][a-z0-9._-]{1,254}$/, 'Must be the name of a repository, without its namespace.'),
      )
      .min(1)
      .max(500)
      .optional()
      .meta({ title: 'Repositories', help: 'Whose tags are read.', example: ['web'] }),
  }),
  auth: [
    // @see https://docs.docker.com/reference/api/hub/latest/#tag/authentication-api/operation/AuthCreateAccessToken
    sessionLoginAuth({
      title: 'Access token',
      credentials: z.strictObject({
        identifier: plainText('User name', 'With an organization access token: the name of the organization.'),
        token: secretText('Personal or organization access token'),
      }),
      login: {
        method: 'POST',
        url: 'https://hub.docker.com/v2/auth/token',
        headers: {},
        body: { format: 'json', values: { identifier: '{identifier}', secret: '{token}' } },
      },
      extract: { token: { from: 'body', path: 'access_token' } },
      lifetimeS: 300,
      places: [{ in: 'header', name: 'Authorization', value: 'Bearer {$token}' }],
      setup: 'Account settings → Personal access tokens → Generate new token; or Organization → Access tokens.',
    }),
  ],
  http: { baseUrl: 'https://hub.docker.com/v2', hosts: ['hub.docker.com'] },
  // The figure is told by headers alone; this one is the hub's own.
  // @see https://docs.docker.com/reference/api/hub/latest/#tag/rate-limiting
  limits: {
    concurrency: 2,
    buckets: [{ name: 'account', limit: 120, perMs: 60_000 }],
    signals: [
      { header: 'x-ratelimit-remaining', means: 'remaining' },
      { header: 'x-ratelimit-reset', means: 'reset', unit: 'epoch_s' },
    ],
  },
  errors: [
    // @see https://docs.docker.com/reference/api/hub/latest/#tag/rate-limiting
    { when: { status: 429 }, kind: 'rate_limited', retryAfter: { header: 'x-retry-after', unit: 'epoch_s' } },
  ],
  test: { request: { method: 'GET', path: '/access-tokens', query: { page_size: '1' } } },
  objects,
  documentation: { source: docs, asOf: '2026-11-23' },
});
