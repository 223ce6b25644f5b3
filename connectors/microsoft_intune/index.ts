/** Microsoft Intune over Microsoft Graph: managed devices, apps found on them, policies, and the audit log. */
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { graphAppAuth, graphConfig, graphHttp } from '../kit/presets/microsoft-graph.ts';
import { objects } from './objects.ts';

const docsUrl = 'https://learn.microsoft.com/en-us/graph/api/resources/intune-graph-overview';

const register =
  'Entra admin center → App registrations → New registration, with application permissions of Microsoft Graph such as `DeviceManagementManagedDevices.Read.All`, granted by an administrator.';

export const connector: HttpConnector = defineConnector({
  id: 'microsoft_intune',
  name: 'Microsoft Intune',
  vendor: 'Microsoft',
  category: 'security',
  docsUrl,
  version: '1.0.0',
  tags: ['devices', 'mdm', 'endpoints', 'compliance', 'microsoft'],
  transport: 'http',
  config: graphConfig,
  auth: graphAppAuth(register),
  http: graphHttp,
  // Of writes, 100 calls in 20 seconds for an application and tenant; of all calls, 2000. @see https://learn.microsoft.com/en-us/graph/throttling-limits#intune-service-limits
  limits: { concurrency: 4, buckets: [{ name: 'tenant', limit: 100, perMs: 20_000 }], signals: [] },
  // @see https://learn.microsoft.com/en-us/graph/errors
  errors: [
    {
      when: { status: 400, bodyIncludes: ['Request not applicable to target tenant'] },
      kind: 'unsupported',
      message: 'The tenant has no active license of Intune. Assign one.',
    },
    { when: { path: 'error.code', equals: ['TooManyRequests', 'activityLimitReached'] }, kind: 'rate_limited' },
  ],
  test: { request: { method: 'GET', path: '/deviceManagement/managedDevices', query: { $top: '1', $select: 'id' } } },
  objects,
  documentation: { source: docsUrl, asOf: '2026-11-23' },
});
