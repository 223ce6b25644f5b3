/** Cloudflare: zones and DNS records, members, access rules, lists, tunnels and Zero Trust users of an account. */
import { z } from 'zod';
import { apiKeysAuth, bearerAuth, plainText, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

const fundamentals = 'https://developers.cloudflare.com/fundamentals/api';

export const connector: HttpConnector = defineConnector({
  id: 'cloudflare',
  name: 'Cloudflare',
  vendor: 'Cloudflare',
  category: 'network',
  docsUrl: 'https://developers.cloudflare.com/api/',
  version: '1.0.0',
  tags: ['dns', 'zones', 'zero-trust', 'firewall', 'tunnels'],
  transport: 'http',
  config: z.strictObject({
    account_id: z
      .string()
      .regex(/^[0-9a-f]{32}$/, 'Must be the id of an account: 32 hexadecimal digits.')
      .meta({
        title: 'Account id',
        help: 'Account home → menu beside the account → Copy account ID.',
        example: '023e105f4ecef8ad9ca31a8372d0c353',
      }),
  }),
  auth: [
    // @see https://developers.cloudflare.com/fundamentals/api/get-started/create-token/
    bearerAuth({
      title: 'API token',
      setup:
        'My Profile → API Tokens → Create Token → Custom token, with the permissions that the objects need; or Manage Account → API Tokens for one of the account.',
    }),
    // @see https://developers.cloudflare.com/fundamentals/api/get-started/keys/
    apiKeysAuth({
      id: 'global_key',
      title: 'Global API key (legacy)',
      credentials: z.strictObject({ email: plainText('E-mail address of the user'), api_key: secretText('API key') }),
      places: [
        { in: 'header', name: 'X-Auth-Email', value: '{email}' },
        { in: 'header', name: 'X-Auth-Key', value: '{api_key}' },
      ],
      setup: 'My Profile → API Tokens → Global API Key → View. A token with fewer permissions is better.',
    }),
  ],
  http: { baseUrl: 'https://api.cloudflare.com/client/v4', hosts: ['api.cloudflare.com'] },
  // 1200 calls in five minutes, else all calls of the next five are refused. @see https://developers.cloudflare.com/fundamentals/api/reference/limits/
  limits: { concurrency: 4, buckets: [{ name: 'user', limit: 1200, perMs: 300_000 }], signals: [] },
  errors: [
    // A token or key of a wrong form. @see https://github.com/cloudflare/cloudflare-typescript/issues/161
    {
      when: { status: 400, bodyIncludes: ['Invalid request headers'] },
      kind: 'auth_invalid',
      messagePath: 'errors[0].message',
    },
    { when: { status: 400, bodyIncludes: ['already exists'] }, kind: 'conflict', messagePath: 'errors[0].message' },
    { when: { status: 400 }, kind: 'validation', messagePath: 'errors[0].message' },
    { when: { path: 'success', equals: [false], status: 200 }, kind: 'unknown', messagePath: 'errors[0].message' },
  ],
  test: { request: { method: 'GET', path: '/zones', query: { 'account.id': '{config.account_id}', per_page: '5' } } },
  objects,
  webhook,
  contract: {
    exempt: [
      ...['access_users.list', 'access_groups.list', 'account_roles.list'].map((use) => ({
        use,
        rule: 'known-parameters',
        reason:
          "The description is older than the pages of this list, which the vendor's own clients of today ask for.",
      })),
      ...['create', 'create/update', 'update', 'update/update', 'upsert', 'upsert/update'].map((operation) => ({
        use: `dns_records.${operation}`,
        rule: 'body',
        about: 'exactly one schema in oneOf',
        reason: 'The description requires no member of a record, so that its smallest body fits records of every type.',
      })),
      {
        use: 'ip_access_rules.create',
        rule: 'body',
        about: '/configuration',
        reason: 'The description requires neither target nor value, so that its smallest body fits all five kinds.',
      },
      ...['dns_records', 'account_members', 'lists', 'ip_access_rules', 'tunnels'].map((object) => ({
        use: `${object}.delete`,
        rule: 'body',
        about: 'It is missing.',
        reason: "The description asks for a body without members, which the vendor's own clients do not send.",
      })),
    ],
  },
  documentation: { source: `${fundamentals}/`, asOf: '2026-11-23' },
});
