/** Google Security Command Center: findings of an organization, their sources, mute rules and exports. */
import { z } from 'zod';
import { googleServiceAccountAuth, googleUserAuth } from '../kit/auth/cloud-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { googleErrors } from '../kit/presets/google.ts';
import { objects } from './objects.ts';

const docs = 'https://cloud.google.com/security-command-center/docs/reference/rest';
const scopes = ['https://www.googleapis.com/auth/cloud-platform'];

export const connector: HttpConnector = defineConnector({
  id: 'google_scc',
  name: 'Google Security Command Center',
  vendor: 'Google',
  category: 'security',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['findings', 'vulnerabilities', 'cloud-security'],
  transport: 'http',
  config: z.strictObject({
    organization_id: z
      .string()
      .regex(/^\d{1,20}$/, 'Must be the number of an organization.')
      .meta({
        title: 'Organization id',
        help: 'Console → IAM & Admin → Settings, or `gcloud organizations list`.',
        example: '123456789012',
      }),
  }),
  auth: [
    {
      ...googleServiceAccountAuth({ scopes }),
      setup:
        'IAM & Admin → Service Accounts → Keys → Add key → JSON, of an account that has the role Security Center Admin Viewer in the organization.',
    },
    googleUserAuth({ scopes }),
  ],
  http: { baseUrl: 'https://securitycenter.googleapis.com', hosts: ['securitycenter.googleapis.com'] },
  // Reads; writes have the same of their own. @see https://cloud.google.com/security-command-center/quotas
  limits: { concurrency: 4, buckets: [{ name: 'project', limit: 1000, perMs: 60_000 }], signals: [] },
  errors: googleErrors(),
  test: {
    request: { method: 'GET', path: '/v1/organizations/{config.organization_id}/sources', query: { pageSize: '1' } },
  },
  objects,
  documentation: { source: docs, asOf: '2026-11-23' },
});
