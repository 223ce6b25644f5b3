/** Databricks: people, groups and service principals of a workspace, its clusters, jobs and their runs. */
import { z } from 'zod';
import { bearerAuth, plainText, secretText } from '../kit/auth/methods.ts';
import { clientCredentialsAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://docs.databricks.com/api/workspace/introduction';

export const connector: HttpConnector = defineConnector({
  id: 'databricks',
  name: 'Databricks',
  vendor: 'Databricks',
  category: 'cloud',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['clusters', 'jobs', 'runs', 'users', 'groups', 'data'],
  transport: 'http',
  config: z.strictObject({
    host: z
      .string()
      .max(253)
      .regex(
        /^[a-z0-9][a-z0-9.-]*\.(?:azuredatabricks\.net|databricks\.azure\.(?:cn|us)|cloud\.databricks\.com|gcp\.databricks\.com)$/,
        'Must be the host of a workspace: dbc-a1b2c3d4-e5f6.cloud.databricks.com.',
      )
      .meta({
        title: 'Host of the workspace',
        help: 'As the address of the workspace begins, without `https://`.',
        example: 'dbc-a1b2c3d4-e5f6.cloud.databricks.com',
        destination: true,
      }),
  }),
  auth: [
    // For an hour. @see https://docs.databricks.com/aws/en/dev-tools/auth/oauth-m2m
    clientCredentialsAuth({
      title: 'Service principal',
      tokenUrl: 'https://{config.host}/oidc/v1/token',
      scope: 'all-apis',
      credentials: z.strictObject({ client_id: plainText('Client id'), client_secret: secretText('OAuth secret') }),
      setup:
        'Workspace settings → Identity and access → Service principals: add one, and generate a secret for it. It needs to be a workspace admin for people and groups.',
    }),
    // @see https://docs.databricks.com/aws/en/dev-tools/auth/pat
    bearerAuth({ title: 'Personal access token', setup: 'User settings → Developer → Access tokens → Generate.' }),
  ],
  http: {
    baseUrl: 'https://{config.host}',
    hosts: [
      '.azuredatabricks.net',
      '.databricks.azure.cn',
      '.databricks.azure.us',
      '.cloud.databricks.com',
      '.gcp.databricks.com',
    ],
    headers: { accept: 'application/json' },
    timeoutMs: 60_000,
  },
  // Limits differ by endpoint; answers say when to come back. @see https://docs.databricks.com/aws/en/resources/limits
  limits: { concurrency: 4, buckets: [{ name: 'workspace', limit: 7, perMs: 1000 }], signals: [] },
  // @see https://github.com/databricks/databricks-sdk-py/blob/main/databricks/sdk/errors/platform.py
  errors: [
    { when: { status: [401, 403], bodyIncludes: ['Invalid access token', 'Token is expired'] }, kind: 'auth_invalid' },
    {
      when: { path: 'error_code', equals: ['RESOURCE_ALREADY_EXISTS', 'ALREADY_EXISTS'] },
      kind: 'conflict',
      messagePath: 'message',
    },
    { when: { path: 'error_code', equals: ['RESOURCE_DOES_NOT_EXIST'] }, kind: 'not_found', messagePath: 'message' },
    // Jobs and clusters that are gone are refused so. @see https://docs.databricks.com/api/workspace/jobs/delete
    { when: { status: 400, bodyIncludes: ['does not exist'] }, kind: 'not_found', messagePath: 'message' },
    { when: { path: 'error_code', equals: ['REQUEST_LIMIT_EXCEEDED'] }, kind: 'rate_limited', messagePath: 'message' },
    { when: { status: 400, path: 'detail' }, kind: 'validation', messagePath: 'detail' },
    { when: { status: 400 }, kind: 'validation', messagePath: 'message' },
  ],
  test: { request: { method: 'GET', path: '/api/2.0/preview/scim/v2/Me' } },
  objects,
  contract: { descriptions: ['databricks/workspace.json.gz'] },
  documentation: { source: docs, asOf: '2026-11-28' },
});
