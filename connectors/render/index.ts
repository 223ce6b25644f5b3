/** Render: services, deploys, databases, projects and members of a workspace. */
import { z } from 'zod';
import { apiKeyAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

const docs = 'https://api-docs.render.com/reference/introduction';

export const connector: HttpConnector = defineConnector({
  id: 'render',
  name: 'Render',
  vendor: 'Render',
  category: 'cloud',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['services', 'deploys', 'databases'],
  transport: 'http',
  config: z.strictObject({
    workspace_id: z
      .string()
      .regex(/^(?:tea|usr|own)-[a-z0-9]{8,40}$/, 'Must be the id of a workspace, which begins with tea-.')
      .meta({
        title: 'Workspace id',
        help: 'Workspace → Settings, or `GET /v1/owners`.',
        example: 'tea-cjnxpkdhshc73d12t9i0',
      }),
  }),
  auth: [
    // @see https://api-docs.render.com/reference/authentication
    apiKeyAuth({
      in: 'header',
      name: 'Authorization',
      value: 'Bearer {api_key}',
      setup: 'Account Settings → API Keys → Create API Key. It may do what its user may, in all workspaces.',
    }),
  ],
  http: { baseUrl: 'https://api.render.com/v1', hosts: ['api.render.com'] },
  // Of GET requests; of others, 30, and of those that create or update services 20 an hour. @see
  // https://api-docs.render.com/reference/rate-limiting
  limits: { concurrency: 4, buckets: [{ name: 'key', limit: 400, perMs: 60_000 }], signals: [] },
  // @see https://api-docs.render.com/reference/introduction
  errors: [
    { when: { status: 400, path: 'message' }, kind: 'validation', messagePath: 'message' },
    { when: { status: 402 }, kind: 'unsupported', messagePath: 'message' },
    { when: { status: 409 }, kind: 'conflict', messagePath: 'message' },
  ],
  test: { request: { method: 'GET', path: '/owners/{config.workspace_id}' } },
  objects,
  webhook,
  contract: {
    exempt: [
      {
        use: 'services.update',
        rule: 'body',
        about: '/serviceDetails',
        reason: 'What a service has depends on its type, which changes do not name: details may fit several.',
      },
    ],
  },
  documentation: { source: docs, asOf: '2026-11-23' },
});
