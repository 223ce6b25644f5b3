/** GitHub: issues and pull requests of a repository, people, teams and security alerts of an organization. */
import { z } from 'zod';
import { bearerAuth, plainText, secretText } from '../kit/auth/methods.ts';
import { sessionLoginAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { requests } from '../kit/http/complete-operations.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

/** @see https://docs.github.com/en/rest/about-the-rest-api/api-versions */
const media = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };

export const connector: HttpConnector = defineConnector({
  id: 'github',
  name: 'GitHub',
  vendor: 'GitHub',
  category: 'itsm',
  docsUrl: 'https://docs.github.com/en/rest',
  version: '1.0.0',
  tags: ['issues', 'repositories', 'teams', 'security alerts'],
  transport: 'http',
  config: z.strictObject({
    owner: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,38}$/, 'Must be the name of an organization or user: acme.')
      .meta({ title: 'Organization or user', example: 'acme' }),
    repo: z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,100}$/, 'Must be the name of a repository, without its owner: website.')
      .optional()
      .meta({
        title: 'Repository',
        help: 'For issues, pull requests and all else of a repository.',
        example: 'website',
      }),
  }),
  auth: [
    bearerAuth({
      title: 'Personal access token',
      setup: 'Settings → Developer settings → Fine-grained tokens, with the organization as resource owner.',
    }),
    {
      // @see https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/authenticating-as-a-github-app-installation
      ...sessionLoginAuth({
        id: 'app',
        title: 'GitHub App',
        credentials: z.strictObject({
          client_id: plainText('Client id of the app', 'Or its App ID.'),
          installation_id: plainText('Id of the installation', 'The number at the end of the address of its settings.'),
          private_key: secretText('Private key', 'The file that GitHub makes, PEM.'),
        }),
        // Ten minutes at most.
        // @see https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app
        assertion: {
          algorithm: 'RS256',
          key: '{private_key}',
          header: {},
          claims: { iss: '{client_id}' },
          lifetimeS: 300,
        },
        login: {
          method: 'POST',
          url: 'https://api.github.com/app/installations/{installation_id}/access_tokens',
          headers: { ...media, authorization: 'Bearer {$jwt}' },
        },
        extract: { token: { from: 'body', path: 'token' } },
        expiresPath: 'expires_at',
        places: [{ in: 'header', name: 'Authorization', value: 'Bearer {$token}' }],
        setup:
          'Organization settings → GitHub Apps → New, with read access to what is read; install it, and generate a private key.',
      }),
      // An installation is no user.
      reaches: {
        request: requests({ method: 'GET', path: '/installation/repositories', query: { per_page: '1' } }),
        object: 'repositories',
      },
    },
  ],
  http: {
    baseUrl: 'https://api.github.com',
    hosts: ['api.github.com'],
    headers: media,
  },
  // @see https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
  limits: {
    concurrency: 5,
    buckets: [
      { name: 'hour', limit: 5000, perMs: 3_600_000 },
      { name: 'minute', limit: 900, perMs: 60_000 },
    ],
    signals: [
      { header: 'x-ratelimit-remaining', means: 'remaining' },
      { header: 'x-ratelimit-reset', means: 'reset', unit: 'epoch_s' },
    ],
  },
  // @see https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api
  errors: [
    { when: { status: 403, bodyIncludes: ['rate limit', 'abuse detection'] }, kind: 'rate_limited' },
    { when: { status: 422, bodyIncludes: ['already_exists', 'already exists'] }, kind: 'conflict' },
    {
      when: { status: 410 },
      kind: 'unsupported',
      message: 'This feature is disabled in the repository. Enable it in its settings.',
    },
  ],
  test: { request: { method: 'GET', path: '/user' } },
  objects,
  webhook,
  documentation: { source: 'https://docs.github.com/en/rest', asOf: '2026-11-21' },
});
