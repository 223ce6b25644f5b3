/** Rapid7 InsightIDR: investigations with their comments, and the users, accounts and assets that it watches. */
import { z } from 'zod';
import { apiKeyAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://help.rapid7.com/insightidr/en-us/api/v1/docs.html';

export const connector: HttpConnector = defineConnector({
  id: 'rapid7_insightidr',
  name: 'Rapid7 InsightIDR',
  vendor: 'Rapid7',
  category: 'security',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['siem', 'investigations', 'detection'],
  transport: 'http',
  config: z.strictObject({
    // @see https://docs.rapid7.com/insight/api-overview
    region: z
      .enum(['us', 'us2', 'us3', 'eu', 'ca', 'au', 'ap'])
      .default('us')
      .meta({ title: 'Region', help: 'The first label of the address of InsightIDR.', destination: true }),
  }),
  auth: [
    // @see https://docs.rapid7.com/insight/api-overview
    apiKeyAuth({
      in: 'header',
      name: 'X-Api-Key',
      setup: 'Command Platform → Administration → API Keys → New Organization Key, or New User Key. It is shown once.',
    }),
  ],
  http: { baseUrl: 'https://{config.region}.api.insight.rapid7.com', hosts: ['.api.insight.rapid7.com'] },
  // The vendor publishes no limit.
  limits: { concurrency: 2, buckets: [{ name: 'key', limit: 120, perMs: 60_000 }], signals: [] },
  // @see https://help.rapid7.com/insightidr/en-us/api/v1/docs.html
  errors: [{ when: { status: 400, path: 'message' }, kind: 'validation', messagePath: 'message' }],
  test: { request: { method: 'GET', path: '/idr/v1/investigations', query: { size: '1' } } },
  objects,
  documentation: { source: docs, asOf: '2026-11-23' },
});
