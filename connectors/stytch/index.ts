/** Stytch: users of a consumer project; organizations and their members of a B2B project. */
import { z } from 'zod';
import { basicAuth, plainText, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docsUrl = 'https://stytch.com/docs/api-reference';

const hosts = ['api.stytch.com', 'test.stytch.com'] as const;

export const connector: HttpConnector = defineConnector({
  id: 'stytch',
  name: 'Stytch',
  vendor: 'Stytch',
  category: 'identity',
  docsUrl,
  version: '1.0.0',
  tags: ['users', 'organizations', 'members', 'ciam'],
  transport: 'http',
  config: z.strictObject({
    project: z.enum(['b2b', 'consumer']).default('b2b').meta({
      title: 'Kind of the project',
      help: 'One of consumers has users, one of B2B organizations and members.',
    }),
    host: z
      .enum(hosts)
      .default('api.stytch.com')
      .meta({ title: 'Host', help: 'test.stytch.com for a test project.', destination: true }),
  }),
  auth: [
    // @see https://stytch.com/docs/api-reference/b2b/api/members/search-members
    basicAuth({
      title: 'Project and secret',
      credentials: z.strictObject({ project_id: plainText('Project id'), project_secret: secretText('Secret') }),
      username: '{project_id}',
      password: '{project_secret}',
      setup: 'Project overview → API keys: the id of the project, and a secret.',
    }),
  ],
  http: { baseUrl: 'https://{config.host}', hosts: [...hosts] },
  // Of searches, 100 a minute. @see https://stytch.com/docs/api-reference/b2b/api/members/search-members
  limits: { concurrency: 2, buckets: [{ name: 'project', limit: 100, perMs: 60_000 }], signals: [] },
  // @see https://stytch.com/docs/api-reference/b2b/api/errors/400
  errors: [
    {
      when: { status: 400, path: 'error_type', holds: ['duplicate', 'already_used', 'already_exists'] },
      kind: 'conflict',
      messagePath: 'error_message',
    },
    { when: { status: 400, path: 'error_type' }, kind: 'validation', messagePath: 'error_message' },
  ],
  test: {
    request: ({ project }) => ({
      method: 'POST',
      path: project === 'consumer' ? '/v1/users/search' : '/v1/b2b/organizations/search',
      query: {},
      headers: {},
      body: { limit: 1 },
    }),
  },
  objects,
  documentation: { source: docsUrl, asOf: '2026-11-23' },
});
