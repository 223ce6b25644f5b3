/** Microsoft Defender XDR over Microsoft Graph: incidents, alerts and the secure score of a tenant. */
import { z } from 'zod';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { graphAuth } from '../kit/presets/microsoft-graph.ts';
import { objects } from './objects.ts';

/** The security API is there in these clouds. @see https://learn.microsoft.com/en-us/graph/api/security-list-incidents */
const graphHosts = ['graph.microsoft.com', 'graph.microsoft.us', 'dod-graph.microsoft.us'] as const;

/** @see https://learn.microsoft.com/en-us/entra/identity-platform/authentication-national-cloud */
const loginHosts = ['login.microsoftonline.com', 'login.microsoftonline.us'] as const;

const register =
  'Entra admin center → App registrations → New registration, with the application permissions of Microsoft Graph `SecurityAlert.ReadWrite.All`, `SecurityIncident.ReadWrite.All` and `SecurityEvents.Read.All` (`.Read.All` if nothing is written), granted by an administrator.';

export const connector: HttpConnector = defineConnector({
  id: 'microsoft_defender',
  name: 'Microsoft Defender XDR',
  vendor: 'Microsoft',
  category: 'security',
  docsUrl: 'https://learn.microsoft.com/en-us/graph/api/resources/security-api-overview',
  version: '1.0.0',
  tags: ['alerts', 'incidents', 'secure score', 'microsoft'],
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
  auth: graphAuth(register),
  http: { baseUrl: 'https://{config.graph_host}/v1.0', hosts: [...graphHosts, ...loginHosts] },
  // @see https://learn.microsoft.com/en-us/graph/throttling-limits#security-detections-and-incidents-service-limits
  limits: { concurrency: 4, buckets: [{ name: 'app_in_tenant', limit: 150, perMs: 60_000 }], signals: [] },
  // @see https://learn.microsoft.com/en-us/graph/errors
  // A provider behind Graph failed, so that its part of the list is missing. @see https://learn.microsoft.com/en-us/graph/api/resources/security-error-codes
  errors: [
    ...['/500/', '/503/', '/504/'].map((includes) => ({
      when: { status: [200, 206], header: { name: 'warning', includes } },
      kind: 'transient' as const,
      message: 'A provider behind Microsoft Graph did not answer, so that the list would be incomplete.',
    })),
    { when: { path: 'error.code', equals: ['TooManyRequests', 'activityLimitReached'] }, kind: 'rate_limited' },
  ],
  test: { request: { method: 'GET', path: '/security/alerts_v2', query: { $top: '1' } } },
  objects,
  documentation: {
    source: 'https://learn.microsoft.com/en-us/graph/api/resources/security-api-overview',
    asOf: '2026-11-23',
  },
});
