/** OpsRamp. */
import { z } from 'zod';
import { clientCredentialsAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

export const connector: HttpConnector = defineConnector({
  id: 'opsramp',
  name: 'OpsRamp',
  vendor: 'OpsRamp',
  category: 'itsm',
  docsUrl: 'https://develop.opsramp.com/v2/api-overview',
  version: '1.0.0',
  transport: 'http',
  config: z.strictObject({
    api_endpoint: z
      .url({ protocol: /^https$/ })
      .meta({ title: 'API endpoint', destination: true, example: 'https://acme.api.opsramp.com' }),
    tenant_id: z.string().min(1).meta({ title: 'Tenant id', example: 'client_1234' }),
  }),
  auth: [
    // @see https://docs.opsramp.com/api/api-getting-started/getting-started/
    clientCredentialsAuth({
      tokenUrl: '{config.api_endpoint}/auth/oauth/token',
      clientAuth: 'post',
      // 407: the token expired. @see https://develop.opsramp.com/v2/api-overview
      renewOn: [401, 407],
      setup:
        'In Setup > Integrations > Integrations, install *Other > Custom Integration* with a role that may do what your integrations do, and choose OAUTH2 for inbound authentication. Its key is the client id, its secret the client secret; the page shows the tenant id and the API endpoint as well.',
    }),
  ],
  http: { baseUrl: '{config.api_endpoint}/api/v2', hosts: 'from_config' },
  limits: {
    concurrency: 4,
    // Of a client: 50 paged reads a minute, as many writes of tickets, and 25 of resources, which the headers tell of. @see https://docs.opsramp.com/api/about/throttling-limits/
    buckets: [{ name: 'minute', limit: 50, perMs: 60_000 }],
    // @see https://docs.opsramp.com/api/about/throttling-limits/
    signals: [
      { header: 'X-RateLimit-Remaining', means: 'remaining' },
      { header: 'X-RateLimit-Reset', means: 'reset', unit: 'epoch_s' },
    ],
  },
  // @see https://develop.opsramp.com/v2/api-overview
  errors: [
    { when: { status: 407 }, kind: 'auth_expired' },
    { when: { status: 410 }, kind: 'config' },
  ],
  test: { request: { method: 'GET', path: '/tenants/{config.tenant_id}/sites/search', query: { pageSize: '1' } } },
  objects,
  documentation: { source: 'https://develop.opsramp.com/v2/api-overview', asOf: '2026-11-29' },
});
