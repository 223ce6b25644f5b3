/** MongoDB Atlas: projects, clusters, users, teams, API keys, alerts and events of an organization. */
import { z } from 'zod';
import { plainText, secretText } from '../kit/auth/methods.ts';
import { digestAuth } from '../kit/auth/signing-methods.ts';
import { clientCredentialsAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://www.mongodb.com/docs/atlas/api/atlas-admin-api-ref/';

export const connector: HttpConnector = defineConnector({
  id: 'mongodb_atlas',
  name: 'MongoDB Atlas',
  vendor: 'MongoDB',
  category: 'cloud',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['databases', 'clusters', 'users', 'alerts'],
  transport: 'http',
  config: z.strictObject({
    organization_id: z
      .string()
      .regex(/^[0-9a-f]{24}$/, 'Must be 24 hexadecimal digits.')
      .meta({
        title: 'Organization id',
        help: 'Organization Settings → Organization ID.',
        example: '4888442a3354817a7320eb61',
      }),
  }),
  auth: [
    // @see https://www.mongodb.com/docs/atlas/api/service-accounts-overview/
    clientCredentialsAuth({
      id: 'service_account',
      title: 'Service account',
      tokenUrl: 'https://cloud.mongodb.com/api/oauth/token',
      setup: 'Organization → Identity & Access → Applications → Service Accounts → Create service account.',
    }),
    // @see https://www.mongodb.com/docs/atlas/configure-api-access/
    digestAuth({
      id: 'api_key',
      title: 'API key',
      credentials: z.strictObject({ key_id: plainText('Public key'), private_key: secretText('Private key') }),
      username: '{key_id}',
      password: '{private_key}',
      setup: 'Organization → Identity & Access → Applications → API Keys → Create API Key. It is shown once.',
    }),
  ],
  http: {
    baseUrl: 'https://cloud.mongodb.com',
    hosts: ['cloud.mongodb.com'],
    // The newest version of each resource at that date. @see https://www.mongodb.com/docs/atlas/api/versioned-api-overview/
    headers: { accept: 'application/vnd.atlas.2025-03-12+json' },
  },
  // Each set of endpoints has a bucket of its own, which the headers and `Retry-After` tell. @see
  // https://www.mongodb.com/docs/atlas/api/api-rate-limit/
  limits: {
    concurrency: 4,
    buckets: [{ name: 'organization', limit: 100, perMs: 60_000 }],
    signals: [],
  },
  // @see https://www.mongodb.com/docs/atlas/api/api-errors/
  errors: [
    { when: { status: 409 }, kind: 'conflict', messagePath: 'detail' },
    { when: { status: 400, path: 'detail' }, kind: 'validation', messagePath: 'detail' },
    { when: { status: 402 }, kind: 'unsupported', messagePath: 'detail' },
  ],
  test: { request: { method: 'GET', path: '/api/atlas/v2/orgs/{config.organization_id}' } },
  objects,
  documentation: { source: docs, asOf: '2026-11-23' },
});
