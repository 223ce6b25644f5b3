/** DNSimple: domains, zones and their records, certificates and contacts of an account. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docsUrl = 'https://developer.dnsimple.com/v2/';

const lists = [
  'domains',
  'zones',
  'zone_records',
  'contacts',
  'email_forwards',
  'certificates',
  'delegation_signers',
  'domain_services',
  'templates',
  'template_records',
  'services',
  'secondary_primaries',
  'registrant_changes',
  'pushes',
  'charges',
].map((object) => `${object}.list`);

const parents = [
  'zone_records',
  'email_forwards',
  'certificates',
  'delegation_signers',
  'domain_services',
  'template_records',
].map((object) => `${object}.list/parents`);

const lookUps = [
  ...['zone_records', 'delegation_signers', 'template_records', 'secondary_primaries'].map(
    (object) => `${object}.create/find`,
  ),
  ...['contacts', 'templates'].flatMap((object) =>
    ['create', 'update', 'upsert'].map((kind) => `${object}.${kind}/find`),
  ),
];

/** @see https://developer.dnsimple.com/v2/#pagination */
const exemptions = [...lists, ...parents, ...lookUps].map((use) => ({
  use,
  rule: 'known-parameters',
  about: 'page',
  reason:
    'The description defines `page` and `per_page`, and names them at no list; the documentation has them for all.',
}));

export const connector: HttpConnector = defineConnector({
  id: 'dnsimple',
  name: 'DNSimple',
  vendor: 'DNSimple',
  category: 'network',
  docsUrl,
  version: '1.0.0',
  tags: ['dns', 'domains', 'certificates'],
  transport: 'http',
  config: z.strictObject({
    account_id: z
      .string()
      .regex(/^\d{1,18}$/, 'Must be the number of an account: 1010.')
      .meta({ title: 'Account id', help: 'In the address of each page of the account: /a/1010.', example: '1010' }),
    // @see https://developer.dnsimple.com/sandbox/
    api_host: z
      .enum(['api.dnsimple.com', 'api.sandbox.dnsimple.com'])
      .default('api.dnsimple.com')
      .meta({ title: 'Host of the interface', destination: true }),
  }),
  auth: [
    // @see https://developer.dnsimple.com/v2/#authentication
    bearerAuth({
      title: 'Access token of the account',
      setup: 'Account → Access Tokens → Add, for the account (rather than for a user).',
    }),
  ],
  http: {
    baseUrl: 'https://{config.api_host}/v2',
    hosts: ['api.dnsimple.com', 'api.sandbox.dnsimple.com'],
    headers: { accept: 'application/json' },
  },
  // @see https://developer.dnsimple.com/v2/#rate-limiting
  limits: {
    concurrency: 4,
    buckets: [{ name: 'token', limit: 2400, perMs: 3_600_000 }],
    signals: [
      { header: 'x-ratelimit-remaining', means: 'remaining' },
      { header: 'x-ratelimit-reset', means: 'reset', unit: 'epoch_s' },
    ],
  },
  // @see https://developer.dnsimple.com/v2/#response-codes
  errors: [
    { when: { status: 400, bodyIncludes: ['already been taken', 'already exists'] }, kind: 'conflict' },
    { when: { status: 400, path: 'message' }, kind: 'validation', messagePath: 'message' },
    { when: { status: 402 }, kind: 'unsupported', message: 'The plan of the account does not include this feature.' },
    { when: { status: 412 }, kind: 'unsupported', messagePath: 'message' },
  ],
  test: { request: { method: 'GET', path: '/whoami' } },
  objects,
  contract: { exempt: exemptions },
  documentation: { source: docsUrl, asOf: '2026-11-23' },
});
