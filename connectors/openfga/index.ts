/** OpenFGA: relationship tuples, their changes, authorization models and stores. */
import { z } from 'zod';
import { bearerAuth, noAuth, plainText, secretText } from '../kit/auth/methods.ts';
import { withAuthority } from '../kit/auth/signing-methods.ts';
import { clientCredentialsAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docsUrl = 'https://openfga.dev/api/service';

export const connector: HttpConnector = defineConnector({
  id: 'openfga',
  name: 'OpenFGA',
  vendor: 'OpenFGA',
  category: 'identity',
  docsUrl,
  version: '1.0.0',
  tags: ['authorization', 'rebac', 'permissions', 'auth0 fga', 'self-hosted'],
  transport: 'http',
  config: z.strictObject({
    server_url: z.url({ protocol: /^https?$/ }).meta({
      title: 'Address of the server',
      help: 'Up to where `/stores` begins. Of Auth0 FGA: `https://api.us1.fga.dev`, or that of the region.',
      example: 'https://fga.example.com',
      destination: true,
    }),
    store_id: z
      .string()
      .regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'Must be the id of a store: a ULID.')
      .meta({ title: 'Store id', example: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }),
    audience: z
      .string()
      .max(1024)
      .optional()
      .meta({ title: 'Audience of tokens', help: 'Of Auth0 FGA: the address of the server, with a slash at the end.' }),
  }),
  auth: [
    // @see https://openfga.dev/docs/getting-started/setup-openfga/configure-openfga#pre-shared-key-authentication
    withAuthority(
      bearerAuth({
        title: 'Pre-shared key',
        setup: 'Start the server with `--authn-method=preshared` and `--authn-preshared-keys`.',
      }),
    ),
    // @see https://openfga.dev/docs/getting-started/setup-openfga/configure-openfga#oidc
    clientCredentialsAuth({
      tokenUrl: '{token_url}',
      clientAuth: 'post',
      credentials: z.strictObject({
        client_id: plainText('Client id'),
        client_secret: secretText('Client secret'),
        token_url: z
          .url({ protocol: /^https?$/ })
          .meta({ title: 'Token address', example: 'https://auth.fga.dev/oauth/token' }),
      }),
      parameters: { audience: '{config.audience}' },
      setup: 'Auth0 FGA: Settings → Authorized Clients → Create Client, with read and write of tuples and models.',
    }),
    noAuth(),
  ],
  http: { baseUrl: '{config.server_url}', hosts: 'from_config' },
  // The server limits nothing itself: a careful figure.
  limits: { concurrency: 4, buckets: [{ name: 'server', limit: 20, perMs: 1000 }], signals: [] },
  // @see https://openfga.dev/api/service
  errors: [
    { when: { status: 404, path: 'code' }, kind: 'not_found', messagePath: 'message' },
    { when: { status: 400, path: 'code' }, kind: 'validation', messagePath: 'message' },
    { when: { status: 409 }, kind: 'conflict', messagePath: 'message' },
  ],
  // Of a store that is not there, the other requests answer with empty lists.
  test: { request: { method: 'GET', path: '/stores/{config.store_id}' } },
  objects,
  documentation: { source: 'https://github.com/openfga/api', asOf: '2026-11-23' },
});
