/** PingFederate: OAuth clients, connections, adapters, data stores and administrators of a server. */
import { z } from 'zod';
import { basicAuth } from '../kit/auth/methods.ts';
import { withAuthority } from '../kit/auth/signing-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://docs.pingidentity.com/pingfederate/latest/developers_reference_guide/pf_admin_api.html';

export const connector: HttpConnector = defineConnector({
  id: 'pingfederate',
  name: 'PingFederate',
  vendor: 'Ping Identity',
  category: 'identity',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['oauth', 'saml', 'federation', 'self-hosted'],
  transport: 'http',
  config: z.strictObject({
    server_url: z.url({ protocol: /^https?$/ }).meta({
      title: 'Address of the administrative port',
      help: 'Up to where `/pf-admin-api` begins.',
      example: 'https://pingfederate.example.com:9999',
      destination: true,
    }),
  }),
  auth: [
    // @see https://docs.pingidentity.com/pingfederate/latest/developers_reference_guide/pf_admin_api.html
    withAuthority(
      basicAuth({
        title: 'Administrative account',
        setup:
          'System → Server → Administrative Accounts → Create User, with the role Admin, User Admin too where flows write accounts, or Auditor where they only read.',
      }),
    ),
  ],
  http: {
    baseUrl: '{config.server_url}/pf-admin-api/v1',
    hosts: 'from_config',
    // @see https://docs.pingidentity.com/pingfederate/latest/developers_reference_guide/pf_access_api_interact_documentation.html
    headers: { 'x-xsrf-header': 'PingFederate' },
  },
  // PingFederate limits nothing itself: a careful figure for a server of one's own.
  limits: { concurrency: 2, buckets: [{ name: 'server', limit: 600, perMs: 60_000 }], signals: [] },
  // @see https://docs.pingidentity.com/pingfederate/latest/developers_reference_guide/pf_admin_api.html
  errors: [
    {
      when: { status: 422, path: 'validationErrors' },
      kind: 'validation',
      messagePath: 'message',
      fields: { list: 'validationErrors', field: 'fieldPath', message: 'message' },
    },
  ],
  test: { request: { method: 'GET', path: '/version' } },
  objects,
  documentation: { source: docs, asOf: '2026-11-23' },
});
