/** Google Cloud: virtual machines, networks, storage, accounts, logs, assets and what else the services of a project list. */
import { z } from 'zod';
import { googleServiceAccountAuth, googleUserAuth } from '../kit/auth/cloud-methods.ts';
import { bearerAuth } from '../kit/auth/methods.ts';
import { sigv4Auth } from '../kit/auth/signing-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { requests } from '../kit/http/complete-operations.ts';
import { googleErrors } from '../kit/presets/google.ts';
import { contract } from './contract-notes.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

const scopes = ['https://www.googleapis.com/auth/cloud-platform'];

export const connector: HttpConnector = defineConnector({
  id: 'gcp',
  name: 'Google Cloud',
  vendor: 'Google',
  category: 'cloud',
  docsUrl: 'https://cloud.google.com/apis/docs/overview',
  version: '1.0.0',
  tags: ['virtual machines', 'storage', 'databases', 'iam', 'kubernetes', 'logging'],
  transport: 'http',
  config: z.strictObject({
    project_id: z
      .string()
      .regex(
        /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/,
        'Must be the id of a project, 6 to 30 lower-case letters, digits and hyphens: acme-prod-1.',
      )
      .optional()
      .meta({ title: 'Project', help: 'Whose services are listed.', example: 'acme-prod-1' }),
    location: z
      .string()
      .regex(/^(?:-|[a-z][a-z0-9-]{1,40})$/, 'Must be a location such as europe-west1, or - for all.')
      .default('-')
      .meta({ title: 'Location', help: 'Of services that have some; `-` for all.' }),
    vertex_location: z
      .string()
      .regex(/^[a-z][a-z0-9-]{1,40}$/, 'Must be a location: us-central1.')
      .default('us-central1')
      .meta({ title: 'Location of Vertex AI', help: 'Each is a system of its own.', destination: true }),
    log_resources: z
      .array(
        z
          .string()
          .regex(
            /^(?:projects|folders|organizations|billingAccounts)\/[A-Za-z0-9._:-]{1,100}$/,
            'Must be the name of a project, folder, organization or billing account: projects/acme-prod-1.',
          ),
      )
      .min(1)
      .max(100)
      .optional()
      .meta({ title: 'Whose log entries are read', example: ['projects/acme-prod-1'] }),
  }),
  auth: [
    {
      ...googleServiceAccountAuth({ scopes }),
      setup: 'IAM & Admin → Service Accounts → Keys → Add key → JSON, of an account with the role Viewer.',
    },
    googleUserAuth({ scopes }),
    // @see https://cloud.google.com/docs/authentication/rest
    bearerAuth({ title: 'OAuth access token' }),
    {
      // @see https://cloud.google.com/storage/docs/aws-simple-migration
      ...sigv4Auth({
        service: 's3',
        title: 'HMAC key of Cloud Storage',
        setup:
          'Cloud Storage → Settings → Interoperability → Create a key, and make the project the default one. It reaches `named_buckets` only.',
      }),
      reaches: {
        request: requests({ method: 'GET', base: 'https://storage.googleapis.com', path: '/' }),
        object: 'named_buckets',
      },
    },
  ],
  http: { baseUrl: 'https://cloudresourcemanager.googleapis.com', hosts: ['.googleapis.com'] },
  limits: {
    concurrency: 8,
    // The narrowest of the services that are read most: 10 a second of the Resource Manager's. @see https://cloud.google.com/resource-manager/docs/limits
    buckets: [{ name: 'project', limit: 600, perMs: 60_000 }],
    signals: [],
  },
  errors: [
    { when: { status: 403, bodyIncludes: ['SignatureDoesNotMatch', 'InvalidAccessKeyId'] }, kind: 'auth_invalid' },
    // Taken for a whole list, it would make the records of these locations look deleted. @see https://google.aip.dev/217
    ...['unreachable', 'missingZones'].map((path) => ({
      when: { status: 200, path },
      kind: 'transient' as const,
      message: 'The list leaves out locations that could not be reached.',
    })),
    ...googleErrors(),
  ],
  test: { request: { method: 'GET', path: '/v3/projects:search', query: { pageSize: '1' } } },
  objects,
  webhook,
  contract,
  documentation: { source: 'https://cloud.google.com/apis/docs/overview', asOf: '2026-11-21' },
});
