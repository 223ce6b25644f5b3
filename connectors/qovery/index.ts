/** Qovery: projects, environments, clusters, registries and members of an organization. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://api-doc.qovery.com/';

export const connector: HttpConnector = defineConnector({
  id: 'qovery',
  name: 'Qovery',
  vendor: 'Qovery',
  category: 'cloud',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['projects', 'environments', 'clusters', 'deployments'],
  transport: 'http',
  config: z.strictObject({
    organization_id: z.uuid().meta({
      title: 'Organization id',
      help: 'In the address of the console, after `/organization/`.',
      example: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
    }),
  }),
  auth: [
    // @see https://api-doc.qovery.com/#section/Authentication
    bearerAuth({
      title: 'API token',
      scheme: 'Token',
      setup: 'Console → Organization → Settings → API Token → Add new, with a role that may do what the flows need.',
    }),
  ],
  http: { baseUrl: 'https://api.qovery.com', hosts: ['api.qovery.com'] },
  // No limit is told: this figure is the hub's own.
  limits: { concurrency: 4, buckets: [{ name: 'token', limit: 120, perMs: 60_000 }], signals: [] },
  // @see https://api-doc.qovery.com/
  errors: [
    { when: { status: 400 }, kind: 'validation' },
    { when: { status: 409 }, kind: 'conflict' },
  ],
  test: { request: { method: 'GET', path: '/organization/{config.organization_id}' } },
  objects,
  documentation: { source: docs, asOf: '2026-11-23' },
});
