/** Hetzner Cloud: servers, SSH keys, networks and volumes of a project. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { writesAt } from '../kit/rest-writes.ts';
import { Network, Server, SshKey, Volume } from './schema.ts';

const docsUrl = 'https://docs.hetzner.cloud/';

const { listOf } = restApi({
  docs: () => docsUrl,
  // 50 at most. @see https://docs.hetzner.cloud/reference/cloud#description/pagination
  paginate: {
    kind: 'page',
    parameter: 'page',
    totalPagesPath: 'meta.pagination.last_page',
    sizeParameter: 'per_page',
    pageSize: 50,
  },
});

/** Names are unique within a project, so that writes find their record by it. */
function objectAt(title: string, name: string, schema: z.ZodType): HttpObject {
  const path = `/${name}`;
  const find = {
    path,
    query: { name: '{name}' },
    recordsPath: name,
    ignoresCase: 'undocumented',
    searchLagMs: 'undocumented',
  } as const;
  return listOf(
    { title, path, recordsPath: name, schema },
    writesAt({ path, method: 'PUT', find, only: ['create', 'update', 'delete'] }),
  );
}

export const connector: HttpConnector = defineConnector({
  id: 'hetzner_cloud',
  name: 'Hetzner Cloud',
  vendor: 'Hetzner Online',
  category: 'cloud',
  docsUrl,
  version: '1.0.0',
  tags: ['servers', 'networks'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [bearerAuth({ title: 'API token', setup: 'Create a token in the project, under Security, API tokens.' })],
  http: { baseUrl: 'https://api.hetzner.cloud/v1', hosts: ['api.hetzner.cloud'] },
  // @see https://docs.hetzner.cloud/reference/cloud#description/rate-limiting
  limits: {
    concurrency: 8,
    buckets: [{ name: 'hour', limit: 3600, perMs: 3_600_000 }],
    signals: [
      { header: 'ratelimit-remaining', means: 'remaining' },
      { header: 'ratelimit-reset', means: 'reset', unit: 'epoch_s' },
    ],
  },
  // @see https://docs.hetzner.cloud/reference/cloud#description/errors
  errors: [
    { when: { status: 403, bodyIncludes: ['resource_limit_exceeded'] }, kind: 'quota' },
    { when: { status: 409, bodyIncludes: ['"conflict"'] }, kind: 'transient' },
    { when: { status: 423 }, kind: 'transient', message: 'Another action is running on this resource.' },
  ],
  test: { request: { method: 'GET', path: '/locations' } },
  objects: {
    servers: objectAt('Servers', 'servers', Server),
    ssh_keys: objectAt('SSH keys', 'ssh_keys', SshKey),
    networks: objectAt('Networks', 'networks', Network),
    volumes: objectAt('Volumes', 'volumes', Volume),
  },
  documentation: { source: docsUrl, asOf: '2026-11-21' },
  contract: {
    exempt: ['servers', 'ssh_keys', 'networks', 'volumes'].map((object) => ({
      use: `${object}.list`,
      rule: 'known-parameters',
      reason: 'The description leaves `page` and `per_page` out, which the documentation has for every list.',
    })),
  },
});
