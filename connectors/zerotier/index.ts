/** ZeroTier: networks, their members, and people of an organization in ZeroTier Central. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

export const connector: HttpConnector = defineConnector({
  id: 'zerotier',
  name: 'ZeroTier Central',
  vendor: 'ZeroTier',
  category: 'network',
  docsUrl: 'https://docs.zerotier.com/api/central/v1/',
  version: '1.0.0',
  tags: ['vpn', 'networks', 'members'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://docs.zerotier.com/api/central/v1/zerotier-central-api
    bearerAuth({
      scheme: 'token',
      title: 'API token',
      setup: 'my.zerotier.com → Account → API Access Tokens → New Token.',
    }),
  ],
  http: { baseUrl: 'https://api.zerotier.com/api/v1', hosts: ['api.zerotier.com'] },
  // Free accounts: 20 calls a second; paid ones: 100. @see https://docs.zerotier.com/api/central/v1/zerotier-central-api
  limits: { concurrency: 4, buckets: [{ name: 'account', limit: 20, perMs: 1000 }], signals: [] },
  // @see https://docs.zerotier.com/api/central/v1/zerotier-central-api
  errors: [{ when: { status: 400 }, kind: 'validation' }],
  test: { request: { method: 'GET', path: '/org' } },
  objects,
  webhook,
  documentation: { source: 'https://docs.zerotier.com/api/central/v1/', asOf: '2026-11-23' },
});
