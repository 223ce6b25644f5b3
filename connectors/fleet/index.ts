/** Fleet: hosts, software, vulnerabilities, reports and users of a Fleet server. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import { withAuthority } from '../kit/auth/signing-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://fleetdm.com/docs/rest-api/rest-api';

export const connector: HttpConnector = defineConnector({
  id: 'fleet',
  name: 'Fleet',
  vendor: 'Fleet Device Management',
  category: 'security',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['hosts', 'osquery', 'vulnerabilities', 'software', 'self-hosted'],
  transport: 'http',
  config: z.strictObject({
    server_url: z.url({ protocol: /^https?$/ }).meta({
      title: 'Address of the server',
      help: 'Up to where `/api` begins.',
      example: 'https://fleet.example.com',
      destination: true,
    }),
  }),
  auth: [
    // @see https://fleetdm.com/docs/rest-api/rest-api#authentication
    withAuthority(
      bearerAuth({
        title: 'API token',
        setup: 'My account → Get API token, best of an API-only user with the role observer.',
      }),
    ),
  ],
  http: { baseUrl: '{config.server_url}/api/v1/fleet', hosts: 'from_config' },
  // Fleet limits logins only: a careful figure for a server of one's own.
  limits: { concurrency: 4, buckets: [{ name: 'server', limit: 600, perMs: 60_000 }], signals: [] },
  // @see https://fleetdm.com/docs/rest-api/rest-api#api-errors
  errors: [{ when: { status: [400, 422], path: 'errors' }, kind: 'validation', messagePath: 'errors[0].reason' }],
  test: { request: { method: 'GET', path: '/me' } },
  objects,
  contract: {
    exempt: [
      {
        use: 'hosts.list',
        rule: 'required-parameters',
        reason: 'Filters of hosts by their settings are optional: rest-api#list-hosts. The description requires two.',
      },
      {
        use: 'labels.list',
        rule: 'pages-followed',
        reason: 'Labels come as a whole: rest-api#list-labels has no page. What `after` means without one is not told.',
      },
    ],
  },
  documentation: { source: docs, asOf: '2026-11-23' },
});
