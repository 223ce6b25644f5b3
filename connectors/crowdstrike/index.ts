/** CrowdStrike Falcon: alerts, hosts, vulnerabilities, indicators, policies and users. */
import { z } from 'zod';
import { clientCredentialsAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

/** @see https://developer.crowdstrike.com/docs/getting-started/ */
const clouds = [
  'api.crowdstrike.com',
  'api.us-2.crowdstrike.com',
  'api.eu-1.crowdstrike.com',
  'api.laggar.gcw.crowdstrike.com',
  'api.us-gov-2.crowdstrike.mil',
] as const;

/** With indicators of its own, a change needs no bulk one. @see https://github.com/CrowdStrike/falconpy/blob/322ff0a617d64d77a8f40087a4769d1ab5cdcef4/src/falconpy/_payload/_ioc.py */
const exemptions = ['create', 'update', 'upsert'].map((operation) => ({
  use: `indicators.${operation}/update`,
  rule: 'body',
  reason: "The description asks for both ways to change indicators at once; the vendor's own client sends either.",
}));

export const connector: HttpConnector = defineConnector({
  id: 'crowdstrike',
  name: 'CrowdStrike Falcon',
  vendor: 'CrowdStrike',
  category: 'security',
  docsUrl: 'https://developer.crowdstrike.com/api-reference/collections/',
  version: '1.0.0',
  tags: ['alerts', 'hosts', 'vulnerabilities', 'endpoint', 'edr'],
  transport: 'http',
  config: z.strictObject({
    api_host: z.enum(clouds).default('api.crowdstrike.com').meta({
      title: 'Host of the interface',
      help: 'US-1, US-2, EU-1, GOV-1 or GOV-2: the page that makes API clients shows it as the base URL.',
      destination: true,
    }),
  }),
  auth: [
    // Tokens last half an hour. @see https://developer.crowdstrike.com/docs/openapi/
    clientCredentialsAuth({
      id: 'api_client',
      title: 'API client',
      tokenUrl: 'https://{config.api_host}/oauth2/token',
      clientAuth: 'post',
      setup:
        'Support and resources → API clients and keys → Create API client, with the scopes of what is read and written.',
    }),
  ],
  http: {
    baseUrl: 'https://{config.api_host}',
    hosts: [...clouds],
    headers: { accept: 'application/json' },
  },
  // @see https://www.falconpy.io/Usage/Response-Handling.html (headers)
  limits: {
    concurrency: 5,
    buckets: [{ name: 'customer', limit: 6000, perMs: 60_000 }],
    signals: [
      { header: 'x-ratelimit-remaining', means: 'remaining' },
      { header: 'x-ratelimit-retryafter', means: 'reset', unit: 'epoch_s' },
    ],
  },
  // Codes are those of HTTP, also within an answer with status 200.
  errors: [
    { when: { status: 403, bodyIncludes: ['invalid bearer token'] }, kind: 'auth_expired' },
    { when: { status: 403, bodyIncludes: ['scope not permitted'] }, kind: 'permission' },
    // Of several records, those that are there are given all the same.
    ...(
      [
        [404, 'not_found'],
        [409, 'conflict'],
      ] as const
    ).map(([code, kind]) => ({
      when: { status: [200, 201], path: 'errors[0].code', equals: [code], lacks: 'resources[0]' },
      kind,
      messagePath: 'errors[0].message',
    })),
    {
      when: { status: 200, path: 'errors[0].code', equals: [401] },
      kind: 'auth_invalid',
      messagePath: 'errors[0].message',
    },
    {
      when: { status: 200, path: 'errors[0].code', equals: [403] },
      kind: 'permission',
      messagePath: 'errors[0].message',
    },
    {
      when: { status: 200, path: 'errors[0].code', equals: [400] },
      kind: 'validation',
      messagePath: 'errors[0].message',
    },
    { when: { status: 200, path: 'errors[0].code', equals: [429] }, kind: 'rate_limited' },
    { when: { status: 200, path: 'errors[0].code', equals: [500, 502, 503, 504] }, kind: 'transient' },
  ],
  test: { request: { method: 'GET', path: '/devices/queries/devices/v1', query: { limit: '1' } } },
  objects,
  contract: { descriptions: ['crowdstrike/gofalcon.json.gz'], exempt: exemptions },
  documentation: { source: 'https://developer.crowdstrike.com/api-reference/collections/', asOf: '2026-11-21' },
});
