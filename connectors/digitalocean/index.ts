/** DigitalOcean: droplets, domains, SSH keys and projects of an account. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, writesAt } from '../kit/rest-writes.ts';
import { Domain, Droplet, Project, SshKey } from './schema.ts';

const docsUrl = 'https://docs.digitalocean.com/reference/api/';

// @see https://docs.digitalocean.com/reference/api/digitalocean/#section/Introduction/Links-and-Pagination (200 at most)
const paginate = { kind: 'next_url', path: 'links.pages.next', sizeParameter: 'per_page', pageSize: 200 } as const;

const { listOf } = restApi({ docs: () => docsUrl, paginate });

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
  errors: [{ when: { status: 412 }, kind: 'conflict', message: 'The record is still in use, so it was not deleted.' }],
  test: { request: { method: 'GET', path: '/v2/account' } },
  objects: {
    droplets: listOf(
      { title: 'Droplets', path: '/v2/droplets', recordsPath: 'droplets', schema: Droplet },
      {
        create: findOrCreate('POST /v2/droplets', {
          find: {
            path: '/v2/droplets',
            query: { name: '{name}' },
            recordsPath: 'droplets',
            idPath: 'id',
            paginate,
            ignoresCase: true,
            // Lists have a new Droplet seconds later, and no bound is documented.
            // @see https://github.com/digitalocean/api-v2/issues/202
            searchLagMs: 'undocumented',
          },
          targetIdPath: 'droplet.id',
        }),
        ...writesAt({ path: '/v2/droplets', only: ['delete'] }),
      },
    ),
    // The other list leaves them out. @see https://github.com/digitalocean/openapi/blob/main/specification/resources/droplets/parameters.yml
    gpu_droplets: listOf(
      {
        title: 'GPU Droplets',
        path: '/v2/droplets',
        query: { type: 'gpus' },
        recordsPath: 'droplets',
        schema: Droplet,
      },
      writesAt({ path: '/v2/droplets', only: ['delete'] }),
    ),
    domains: listOf(
      { title: 'Domains', path: '/v2/domains', recordsPath: 'domains', key: 'name', schema: Domain },
      {
        create: findOrCreate('POST /v2/domains', {
          find: {
            path: '/v2/domains/{name}',
            recordsPath: 'domain',
            idPath: 'name',
            ignoresCase: 'undocumented',
            searchLagMs: 'undocumented',
          },
          targetIdPath: 'domain.name',
        }),
        ...writesAt({ path: '/v2/domains', id: 'name', only: ['delete'] }),
      },
    ),
    ssh_keys: listOf(
      { title: 'SSH keys', path: '/v2/account/keys', recordsPath: 'ssh_keys', schema: SshKey },
      writesAt({ path: '/v2/account/keys', method: 'PUT', only: ['update', 'delete'] }),
    ),
    projects: listOf(
      { title: 'Projects', path: '/v2/projects', recordsPath: 'projects', schema: Project },
      writesAt({ path: '/v2/projects', only: ['update', 'delete'] }),
    ),
  },
  contract: {
    exempt: [
      {
        use: 'gpu_droplets.list',
        rule: 'known-parameters',
        reason: 'The description is older than GPU Droplets, and so than `type`.',
      },
    ],
  },
  documentation: { source: docsUrl, asOf: '2026-11-21' },
});
