/** Microsoft Entra ID over Microsoft Graph: users, groups, devices, applications, roles, and the logs of a tenant. */
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { graphAuth, graphConfig, graphHttp, graphWebhook } from '../kit/presets/microsoft-graph.ts';
import { objects } from './objects.ts';

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
  config: graphConfig,
  auth: graphAuth(register),
  http: graphHttp,
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
      message: 'The tenant has no license for this feature (Entra ID P1 or P2). Assign one, or leave the object out.',
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
  webhook: graphWebhook,
  documentation: { source: 'https://learn.microsoft.com/en-us/graph/api/overview', asOf: '2026-11-21' },
});
