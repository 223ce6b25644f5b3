/** Kentik: devices, alerts, and synthetic tests and agents of a company. */
import { z } from 'zod';
import { apiKeysAuth, plainText, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docsUrl = 'https://kb.kentik.com/docs/apis-overview';

export const connector: HttpConnector = defineConnector({
  id: 'kentik',
  name: 'Kentik',
  vendor: 'Kentik',
  category: 'network',
  docsUrl,
  version: '1.0.0',
  tags: ['devices', 'alerts', 'flow', 'synthetics'],
  transport: 'http',
  config: z.strictObject({
    region: z.enum(['us', 'eu']).default('us').meta({ title: 'Region of the company', destination: true }),
  }),
  auth: [
    // @see https://github.com/kentik/api-schema-public
    apiKeysAuth({
      title: 'API token',
      credentials: z.strictObject({
        email: plainText('E-mail address of the user'),
        api_token: secretText('API token'),
      }),
      places: [
        { in: 'header', name: 'X-CH-Auth-Email', value: '{email}' },
        { in: 'header', name: 'X-CH-Auth-API-Token', value: '{api_token}' },
      ],
      setup: 'Your profile → Authentication → API Token.',
    }),
  ],
  http: {
    baseUrl: ({ config }) => (config['region'] === 'eu' ? 'https://grpc.api.kentik.eu' : 'https://grpc.api.kentik.com'),
    hosts: ['grpc.api.kentik.com', 'grpc.api.kentik.eu'],
    headers: { accept: 'application/json' },
  },
  // The vendor tells no figure for this interface: a careful one.
  limits: { concurrency: 4, buckets: [{ name: 'user', limit: 60, perMs: 60_000 }], signals: [] },
  // @see https://github.com/kentik/api-schema-public
  errors: [
    { when: { status: 409 }, kind: 'conflict', messagePath: 'message' },
    { when: { status: 400, path: 'message' }, kind: 'validation', messagePath: 'message' },
  ],
  test: { request: { method: 'GET', path: '/synthetics/v202309/agents' } },
  objects,
  documentation: { source: 'https://github.com/kentik/api-schema-public', asOf: '2026-11-23' },
});
