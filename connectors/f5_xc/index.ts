/** F5 Distributed Cloud: namespaces, HTTP load balancers, origin pools and application firewalls of a tenant. */
import { z } from 'zod';
import { apiKeyAuth } from '../kit/auth/methods.ts';
import { mtlsAuth } from '../kit/auth/signing-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docsUrl = 'https://docs.cloud.f5.com/docs-v2/api';

export const connector: HttpConnector = defineConnector({
  id: 'f5_xc',
  name: 'F5 Distributed Cloud',
  vendor: 'F5',
  category: 'network',
  docsUrl,
  version: '1.0.0',
  tags: ['load balancer', 'waf', 'origin pools'],
  transport: 'http',
  config: z.strictObject({
    tenant: z
      .string()
      .regex(/^[a-z0-9](?:[a-z0-9-]{0,62})$/, "Must be the name of a tenant: that of the console's address.")
      .meta({
        title: 'Tenant',
        help: 'What stands before `.console.ves.volterra.io`.',
        example: 'acme',
        destination: true,
      }),
  }),
  auth: [
    // @see https://docs.cloud.f5.com/docs-v2/platform/how-to/user-mgmt/Credentials
    apiKeyAuth({
      in: 'header',
      name: 'Authorization',
      value: 'APIToken {api_key}',
      title: 'API token',
      setup: 'Administration → Personal Management → Credentials → Add Credentials, with the type API Token.',
    }),
    mtlsAuth({
      title: 'API certificate',
      setup:
        'Administration → Personal Management → Credentials → Add Credentials, with the type API Certificate; its PKCS #12 file as PEM.',
    }),
  ],
  http: { baseUrl: 'https://{config.tenant}.console.ves.volterra.io', hosts: ['.console.ves.volterra.io'] },
  // The vendor tells no figure: a careful one.
  limits: { concurrency: 4, buckets: [{ name: 'tenant', limit: 120, perMs: 60_000 }], signals: [] },
  // @see https://docs.cloud.f5.com/docs-v2/api
  errors: [
    // A list that lacks what could not be read.
    { when: { status: 200, path: 'errors' }, kind: 'transient', messagePath: 'errors[0].message' },
    { when: { status: 409 }, kind: 'conflict', messagePath: 'message' },
    { when: { status: 400 }, kind: 'validation', messagePath: 'message' },
  ],
  test: { request: { method: 'GET', path: '/api/web/namespaces' } },
  objects,
  documentation: { source: docsUrl, asOf: '2026-11-23' },
});
