/** Harri: employees, positions, locations, absences and corporate users of restaurants and hotels. */
import { z } from 'zod';
import { clientCredentialsAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://developer.harri.com/employees/';

export const connector: HttpConnector = defineConnector({
  id: 'harri',
  name: 'Harri',
  vendor: 'Harri',
  category: 'hr',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['employees', 'positions', 'absences', 'hospitality'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://developer.harri.com/authentication/
    clientCredentialsAuth({
      tokenUrl: 'https://oauth.harri.com/oauth2/token',
      clientAuth: 'post',
      setup: "Harri's support gives out client ids and secrets, for the corporations that they may reach.",
    }),
  ],
  http: { baseUrl: 'https://gateway.harri.com/open-api-hub/api', hosts: ['gateway.harri.com', 'oauth.harri.com'] },
  // @see https://developer.harri.com/employees/
  limits: { concurrency: 4, buckets: [{ name: 'client', limit: 400, perMs: 60_000 }], signals: [] },
  // Until June 2026, 403 with a sentence told of the limit. @see https://developer.harri.com/employees/
  errors: [{ when: { status: 403, bodyIncludes: ['limit'] }, kind: 'rate_limited' }],
  test: { request: { method: 'GET', path: '/v1/locations' } },
  objects,
  documentation: { source: docs, asOf: '2026-11-23' },
});
