/** Snowflake: users, roles and their grants, databases, schemas and warehouses of an account. */
import { z } from 'zod';
import { bearerAuth, plainText, secretText } from '../kit/auth/methods.ts';
import { selfSignedJwtAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://docs.snowflake.com/en/developer-guide/snowflake-rest-api';

export const connector: HttpConnector = defineConnector({
  id: 'snowflake',
  name: 'Snowflake',
  vendor: 'Snowflake',
  category: 'cloud',
  docsUrl: `${docs}/snowflake-rest-api`,
  version: '1.0.0',
  tags: ['users', 'roles', 'grants', 'databases'],
  transport: 'http',
  config: z.strictObject({
    account: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,126}(?:\.[a-z0-9-]{1,40}){0,2}$/, 'Must be an account: acme-production.')
      .meta({
        title: 'Account',
        help: 'As the address begins, before `.snowflakecomputing.com`, in lower-case letters.',
        example: 'acme-production',
        destination: true,
      }),
  }),
  // @see https://docs.snowflake.com/en/developer-guide/snowflake-rest-api/authentication
  auth: [
    bearerAuth({
      title: 'Programmatic access token',
      setup:
        'Snowsight → the user → Settings → Authentication → Generate new token, restricted to a role with these rights.',
    }),
    selfSignedJwtAuth({
      id: 'key_pair',
      title: 'Key pair of a user',
      credentials: z.strictObject({
        account: plainText(
          'Account identifier',
          'In capitals, with a hyphen in the place of each dot: ACME-PRODUCTION.',
        ),
        user: plainText('User', 'In capitals.'),
        private_key: secretText('Private key', 'PEM, without a passphrase.'),
      }),
      setup: 'ALTER USER … SET RSA_PUBLIC_KEY = … with the public half of the key.',
      // Valid for an hour at most.
      assertion: {
        algorithm: 'RS256',
        key: '{private_key}',
        header: {},
        claims: { iss: '{account}.{user}.SHA256:{$public_key_sha256}', sub: '{account}.{user}' },
        lifetimeS: 3000,
      },
    }),
  ],
  http: {
    baseUrl: 'https://{config.account}.snowflakecomputing.com/api/v2',
    hosts: ['.snowflakecomputing.com'],
  },
  // The vendor tells no figure: a careful one.
  limits: { concurrency: 4, buckets: [{ name: 'account', limit: 300, perMs: 60_000 }], signals: [] },
  // @see https://docs.snowflake.com/en/developer-guide/snowflake-rest-api/getting-started
  errors: [
    {
      when: { status: 202 },
      kind: 'transient',
      message: 'The request takes longer than 45 seconds, and goes on. It is sent again.',
    },
    { when: { status: [400, 409], bodyIncludes: ['already exists'] }, kind: 'conflict', messagePath: 'message' },
    { when: { status: 400, path: 'message' }, kind: 'validation', messagePath: 'message' },
  ],
  test: { request: { method: 'GET', path: '/roles', query: { showLimit: '1' } } },
  objects,
  documentation: { source: `${docs}/snowflake-rest-api`, asOf: '2026-11-28' },
});
