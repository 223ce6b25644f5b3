/** Ory Network: identities, sessions, OAuth clients, messages and relationships of a project. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://www.ory.com/docs/reference/api';

export const connector: HttpConnector = defineConnector({
  id: 'ory',
  name: 'Ory Network',
  vendor: 'Ory',
  category: 'identity',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['identities', 'sessions', 'oauth', 'permissions'],
  transport: 'http',
  config: z.strictObject({
    project_slug: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{1,62}$/, 'Must be what stands before `.projects.oryapis.com`.')
      .meta({
        title: 'Project slug',
        help: 'What stands before `.projects.oryapis.com`.',
        example: 'hungry-nash-x1y2z3',
        destination: true,
      }),
  }),
  auth: [
    // @see https://www.ory.com/docs/concepts/personal-access-token
    bearerAuth({ title: 'Project API key', setup: 'Ory Console → Project settings → API Keys → Create API key.' }),
  ],
  http: { baseUrl: 'https://{config.project_slug}.projects.oryapis.com', hosts: ['.projects.oryapis.com'] },
  // Of the smallest plan. @see https://www.ory.com/docs/guides/rate-limits
  limits: { concurrency: 4, buckets: [{ name: 'project', limit: 300, perMs: 60_000 }], signals: [] },
  // Identities tell errors in an object, OAuth clients in the body itself.
  // @see https://www.ory.com/docs/reference/api#tag/identity/operation/createIdentity
  errors: [
    { when: { status: 400, path: 'error.reason' }, kind: 'validation', messagePath: 'error.reason' },
    { when: { status: 400, path: 'error_description' }, kind: 'validation', messagePath: 'error_description' },
    { when: { status: 409 }, kind: 'conflict', messagePath: 'error.reason' },
  ],
  test: { request: { method: 'GET', path: '/admin/identities', query: { page_size: '1' } } },
  objects,
  documentation: { source: docs, asOf: '2026-11-23' },
});
