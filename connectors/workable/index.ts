/** Workable: jobs, candidates, members, employees and time off of an account. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://workable.readme.io/reference/generate-an-access-token';

export const connector: HttpConnector = defineConnector({
  id: 'workable',
  name: 'Workable',
  vendor: 'Workable',
  category: 'hr',
  docsUrl: 'https://workable.readme.io/reference',
  version: '1.0.0',
  tags: ['candidates', 'jobs', 'employees', 'recruiting'],
  transport: 'http',
  config: z.strictObject({
    subdomain: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'Must be what stands before `.workable.com`.')
      .meta({
        title: 'Subdomain',
        help: 'What stands before `.workable.com` in the address of the account.',
        example: 'acme',
        destination: true,
      }),
    member_id: z
      .string()
      .regex(/^[a-z0-9]{1,20}$/, 'Must be the id of a member.')
      .optional()
      .meta({
        title: 'Member id',
        help: 'Of an HR administrator, from `GET /spi/v3/members`: employees are read and written as they may.',
        example: '1f395d',
      }),
  }),
  auth: [
    // @see https://workable.readme.io/reference/generate-an-access-token
    bearerAuth({
      title: 'Access token',
      setup:
        'Settings → Integrations → Apps → API access tokens → Generate API token, with the scopes that the objects need.',
    }),
  ],
  http: { baseUrl: 'https://{config.subdomain}.workable.com/spi/v3', hosts: ['.workable.com'] },
  // Of tokens of an account. @see https://workable.readme.io/reference/rate-limits
  limits: {
    concurrency: 2,
    buckets: [{ name: 'token', limit: 10, perMs: 10_000 }],
    signals: [
      { header: 'x-rate-limit-remaining', means: 'remaining' },
      { header: 'x-rate-limit-reset', means: 'reset', unit: 'epoch_s' },
    ],
  },
  // @see https://workable.readme.io/reference/errors
  errors: [{ when: { status: [400, 422], path: 'error' }, kind: 'validation', messagePath: 'error' }],
  test: { request: { method: 'GET', path: '/members', query: { limit: '1' } } },
  objects,
  documentation: { source: docs, asOf: '2026-11-23' },
});
