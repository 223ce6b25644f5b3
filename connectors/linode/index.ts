/** Linode (Akamai Cloud): the users of an account, its servers and DNS zones. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { restApi } from '../kit/rest.ts';
import { writesAt } from '../kit/rest-writes.ts';
import { Domain, Instance, User } from './schema.ts';

const docsUrl = 'https://techdocs.akamai.com/linode-api/reference/api';

const { listOf } = restApi({
  docs: (page) => `https://techdocs.akamai.com/linode-api/reference/${page}`,
  records: { recordsPath: 'data' },
  // Pages have 25 to 500 records. @see https://techdocs.akamai.com/linode-api/reference/managed-linode-settings
  paginate: { kind: 'page', parameter: 'page', totalPagesPath: 'pages', sizeParameter: 'page_size', pageSize: 500 },
});

export const connector: HttpConnector = defineConnector({
  id: 'linode',
  name: 'Linode',
  vendor: 'Akamai Technologies',
  category: 'cloud',
  docsUrl,
  version: '1.0.0',
  tags: ['servers', 'dns'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    bearerAuth({
      title: 'Personal access token',
      setup:
        'Create a token in the Cloud Manager, under your profile, API tokens, with the scopes account, linodes and domains.',
    }),
  ],
  http: { baseUrl: 'https://api.linode.com/v4', hosts: ['api.linode.com'] },
  // Lists have the narrowest limit. @see https://github.com/linode/linode-api-docs/pull/887
  // @see https://techdocs.akamai.com/linode-api/reference/rate-limits (headers)
  limits: {
    concurrency: 4,
    buckets: [{ name: 'minute', limit: 200, perMs: 60_000 }],
    signals: [
      { header: 'x-ratelimit-remaining', means: 'remaining' },
      { header: 'x-ratelimit-reset', means: 'reset', unit: 'epoch_s' },
    ],
  },
  // @see https://github.com/pulumi/templates/issues/184 (the answer)
  // @see https://github.com/linode/manager/pull/10620 (what it means)
  errors: [{ when: { status: 400, bodyIncludes: ['Account Limit reached'] }, kind: 'quota' }],
  test: { request: { method: 'GET', path: '/profile' } },
  objects: {
    users: listOf(
      { title: 'Users', path: '/account/users', docs: 'get-users', key: 'username', schema: User },
      writesAt({
        path: '/account/users',
        id: 'username',
        method: 'PUT',
        find: {
          path: '/account/users/{username}',
          idPath: 'username',
          ignoresCase: 'undocumented',
          searchLagMs: 'undocumented',
        },
        updateBy: 'address',
      }),
    ),
    instances: listOf({ title: 'Linodes', path: '/linode/instances', docs: 'get-linode-instances', schema: Instance }),
    domains: listOf({ title: 'Domains', path: '/domains', docs: 'get-domains', schema: Domain }),
  },
  documentation: { source: docsUrl, asOf: '2026-11-22' },
});
