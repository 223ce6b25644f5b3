/** DigitalOcean: droplets, domains, SSH keys and projects of an account. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import { defineConnector, type HttpConnector, reads, writes } from '../kit/define.ts';
import type { HttpRead, HttpWrite } from '../kit/http/operations.ts';
import { Domain, Droplet, Project, SshKey } from './schema.ts';

/** @see https://docs.digitalocean.com/reference/api/digitalocean/#section/Introduction/Links-and-Pagination (200 at most) */
function listOf(path: string, recordsPath: string): HttpRead {
  return reads({
    kind: 'pages',
    request: { method: 'GET', path },
    format: { kind: 'json', recordsPath },
    paginate: { kind: 'next_url', path: 'links.pages.next', sizeParameter: 'per_page', pageSize: 200 },
  });
}

function deletes(path: string): HttpWrite {
  return writes({ request: { method: 'DELETE', path }, idempotency: { kind: 'put_by_key' } });
}

const docsUrl = 'https://docs.digitalocean.com/reference/api/';

export const connector: HttpConnector = defineConnector({
  id: 'digitalocean',
  name: 'DigitalOcean',
  vendor: 'DigitalOcean',
  category: 'cloud',
  docsUrl,
  version: '1.0.0',
  tags: ['servers', 'dns'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [bearerAuth({ title: 'API token', setup: 'Create a personal access token under API, Tokens.' })],
  http: { baseUrl: 'https://api.digitalocean.com', hosts: ['api.digitalocean.com'] },
  // @see https://docs.digitalocean.com/reference/api/digitalocean/#section/Introduction/Rate-Limit
  limits: {
    concurrency: 8,
    buckets: [
      { name: 'hour', limit: 5000, perMs: 3_600_000 },
      { name: 'minute', limit: 250, perMs: 60_000 },
    ],
    signals: [
      { header: 'ratelimit-remaining', means: 'remaining' },
      { header: 'ratelimit-reset', means: 'reset', unit: 'epoch_s' },
    ],
  },
  // @see https://docs.digitalocean.com/reference/api/digitalocean/#section/Introduction/HTTP-Statuses
  errors: [{ when: { status: 412 }, kind: 'conflict', message: 'Something still uses what was to be deleted.' }],
  test: { request: { method: 'GET', path: '/v2/account' } },
  objects: {
    droplets: {
      title: 'Droplets',
      key: ['id'],
      schema: Droplet,
      docsUrl,
      operations: {
        list: listOf('/v2/droplets', 'droplets'),
        create: writes({
          request: { method: 'POST', path: '/v2/droplets' },
          idempotency: {
            kind: 'find',
            request: { method: 'GET', path: '/v2/droplets', query: { name: '{name}' } },
            recordsPath: 'droplets',
            idPath: 'id',
          },
          targetIdPath: 'droplet.id',
        }),
        delete: deletes('/v2/droplets/{id}'),
      },
    },
    domains: {
      title: 'Domains',
      key: ['name'],
      schema: Domain,
      docsUrl,
      operations: {
        list: listOf('/v2/domains', 'domains'),
        create: writes({
          request: { method: 'POST', path: '/v2/domains' },
          idempotency: {
            kind: 'find',
            request: { method: 'GET', path: '/v2/domains/{name}' },
            recordsPath: 'domain',
            idPath: 'name',
            notFoundIsAbsent: true,
          },
          targetIdPath: 'domain.name',
        }),
        delete: deletes('/v2/domains/{name}'),
      },
    },
    ssh_keys: {
      title: 'SSH keys',
      key: ['id'],
      schema: SshKey,
      docsUrl,
      operations: {
        list: listOf('/v2/account/keys', 'ssh_keys'),
        update: writes({
          request: { method: 'PUT', path: '/v2/account/keys/{id}' },
          idempotency: { kind: 'put_by_key' },
        }),
        delete: deletes('/v2/account/keys/{id}'),
      },
    },
    projects: {
      title: 'Projects',
      key: ['id'],
      schema: Project,
      docsUrl,
      operations: {
        list: listOf('/v2/projects', 'projects'),
        update: writes({
          request: { method: 'PATCH', path: '/v2/projects/{id}' },
          idempotency: { kind: 'put_by_key' },
        }),
        delete: deletes('/v2/projects/{id}'),
      },
    },
  },
  documentation: { source: docsUrl, asOf: '2026-11-21' },
});
