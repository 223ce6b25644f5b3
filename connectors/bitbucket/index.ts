/** Bitbucket Cloud: repositories, projects, pull requests, issues and members of a workspace. */
import { z } from 'zod';
import { basicAuth, bearerAuth, plainText, secretText } from '../kit/auth/methods.ts';
import { authorizationCodeAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { contract } from './contract-notes.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

const docs = 'https://developer.atlassian.com/cloud/bitbucket/rest';

export const connector: HttpConnector = defineConnector({
  id: 'bitbucket',
  name: 'Bitbucket Cloud',
  vendor: 'Atlassian',
  category: 'itsm',
  docsUrl: `${docs}/intro/`,
  version: '1.0.0',
  tags: ['repositories', 'pull requests', 'issues', 'git'],
  transport: 'http',
  config: z.strictObject({
    workspace: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,62}$/, 'Must be the id of a workspace, as in its address.')
      .meta({ title: 'Workspace', help: 'What stands behind bitbucket.org in its address.', example: 'acme' }),
  }),
  auth: [
    // @see https://support.atlassian.com/bitbucket-cloud/docs/using-api-tokens/
    basicAuth({
      id: 'api_token',
      title: 'API token',
      credentials: z.strictObject({ email: plainText('E-mail address'), api_token: secretText('API token') }),
      username: '{email}',
      password: '{api_token}',
      setup:
        'id.atlassian.com → Security → Create and manage API tokens → Create API token with scopes, for Bitbucket, with the scopes that the objects need.',
    }),
    // @see https://support.atlassian.com/bitbucket-cloud/docs/workspace-access-tokens/
    bearerAuth({
      title: 'Access token of a workspace',
      setup: 'Workspace settings → Access tokens → Create access token.',
    }),
    // @see https://developer.atlassian.com/cloud/bitbucket/oauth-2/
    authorizationCodeAuth({
      tokenUrl: 'https://bitbucket.org/site/oauth2/access_token',
      authorize: { url: 'https://bitbucket.org/site/oauth2/authorize', pkce: false },
      setup:
        'Workspace settings → OAuth consumers → Add consumer, with the permissions that the objects need and a redirect to this hub.',
    }),
  ],
  http: { baseUrl: 'https://api.bitbucket.org/2.0', hosts: ['api.bitbucket.org', 'bitbucket.org'] },
  // Of repositories, up to 10,000 where the plan is paid. @see https://support.atlassian.com/bitbucket-cloud/docs/api-request-limits/
  limits: { concurrency: 4, buckets: [{ name: 'user', limit: 1000, perMs: 3_600_000 }], signals: [] },
  // @see https://developer.atlassian.com/cloud/bitbucket/rest/intro/#standardized-error-responses
  errors: [{ when: { status: 400, path: 'error' }, kind: 'validation', messagePath: 'error.message' }],
  test: { request: { method: 'GET', path: '/workspaces/{config.workspace}' } },
  objects,
  webhook,
  contract,
  documentation: { source: `${docs}/intro/`, asOf: '2026-11-23' },
});
