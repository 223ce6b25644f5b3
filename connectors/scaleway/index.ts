/** Scaleway: users, groups, applications and policies of an organization, and its Instances, volumes and addresses. */
import { z } from 'zod';
import { apiKeyAuth, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docsUrl = 'https://www.scaleway.com/en/developers/api/';

export const connector: HttpConnector = defineConnector({
  id: 'scaleway',
  name: 'Scaleway',
  vendor: 'Scaleway',
  category: 'cloud',
  docsUrl,
  version: '1.0.0',
  tags: ['servers', 'iam', 'users', 'groups'],
  transport: 'http',
  config: z.strictObject({
    organization_id: z.uuid().meta({
      title: 'Organization id',
      help: 'Organization → Settings shows it.',
      example: 'a7f5ac3c-2e0c-4b6f-9a54-6a1f3d8a2d10',
    }),
  }),
  auth: [
    // @see https://www.scaleway.com/en/developers/api/iam/#authentication
    apiKeyAuth({
      in: 'header',
      name: 'X-Auth-Token',
      title: 'Secret key of an API key',
      credentials: z.strictObject({ api_key: secretText('Secret key') }),
      setup:
        'IAM & API keys → Applications → an application with a policy of what the objects need → API keys → Generate API key.',
    }),
  ],
  http: { baseUrl: 'https://api.scaleway.com', hosts: ['api.scaleway.com'] },
  // The vendor tells no figure: a careful one.
  limits: { concurrency: 4, buckets: [{ name: 'organization', limit: 300, perMs: 60_000 }], signals: [] },
  // @see https://github.com/scaleway/scaleway-sdk-go/blob/master/scw/errors.go
  errors: [
    { when: { path: 'type', equals: ['denied_authentication'] }, kind: 'auth_invalid' },
    { when: { status: 403, path: 'type', equals: ['quotas_exceeded'] }, kind: 'quota', messagePath: 'message' },
    { when: { status: 400, path: 'type', equals: ['invalid_arguments'] }, kind: 'validation', messagePath: 'message' },
    { when: { status: 412 }, kind: 'conflict', messagePath: 'message' },
  ],
  test: {
    request: {
      method: 'GET',
      path: '/iam/v1alpha1/users',
      query: { organization_id: '{config.organization_id}', page_size: '1' },
    },
  },
  objects,
  documentation: { source: docsUrl, asOf: '2026-11-23' },
});
