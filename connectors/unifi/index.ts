/** UniFi Network: sites, devices, clients, networks, firewall and vouchers of a console. */
import { z } from 'zod';
import { apiKeyAuth } from '../kit/auth/methods.ts';
import { withAuthority } from '../kit/auth/signing-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docsUrl = 'https://developer.ui.com/network/';

export const connector: HttpConnector = defineConnector({
  id: 'unifi',
  name: 'UniFi Network',
  vendor: 'Ubiquiti',
  category: 'network',
  docsUrl,
  version: '1.0.0',
  tags: ['wifi', 'switches', 'firewall', 'clients', 'self-hosted'],
  transport: 'http',
  config: z.strictObject({
    console_url: z.url({ protocol: /^https?$/ }).meta({
      title: 'Address of the console',
      help: 'Up to where `/proxy/network` begins. Through the cloud: `https://api.ui.com/v1/connector/consoles/` and the id of the console.',
      example: 'https://unifi.example.com',
      destination: true,
    }),
  }),
  auth: [
    // @see https://help.ui.com/hc/en-us/articles/30076656117655-Getting-Started-with-the-Official-UniFi-API
    withAuthority(
      apiKeyAuth({
        in: 'header',
        name: 'X-API-KEY',
        setup:
          'UniFi Network → Settings → Control Plane → Integrations → Create API Key; for the cloud, unifi.ui.com → API → Create API Key.',
      }),
    ),
  ],
  http: { baseUrl: '{config.console_url}/proxy/network/integration', hosts: 'from_config' },
  // A console limits nothing itself: a careful figure for a small machine.
  limits: { concurrency: 2, buckets: [{ name: 'console', limit: 300, perMs: 60_000 }], signals: [] },
  // @see https://developer.ui.com/network/ (Error Handling)
  errors: [
    { when: { path: 'code', holds: ['api.authentication'] }, kind: 'auth_invalid', messagePath: 'message' },
    { when: { status: 400 }, kind: 'validation', messagePath: 'message' },
  ],
  test: { request: { method: 'GET', path: '/v1/sites', query: { limit: '1' } } },
  objects,
  documentation: { source: docsUrl, asOf: '2026-11-23' },
});
