/** Jira Cloud: issues with their comments, work logs, links and attachments, versions and components, people, groups, projects and the audit log. */
import { z } from 'zod';
import { basicAuth, bearerAuth, plainText, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { atlassianHttp, atlassianLimits } from '../kit/presets/atlassian.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

export const connector: HttpConnector = defineConnector({
  id: 'jira',
  name: 'Jira Cloud',
  vendor: 'Atlassian',
  category: 'itsm',
  docsUrl: 'https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/',
  version: '1.0.0',
  tags: ['issues', 'tickets', 'projects', 'users'],
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
        help: 'With OAuth tokens and scoped API tokens: `https://SITE.atlassian.net/_edge/tenant_info` tells it.',
        example: '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9',
        destination: true,
      }),
    issue_filter: z.string().min(1).max(2000).default('created >= "1970-01-01" ORDER BY created ASC').meta({
      title: 'Issues that are read, in JQL',
      help: 'It must have a condition, and order by what does not change.',
    }),
  }),
  auth: [
    // @see https://developer.atlassian.com/cloud/jira/platform/basic-auth-for-rest-apis/
    basicAuth({
      id: 'api_token',
      title: 'API token',
      credentials: z.strictObject({ email: plainText('E-mail address'), api_token: secretText('API token') }),
      username: '{email}',
      password: '{api_token}',
      setup: 'https://id.atlassian.com/manage-profile/security/api-tokens → Create API token.',
    }),
    // @see https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/
    bearerAuth({ id: 'oauth_token', title: 'OAuth access token' }),
  ],
  http: atlassianHttp,
  limits: atlassianLimits,
  // @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/#status-codes
  errors: [
    // Who is not known is answered as everybody is: with what anonymous users may see, which is often an empty list.
    // @see https://github.com/MrRefactoring/jira.js/issues/418
    ...['AUTHENTICATED_FAILED', 'AUTHENTICATION_DENIED'].map((includes) => ({
      when: { header: { name: 'x-seraph-loginreason', includes } },
      kind: 'auth_invalid' as const,
    })),
    { when: { status: 410 }, kind: 'unsupported', message: 'Jira has removed this API. Update the hub.' },
    { when: { status: 400, bodyIncludes: ['nextPageToken'] }, kind: 'cursor_expired' },
    {
      when: { status: 400, bodyIncludes: ['JQL'] },
      kind: 'config',
      message: 'Jira does not accept the JQL filter. Try it in the search of issues.',
    },
  ],
  test: {
    request: { method: 'GET', path: '/rest/api/3/myself' },
    // Data Center and Server call themselves so; Cloud always answers `Cloud`.
    // @see https://developer.atlassian.com/server/jira/platform/rest/v11003/api-group-serverinfo/#api-api-2-serverinfo-get
    // @see https://developer.atlassian.com/cloud/jira/platform/rest/v2/api-group-server-info/#api-rest-api-2-serverinfo-get
    mistaken: {
      request: { method: 'GET', path: '/rest/api/2/serverInfo' },
      when: { path: 'deploymentType', equals: 'Server' },
      message:
        'This is Jira Data Center or Server, whose interface is another one: version 2, with names in place of account ids. This connector speaks to Jira Cloud. Use the connector http with the paths of /rest/api/2.',
    },
  },
  objects,
  webhook,
  contract: { descriptions: ['jira/jira-2025-12.json.gz', 'jira/jira-2026.json.gz', 'jira/software.json.gz'] },
  documentation: { source: 'https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/', asOf: '2026-11-21' },
});
