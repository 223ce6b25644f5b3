/** Google Cloud DNS: zones, record sets, DNSSEC keys and policies of a project. */
import { z } from 'zod';
import { googleServiceAccountAuth, googleUserAuth } from '../kit/auth/cloud-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { googleErrors } from '../kit/presets/google.ts';
import { objects } from './objects.ts';

const docs = 'https://cloud.google.com/dns/docs/reference/rest/v1';
const scopes = ['https://www.googleapis.com/auth/ndev.clouddns.readwrite'];

export const connector: HttpConnector = defineConnector({
  id: 'google_cloud_dns',
  name: 'Google Cloud DNS',
  vendor: 'Google',
  category: 'network',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['dns', 'zones', 'dnssec'],
  transport: 'http',
  config: z.strictObject({
    project_id: z
      .string()
      .regex(
        /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/,
        'Must be the id of a project, 6 to 30 lower-case letters, digits and hyphens: acme-prod-1.',
      )
      .meta({ title: 'Project', example: 'acme-prod-1' }),
  }),
  auth: [
    {
      ...googleServiceAccountAuth({ scopes }),
      setup:
        'IAM & Admin → Service Accounts → Keys → Add key → JSON, of an account with the role DNS Administrator, or DNS Reader where flows only read.',
    },
    googleUserAuth({ scopes }),
  ],
  http: { baseUrl: 'https://dns.googleapis.com/dns/v1', hosts: ['dns.googleapis.com'] },
  // The quota is each project's own, and shown in its console: this figure is the hub's. @see https://cloud.google.com/dns/quotas
  limits: { concurrency: 4, buckets: [{ name: 'project', limit: 600, perMs: 60_000 }], signals: [] },
  errors: [
    { when: { status: 409, path: 'error.message' }, kind: 'conflict', messagePath: 'error.message' },
    ...googleErrors(),
  ],
  test: { request: { method: 'GET', path: '/projects/{config.project_id}' } },
  objects,
  documentation: { source: docs, asOf: '2026-11-23' },
});
