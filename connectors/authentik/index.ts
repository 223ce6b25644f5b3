/** authentik: users, groups, roles, applications and events of a server. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

export const connector: HttpConnector = defineConnector({
  id: 'authentik',
  name: 'authentik',
  vendor: 'Authentik Security',
  category: 'identity',
  docsUrl: 'https://api.goauthentik.io/',
  version: '1.0.0',
  tags: ['users', 'groups', 'sso', 'self-hosted'],
  transport: 'http',
  config: z.strictObject({
    server_url: z.url({ protocol: /^https?$/ }).meta({
      title: 'Address of the server',
      help: 'Up to where `/api/v3` begins.',
      example: 'https://authentik.example.com',
      destination: true,
    }),
  }),
  auth: [
    // @see https://api.goauthentik.io/authentication/
    bearerAuth({
      title: 'API token',
      setup:
        'Admin interface → Directory → Tokens and App passwords → Create, with the intent API Token, for a service account with the permissions that are needed. A token without an expiry keeps working.',
    }),
  ],
  http: { baseUrl: '{config.server_url}/api/v3', hosts: 'from_config' },
  // authentik limits nothing itself: a careful figure for a server of one's own.
  limits: { concurrency: 4, buckets: [{ name: 'server', limit: 1200, perMs: 60_000 }], signals: [] },
  // @see https://api.goauthentik.io/reference/core-users-create/
  errors: [
    {
      when: { status: 400, bodyIncludes: ['must be unique', 'already exists'] },
      kind: 'conflict',
      message: 'The server already has a record with this name.',
    },
    { when: { status: 403, bodyIncludes: ['Token invalid'] }, kind: 'auth_invalid', messagePath: 'detail' },
    { when: { status: 400, path: 'non_field_errors' }, kind: 'validation', messagePath: 'non_field_errors[0]' },
  ],
  test: { request: { method: 'GET', path: '/core/users/', query: { page_size: '1' } } },
  objects,
  documentation: { source: 'https://api.goauthentik.io/', asOf: '2026-11-23' },
});
