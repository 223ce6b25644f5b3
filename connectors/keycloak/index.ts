/** Keycloak: users, groups, roles and clients of a realm. */
import { z } from 'zod';
import { clientCredentialsAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

export const connector: HttpConnector = defineConnector({
  id: 'keycloak',
  name: 'Keycloak',
  vendor: 'Keycloak',
  category: 'identity',
  docsUrl: 'https://www.keycloak.org/docs-api/latest/rest-api/index.html',
  version: '1.0.0',
  tags: ['users', 'groups', 'roles', 'self-hosted'],
  transport: 'http',
  config: z.strictObject({
    server_url: z.url({ protocol: /^https?$/ }).meta({
      title: 'Address of the server',
      help: 'Up to where `/admin` and `/realms` begin, with `/auth` if the server has that in its path.',
      example: 'https://keycloak.example.com',
      destination: true,
    }),
    realm: z
      .string()
      .regex(/^[^\s/?#%]{1,255}$/, 'Must be the name of a realm, without spaces and slashes.')
      .meta({ title: 'Realm', example: 'acme', destination: true }),
  }),
  auth: [
    // @see https://www.keycloak.org/docs/latest/server_development/index.html#authenticating-with-a-service-account
    clientCredentialsAuth({
      tokenUrl: '{config.server_url}/realms/{config.realm}/protocol/openid-connect/token',
      clientAuth: 'post',
      setup:
        'Clients → Create client, with client authentication and service accounts. Service account roles: `manage-users`, `view-clients`, `view-identity-providers`, `view-realm` (for roles) of realm-management, as the objects need.',
    }),
  ],
  http: { baseUrl: '{config.server_url}/admin/realms', hosts: 'from_config' },
  // Keycloak limits nothing itself: a careful figure for a server of one's own.
  limits: { concurrency: 4, buckets: [{ name: 'server', limit: 1200, perMs: 60_000 }], signals: [] },
  // @see https://www.keycloak.org/docs-api/latest/rest-api/index.html
  errors: [
    { when: { status: 409 }, kind: 'conflict', messagePath: 'errorMessage' },
    {
      when: { status: 400, path: 'errors' },
      kind: 'validation',
      messagePath: 'errors[0].errorMessage',
      fields: { list: 'errors', field: 'field', message: 'errorMessage' },
    },
    {
      when: { status: 400, path: 'errorMessage' },
      kind: 'validation',
      messagePath: 'errorMessage',
      fields: { list: '$', field: 'field', message: 'errorMessage' },
    },
  ],
  test: { request: { method: 'GET', path: '/{config.realm}/users', query: { max: '1' } } },
  objects,
  contract: {
    exempt: ['users.create/find', 'users.update/find', 'users.upsert/find'].map((use) => ({
      use,
      rule: 'known-parameters',
      reason: '`exact` came with Keycloak 12; the description is of an older version.',
    })),
  },
  documentation: { source: 'https://www.keycloak.org/docs-api/latest/rest-api/index.html', asOf: '2026-11-23' },
});
