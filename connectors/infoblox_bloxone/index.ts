/** Infoblox Universal DDI (BloxOne): address spaces, subnets, hosts, DNS zones and DHCP of a cloud account. */
import { z } from 'zod';
import { apiKeyAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const source = 'https://github.com/infobloxopen/bloxone-go-client';

export const connector: HttpConnector = defineConnector({
  id: 'infoblox_bloxone',
  name: 'Infoblox Universal DDI',
  vendor: 'Infoblox',
  category: 'network',
  docsUrl: 'https://docs.infoblox.com/space/BloxOneDDI/',
  version: '1.0.0',
  tags: ['ipam', 'dns', 'dhcp', 'bloxone'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://github.com/infobloxopen/bloxone-go-client#authorization
    apiKeyAuth({
      in: 'header',
      name: 'Authorization',
      value: 'Token {api_key}',
      setup: 'Portal → the user → Preferences → User API Keys → Create; or a service user with a key of its own.',
    }),
  ],
  http: { baseUrl: 'https://csp.infoblox.com/api', hosts: ['csp.infoblox.com'] },
  // The vendor tells no figure: a careful one.
  limits: { concurrency: 4, buckets: [{ name: 'account', limit: 300, perMs: 60_000 }], signals: [] },
  // @see https://github.com/infobloxopen/bloxone-go-client
  errors: [
    { when: { status: 409 }, kind: 'conflict', messagePath: 'error[0].message' },
    { when: { status: 400 }, kind: 'validation', messagePath: 'error[0].message' },
  ],
  test: { request: { method: 'GET', path: '/ddi/v1/ipam/ip_space', query: { _limit: '1' } } },
  objects,
  documentation: { source, asOf: '2026-11-23' },
});
