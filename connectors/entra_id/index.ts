/** Microsoft Entra ID over Microsoft Graph: users, groups, devices, applications, roles, and the logs of a tenant. */
import { z } from 'zod';
import { microsoftCertificateAuth, microsoftSecretAuth, microsoftUserAuth } from '../kit/auth/cloud-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

/** @see https://learn.microsoft.com/en-us/graph/deployments#microsoft-graph-and-graph-explorer-service-root-endpoints */
const graphHosts = [
  'graph.microsoft.com',
  'graph.microsoft.us',
  'dod-graph.microsoft.us',
  'microsoftgraph.chinacloudapi.cn',
] as const;

/** @see https://learn.microsoft.com/en-us/entra/identity-platform/authentication-national-cloud */
const loginHosts = [
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
] as const;

const login = {
  loginHost: '{config.login_host}',
  scope: 'https://{config.graph_host}/.default',
};
const register =
  'Entra admin center → App registrations → New registration, with application permissions of Microsoft Graph such as `User.Read.All`, granted by an administrator.';

export const connector: HttpConnector = defineConnector({
  id: 'entra_id',
  name: 'Microsoft Entra ID',
  vendor: 'Microsoft',
  category: 'identity',
  docsUrl: 'https://learn.microsoft.com/en-us/graph/api/overview',
  version: '1.0.0',
  tags: ['users', 'groups', 'devices', 'directory', 'sso', 'azure ad', 'microsoft'],
  transport: 'http',
  config: z.strictObject({
    graph_host: z
      .enum(graphHosts)
      .default('graph.microsoft.com')
      .meta({ title: 'Host of Microsoft Graph', destination: true }),
    login_host: z
      .enum(loginHosts)
      .default('login.microsoftonline.com')
      .meta({ title: 'Host of the login', destination: true }),
  }),
  auth: [
    { ...microsoftSecretAuth(login), setup: register },
    { ...microsoftCertificateAuth(login), setup: register },
    {
      ...microsoftUserAuth({ loginHost: login.loginHost }),
      setup: 'As an application, with delegated permissions and a redirect to this hub.',
    },
  ],
  http: { baseUrl: 'https://{config.graph_host}/v1.0', hosts: [...graphHosts, ...loginHosts] },
  limits: {
    concurrency: 8,
    // For tenants of 50 to 500 users: 5000 units, of which a list costs 2. @see https://learn.microsoft.com/en-us/graph/throttling-limits#identity-and-access-service-limits
    buckets: [{ name: 'directory', limit: 2500, perMs: 10_000 }],
    signals: [],
  },
  // @see https://learn.microsoft.com/en-us/graph/errors and https://learn.microsoft.com/en-us/graph/resolve-auth-errors
  errors: [
    {
      when: { status: 403, path: 'error.code', equals: ['Authentication_RequestFromNonPremiumTenantOrB2CTenant'] },
      kind: 'unsupported',
      message: 'The tenant lacks the license for this.',
    },
    { when: { path: 'error.code', equals: ['Directory_QuotaExceeded'] }, kind: 'quota' },
    {
      when: { status: 400, bodyIncludes: ['ObjectConflict', 'Another object with the same value'] },
      kind: 'conflict',
    },
    { when: { path: 'error.code', equals: ['TooManyRequests', 'activityLimitReached'] }, kind: 'rate_limited' },
  ],
  test: { request: { method: 'GET', path: '/users', query: { $top: '1', $select: 'id' } } },
  objects,
  webhook,
  documentation: { source: 'https://learn.microsoft.com/en-us/graph/api/overview', asOf: '2026-11-21' },
});
