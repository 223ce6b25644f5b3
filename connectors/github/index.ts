/** GitHub: issues and pull requests of a repository, people, teams and security alerts of an organization. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

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
  ],
  http: {
    baseUrl: 'https://api.github.com',
    hosts: ['api.github.com'],
    // @see https://docs.github.com/en/rest/about-the-rest-api/api-versions
    headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
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
