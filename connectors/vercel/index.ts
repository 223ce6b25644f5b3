/** Vercel: projects, deployments, domains, DNS records, members and access groups of a team. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

const docs = 'https://vercel.com/docs/rest-api';

export const connector: HttpConnector = defineConnector({
  id: 'vercel',
  name: 'Vercel',
  vendor: 'Vercel',
  category: 'cloud',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['deployments', 'projects', 'domains', 'dns'],
  transport: 'http',
  config: z.strictObject({
    team_id: z
      .string()
      .regex(/^team_[A-Za-z0-9]{8,64}$/, 'Must be the id of a team, which begins with team_.')
      .meta({
        title: 'Team id',
        help: 'Team → Settings → General → Team ID.',
        example: 'team_nLlpyC6REAqxydlFKbrMDlud',
      }),
  }),
  auth: [
    // @see https://vercel.com/docs/rest-api#authentication
    bearerAuth({
      title: 'Access token',
      setup: 'Account Settings → Tokens → Create, with the team as its scope. It is shown once.',
    }),
  ],
  http: { baseUrl: 'https://api.vercel.com', hosts: ['api.vercel.com'] },
  // Each endpoint has a limit of its own, which the headers tell. @see https://vercel.com/docs/rest-api#rate-limits
  limits: {
    concurrency: 4,
    buckets: [{ name: 'token', limit: 120, perMs: 60_000 }],
    signals: [
      { header: 'x-ratelimit-remaining', means: 'remaining' },
      { header: 'x-ratelimit-reset', means: 'reset', unit: 'epoch_s' },
    ],
  },
  // @see https://vercel.com/docs/rest-api/errors
  errors: [
    { when: { status: 403, path: 'error.invalidToken' }, kind: 'auth_invalid', messagePath: 'error.message' },
    { when: { status: 409 }, kind: 'conflict', messagePath: 'error.message' },
    { when: { status: 400, path: 'error.message' }, kind: 'validation', messagePath: 'error.message' },
    { when: { status: 402 }, kind: 'unsupported', messagePath: 'error.message' },
  ],
  test: { request: { method: 'GET', path: '/v2/teams/{config.team_id}' } },
  objects,
  webhook,
  documentation: { source: docs, asOf: '2026-11-23' },
});
