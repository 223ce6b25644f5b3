/** PowerDNS Authoritative Server: zones, record sets, metadata and keys. */
import { z } from 'zod';
import { apiKeyAuth } from '../kit/auth/methods.ts';
import { withAuthority } from '../kit/auth/signing-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docsUrl = 'https://doc.powerdns.com/authoritative/http-api/';

export const connector: HttpConnector = defineConnector({
  id: 'powerdns',
  name: 'PowerDNS Authoritative',
  vendor: 'PowerDNS',
  category: 'network',
  docsUrl,
  version: '1.0.0',
  tags: ['dns', 'zones', 'self-hosted'],
  transport: 'http',
  config: z.strictObject({
    server_url: z.url({ protocol: /^https?$/ }).meta({
      title: 'Address of the web server',
      help: 'Up to where `/api/v1` begins: `http://dns.example.com:8081` unless a proxy stands before it.',
      example: 'https://dns.example.com',
      destination: true,
    }),
    server_id: z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,255}$/, 'Must be the id of a server: localhost.')
      .default('localhost')
      .meta({
        title: 'Server id',
        help: 'That of the server itself is `localhost`.',
        destination: true,
      }),
  }),
  auth: [
    // @see https://doc.powerdns.com/authoritative/http-api/#enabling-the-api
    withAuthority(
      apiKeyAuth({
        in: 'header',
        name: 'X-API-Key',
        setup: 'Set `api=yes`, `webserver-allow-from` and `api-key` in pdns.conf.',
      }),
    ),
  ],
  http: { baseUrl: '{config.server_url}/api/v1/servers/{config.server_id}', hosts: 'from_config' },
  // The server limits nothing itself: a careful figure for a machine that answers DNS as well.
  limits: { concurrency: 4, buckets: [{ name: 'server', limit: 1200, perMs: 60_000 }], signals: [] },
  // @see https://doc.powerdns.com/authoritative/http-api/#errors
  errors: [
    { when: { status: 409 }, kind: 'conflict', messagePath: 'error' },
    { when: { status: [400, 422] }, kind: 'validation', messagePath: 'error' },
  ],
  test: { request: { method: 'GET', path: '/config' } },
  objects,
  contract: {
    exempt: [
      {
        use: 'record_sets.delete',
        rule: 'body',
        about: "required property 'ttl'",
        reason: 'The description requires a time to live of sets that are removed, too; the server does not.',
      },
    ],
  },
  peers: ['PowerDNS'],
  documentation: { source: docsUrl, asOf: '2026-11-23' },
});
