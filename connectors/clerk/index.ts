/** Clerk: users, organizations and invitations of an instance. */
import { z } from 'zod';
import { bearerAuth, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

export const connector: HttpConnector = defineConnector({
  id: 'clerk',
  name: 'Clerk',
  vendor: 'Clerk',
  category: 'identity',
  docsUrl: 'https://clerk.com/docs/reference/backend-api',
  version: '1.0.0',
  tags: ['users', 'organizations', 'invitations'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://clerk.com/docs/reference/backend-api
    bearerAuth({
      title: 'Secret key',
      token: '{secret_key}',
      credentials: z.strictObject({ secret_key: secretText('Secret key', 'Begins with `sk_`.') }),
      setup: 'Clerk Dashboard → the instance → API keys → Secret keys. A key belongs to one instance.',
    }),
  ],
  http: { baseUrl: 'https://api.clerk.com/v1', hosts: ['api.clerk.com'] },
  // Those of development instances; production has ten times as much. @see https://clerk.com/docs/guides/how-clerk-works/system-limits
  limits: { concurrency: 4, buckets: [{ name: 'instance', limit: 100, perMs: 10_000 }], signals: [] },
  // @see https://clerk.com/docs/guides/development/errors/backend-api
  errors: [
    {
      when: { status: [400, 422], bodyIncludes: ['form_identifier_exists', 'duplicate_record'] },
      kind: 'conflict',
      messagePath: 'errors[0].message',
    },
    { when: { status: [400, 422], path: 'errors' }, kind: 'validation', messagePath: 'errors[0].message' },
  ],
  test: { request: { method: 'GET', path: '/users', query: { limit: '1' } } },
  objects,
  documentation: { source: 'https://clerk.com/docs/reference/backend-api', asOf: '2026-11-23' },
});
