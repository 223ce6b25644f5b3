/** 1Password Events: audit events, uses of shared items and attempts to sign in of a business account. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docsUrl = 'https://developer.1password.com/docs/events-api/reference';

/** @see https://developer.1password.com/docs/events-api/reference (servers) */
const hosts = [
  'events.1password.com',
  'events.1password.ca',
  'events.1password.eu',
  'events.ent.1password.com',
] as const;

export const connector: HttpConnector = defineConnector({
  id: 'onepassword_events',
  name: '1Password Events',
  vendor: '1Password',
  category: 'security',
  docsUrl,
  version: '1.0.0',
  tags: ['audit', 'sign-ins', 'siem', 'passwords'],
  transport: 'http',
  config: z.strictObject({
    host: z
      .enum(hosts)
      .default('events.1password.com')
      .meta({ title: 'Host of the Events API', help: 'By where the account is.', destination: true }),
  }),
  auth: [
    // @see https://support.1password.com/events-reporting/
    bearerAuth({
      title: 'Bearer token',
      setup:
        'Integrations → Events Reporting → Other → a bearer token with the events that are to be read: audit events, item usage, sign-in attempts.',
    }),
  ],
  http: { baseUrl: 'https://{config.host}', hosts: [...hosts] },
  // @see https://rate-limits.apis.io/rate-limits/1password/1password-rate-limits/
  limits: {
    concurrency: 2,
    buckets: [
      { name: 'minute', limit: 600, perMs: 60_000 },
      { name: 'hour', limit: 30_000, perMs: 3_600_000 },
    ],
    signals: [],
  },
  errors: [{ when: { status: 400, path: 'Error.Message' }, kind: 'validation', messagePath: 'Error.Message' }],
  test: { request: { method: 'GET', path: '/api/v2/auth/introspect' } },
  objects,
  contract: {
    exempt: Object.keys(objects).flatMap((name) =>
      [`${name}.list`, `${name}.list/next`].map((use) => ({
        use,
        rule: 'body',
        reason: 'The description requires no member of either form of the body, so that each body has both forms.',
      })),
    ),
  },
  documentation: { source: docsUrl, asOf: '2026-11-23' },
});
