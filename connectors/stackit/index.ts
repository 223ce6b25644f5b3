/** STACKIT: servers, volumes, networks, DNS zones and Kubernetes clusters of a project. */
import { z } from 'zod';
import { plainText, secretText } from '../kit/auth/methods.ts';
import { jwtBearerAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://docs.api.stackit.cloud/documentation/iaas/version/v2';

export const connector: HttpConnector = defineConnector({
  id: 'stackit',
  name: 'STACKIT',
  vendor: 'Schwarz Digits',
  category: 'cloud',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['servers', 'volumes', 'networks', 'dns', 'kubernetes'],
  transport: 'http',
  config: z.strictObject({
    project_id: z.uuid().meta({
      title: 'Project id',
      help: 'Portal → project → Dashboard.',
      example: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
    }),
    region: z
      .string()
      .regex(/^[a-z]{2}\d{2}$/, 'Must be a region such as eu01.')
      .default('eu01')
      .meta({ title: 'Region' }),
  }),
  auth: [
    // @see https://github.com/stackitcloud/stackit-sdk-go/blob/main/core/clients/key_flow.go
    jwtBearerAuth({
      id: 'service_account',
      title: 'Service account key',
      credentials: z.strictObject({
        iss: z.email().meta({ title: 'iss of the key file' }),
        sub: plainText('sub of the key file'),
        aud: plainText('aud of the key file'),
        kid: plainText('kid of the key file'),
        private_key: secretText('privateKey of the key file'),
      }),
      tokenUrl: 'https://service-account.api.stackit.cloud/token',
      assertion: {
        algorithm: 'RS512',
        key: '{private_key}',
        header: { kid: '{kid}' },
        claims: { iss: '{iss}', sub: '{sub}', aud: '{aud}' },
        lifetimeS: 600,
      },
      setup:
        'Portal → project → Service Accounts → account → Service Account Keys → Create; the file has the members under `credentials`.',
    }),
  ],
  http: { baseUrl: 'https://iaas.api.stackit.cloud', hosts: ['.api.stackit.cloud'] },
  // Some calls answer 429; no figure is told: this one is the hub's own.
  limits: { concurrency: 4, buckets: [{ name: 'project', limit: 300, perMs: 60_000 }], signals: [] },
  // @see https://docs.api.stackit.cloud/documentation/iaas/version/v2
  errors: [
    { when: { status: 400, path: 'msg' }, kind: 'validation', messagePath: 'msg' },
    { when: { status: 409, path: 'msg' }, kind: 'conflict', messagePath: 'msg' },
  ],
  test: { request: { method: 'GET', path: '/v2/projects/{config.project_id}' } },
  objects,
  contract: {
    exempt: [
      {
        use: 'servers.create',
        rule: 'body',
        about: '/networking',
        reason: 'A server has a network or interfaces: a sample of both fits neither.',
      },
      {
        use: 'dns_record_sets.create/find',
        rule: 'parameter-values',
        reason: 'Sets are looked up by their own type, which samples of records make up.',
      },
    ],
  },
  documentation: { source: docs, asOf: '2026-11-23' },
});
