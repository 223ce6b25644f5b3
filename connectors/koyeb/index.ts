/** Koyeb: apps, services, deployments, domains, secrets and volumes of an organization. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://www.koyeb.com/docs/reference/api';

export const connector: HttpConnector = defineConnector({
  id: 'koyeb',
  name: 'Koyeb',
  vendor: 'Koyeb',
  category: 'cloud',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['apps', 'services', 'deployments', 'domains'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://www.koyeb.com/docs/reference/api#section/Authentication
    bearerAuth({ title: 'API token', setup: 'Organization settings → API → Create API token.' }),
  ],
  http: { baseUrl: 'https://app.koyeb.com/v1', hosts: ['app.koyeb.com'] },
  // There is a limit, which answers `rate_limit_error`. Its figure is not told: this one is the hub's own.
  limits: { concurrency: 4, buckets: [{ name: 'token', limit: 120, perMs: 60_000 }], signals: [] },
  // @see https://www.koyeb.com/docs/reference/api#section/Errors
  errors: [
    { when: { path: 'code', equals: ['rate_limit_error'] }, kind: 'rate_limited' },
    {
      when: { status: 400, path: 'fields' },
      kind: 'validation',
      messagePath: 'message',
      fields: { list: 'fields', field: 'field', message: 'description' },
    },
    { when: { status: 402 }, kind: 'validation', messagePath: 'message' },
  ],
  test: { request: { method: 'GET', path: '/account/organization' } },
  objects,
  documentation: { source: docs, asOf: '2026-11-23' },
});
