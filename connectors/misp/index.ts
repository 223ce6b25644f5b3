/** MISP: events, attributes, tags, feeds, users and organisations of a threat intelligence platform. */
import { z } from 'zod';
import { apiKeyAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docsUrl = 'https://www.misp-project.org/openapi/';

export const connector: HttpConnector = defineConnector({
  id: 'misp',
  name: 'MISP',
  vendor: 'MISP Project',
  category: 'security',
  docsUrl,
  version: '1.0.0',
  tags: ['threat intelligence', 'indicators', 'events', 'self-hosted'],
  transport: 'http',
  config: z.strictObject({
    server_url: z.url({ protocol: /^https?$/ }).meta({
      title: 'Address of the server',
      example: 'https://misp.example.com',
      destination: true,
    }),
  }),
  auth: [
    // @see https://www.misp-project.org/openapi/#section/Authentication
    apiKeyAuth({
      in: 'header',
      name: 'Authorization',
      title: 'Authentication key',
      setup:
        'Administration → List Auth Keys → Add authentication key, of a user whose role may use keys (and may add events, or administer the site, where these are written).',
    }),
  ],
  http: {
    baseUrl: '{config.server_url}',
    hosts: 'from_config',
    headers: { accept: 'application/json' },
    // Searches of a large server take their time.
    timeoutMs: 60_000,
  },
  // A role may have a limit of its own; none is told for all. A careful figure for a server of one's own.
  limits: { concurrency: 2, buckets: [{ name: 'server', limit: 300, perMs: 60_000 }], signals: [] },
  // @see https://www.misp-project.org/openapi/#tag/Events/operation/getEvents
  errors: [
    { when: { status: 403, bodyIncludes: ['Authentication failed'] }, kind: 'auth_invalid' },
    {
      when: { status: 403, bodyIncludes: ['already exists', 'already taken'] },
      kind: 'conflict',
      messagePath: 'errors',
    },
    { when: { status: [403, 405], path: 'errors' }, kind: 'validation', messagePath: 'errors' },
  ],
  test: { request: { method: 'GET', path: '/servers/getVersion' } },
  objects,
  contract: {
    exempt: ['attributes.create', 'attributes.update'].map((use) => ({
      use,
      rule: 'body',
      about: '/first_seen',
      reason: 'The description has a text of any form in two of its alternatives.',
    })),
  },
  documentation: { source: docsUrl, asOf: '2026-11-23' },
});
