/** 1Password Connect: vaults, the items in them, and who asked for them, from a Connect server of one's own. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://developer.1password.com/docs/connect/api-reference/';

export const connector: HttpConnector = defineConnector({
  id: 'onepassword_connect',
  name: '1Password Connect',
  vendor: '1Password',
  category: 'security',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['secrets', 'vaults', 'self-hosted'],
  transport: 'http',
  config: z.strictObject({
    server_url: z.url({ protocol: /^https?$/ }).meta({
      title: 'Address of the Connect server',
      help: 'Up to where `/v1` begins.',
      example: 'https://connect.example.com',
      destination: true,
    }),
  }),
  auth: [
    // @see https://developer.1password.com/docs/connect/api-reference/#authentication
    bearerAuth({
      title: 'Connect server access token',
      setup:
        '1Password.com → Developer → your Connect server → New token, with the vaults that are read, and those that are written.',
    }),
  ],
  http: { baseUrl: '{config.server_url}/v1', hosts: 'from_config' },
  // The server limits nothing itself: a careful figure.
  limits: { concurrency: 4, buckets: [{ name: 'server', limit: 600, perMs: 60_000 }], signals: [] },
  // @see https://developer.1password.com/docs/connect/api-reference/#response-status-codes
  errors: [{ when: { status: 400, path: 'message' }, kind: 'validation', messagePath: 'message' }],
  test: { request: { method: 'GET', path: '/vaults' } },
  objects,
  documentation: { source: docs, asOf: '2026-11-23' },
});
