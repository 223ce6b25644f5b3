/** Linode (Akamai Cloud): the users of an account, its servers and DNS zones. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import { defineConnector, type HttpConnector, reads, writes } from '../kit/define.ts';
import type { HttpRead, HttpWrite } from '../kit/http/operations.ts';
import { Domain, Instance, User } from './schema.ts';

const docsUrl = 'https://techdocs.akamai.com/linode-api/reference/api';

/** Pages have 25 to 500 records. @see https://techdocs.akamai.com/linode-api/reference/managed-linode-settings */
function listOf(path: string): HttpRead {
  return reads({
    kind: 'pages',
    request: { method: 'GET', path },
    format: { kind: 'json', recordsPath: 'data' },
    paginate: { kind: 'page', parameter: 'page', totalPagesPath: 'pages', sizeParameter: 'page_size', pageSize: 500 },
  });
}

function deletes(path: string): HttpWrite {
  return writes({ request: { method: 'DELETE', path }, idempotency: { kind: 'put_by_key' } });
}

const user = writes({
  request: { method: 'POST', path: '/account/users' },
  update: { method: 'PUT', path: '/account/users/{$target_id}' },
  idempotency: {
    kind: 'find',
    request: { method: 'GET', path: '/account/users/{username}' },
    idPath: 'username',
    notFoundIsAbsent: true,
  },
  targetIdPath: 'username',
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
    users: {
      title: 'Users',
      key: ['username'],
      schema: User,
      docsUrl: 'https://techdocs.akamai.com/linode-api/reference/get-users',
      operations: {
        list: listOf('/account/users'),
        create: user,
        update: writes({
          request: { method: 'PUT', path: '/account/users/{username}' },
          idempotency: { kind: 'put_by_key' },
        }),
        upsert: user,
        delete: deletes('/account/users/{username}'),
      },
    },
    instances: {
      title: 'Linodes',
      key: ['id'],
      schema: Instance,
      docsUrl: 'https://techdocs.akamai.com/linode-api/reference/get-linode-instances',
      operations: { list: listOf('/linode/instances') },
    },
    domains: {
      title: 'Domains',
      key: ['id'],
      schema: Domain,
      docsUrl: 'https://techdocs.akamai.com/linode-api/reference/get-domains',
      operations: { list: listOf('/domains') },
    },
  },
  documentation: { source: docsUrl, asOf: '2026-11-22' },
});
