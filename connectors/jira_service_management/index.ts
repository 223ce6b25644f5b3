/** Jira Service Management: customer requests, service desks, queues, customers and organizations of a cloud site. */
import { z } from 'zod';
import { basicAuth, plainText, secretText } from '../kit/auth/methods.ts';
import { authorizationCodeAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { atlassianHttp, atlassianLimits } from '../kit/presets/atlassian.ts';
import { objects } from './objects.ts';

export const connector: HttpConnector = defineConnector({
  id: 'jira_service_management',
  name: 'Jira Service Management',
  vendor: 'Atlassian',
  category: 'itsm',
  docsUrl: 'https://developer.atlassian.com/cloud/jira/service-desk/rest/intro/',
  version: '1.0.0',
  tags: ['requests', 'tickets', 'service desk', 'customers'],
  transport: 'http',
  config: z.strictObject({
    site: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'Must be one name of lower-case letters, digits and hyphens: acme.')
      .meta({ title: 'Site', help: 'What stands before `.atlassian.net`.', example: 'acme', destination: true }),
    cloud_id: z
      .string()
      .regex(/^[0-9a-f-]{36}$/, 'Must be a UUID in lower case: 11223344-a1b2-4c33-9def-123456789012.')
      .optional()
      .meta({
        title: 'Id of the site',
        help: 'With OAuth and scoped API tokens: `https://SITE.atlassian.net/_edge/tenant_info` tells it.',
        example: '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9',
        destination: true,
      }),
  }),
  auth: [
    // @see https://developer.atlassian.com/cloud/jira/service-desk/basic-auth-for-rest-apis/
    basicAuth({
      id: 'api_token',
      title: 'API token',
      credentials: z.strictObject({ email: plainText('E-mail address'), api_token: secretText('API token') }),
      username: '{email}',
      password: '{api_token}',
      setup:
        'https://id.atlassian.com/manage-profile/security/api-tokens → Create API token, as an agent of the desks.',
    }),
    // @see https://developer.atlassian.com/cloud/jira/service-desk/oauth-2-authorization-code-grants-3lo-for-apps/
    authorizationCodeAuth({
      tokenUrl: 'https://auth.atlassian.com/oauth/token',
      clientAuth: 'post',
      body: 'json',
      authorize: {
        url: 'https://auth.atlassian.com/authorize',
        scopes: [
          'offline_access',
          'read:servicedesk-request',
          'write:servicedesk-request',
          'manage:servicedesk-customer',
        ],
        parameters: { audience: 'api.atlassian.com', prompt: 'consent' },
        pkce: false,
      },
      setup:
        'https://developer.atlassian.com/console/myapps → Create → OAuth 2.0 integration, with the redirect address of this hub and the scopes of Jira Service Management. The id of the site is needed as well.',
    }),
  ],
  http: atlassianHttp,
  limits: atlassianLimits,
  // @see https://developer.atlassian.com/cloud/jira/service-desk/rest/intro/#status-codes
  errors: [
    { when: { status: 400, path: 'errorMessage' }, kind: 'validation', messagePath: 'errorMessage' },
    { when: { status: 403, path: 'errorMessage' }, kind: 'permission', messagePath: 'errorMessage' },
  ],
  test: { request: { method: 'GET', path: '/rest/servicedeskapi/servicedesk', query: { limit: '1' } } },
  objects,
  documentation: { source: 'https://developer.atlassian.com/cloud/jira/service-desk/rest/intro/', asOf: '2026-11-23' },
});
