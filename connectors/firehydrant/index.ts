/** FireHydrant: incidents, alerts, services, teams and the changes of an organization. */
import { z } from 'zod';
import { apiKeyAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

export const connector: HttpConnector = defineConnector({
  id: 'firehydrant',
  name: 'FireHydrant',
  vendor: 'FireHydrant',
  category: 'itsm',
  docsUrl: 'https://docs.firehydrant.com/reference/firehydrant-api',
  version: '1.0.0',
  tags: ['incidents', 'alerts', 'on-call', 'services'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://docs.firehydrant.com/reference/firehydrant-api
    apiKeyAuth({
      in: 'header',
      name: 'Authorization',
      value: 'Bearer {api_key}',
      setup: 'Settings → API keys → Create API key. The key of a bot user has the rights of an owner.',
    }),
  ],
  http: {
    baseUrl: 'https://api.firehydrant.io',
    hosts: ['api.firehydrant.io'],
    headers: { accept: 'application/json' },
  },
  // For all keys of an account together. @see https://docs.firehydrant.com/reference/firehydrant-api
  limits: { concurrency: 4, buckets: [{ name: 'account', limit: 50, perMs: 10_000 }], signals: [] },
  // @see https://docs.firehydrant.com/reference/firehydrant-api
  errors: [
    { when: { status: 409 }, kind: 'conflict', messagePath: 'detail' },
    { when: { status: [400, 422] }, kind: 'validation', messagePath: 'detail' },
  ],
  test: { request: { method: 'GET', path: '/v1/ping' } },
  objects,
  documentation: { source: 'https://docs.firehydrant.com/reference/firehydrant-api', asOf: '2026-11-23' },
});
