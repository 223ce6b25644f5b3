/** Incident.io: incidents, alerts, escalations, schedules, teams and the catalog of an account. */
import { z } from 'zod';
import { bearerAuth, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

export const connector: HttpConnector = defineConnector({
  id: 'incident_io',
  name: 'incident.io',
  vendor: 'incident.io',
  category: 'itsm',
  docsUrl: 'https://api-docs.incident.io',
  version: '1.0.0',
  tags: ['incidents', 'alerts', 'on-call', 'catalog'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://api-docs.incident.io
    bearerAuth({
      id: 'api_key',
      title: 'API key',
      credentials: z.strictObject({ api_key: secretText('API key') }),
      token: '{api_key}',
      setup: 'Settings → API keys → Add new, with the roles that the objects need. Roles cannot be changed later.',
    }),
  ],
  http: {
    baseUrl: 'https://api.incident.io',
    hosts: ['api.incident.io'],
    headers: { accept: 'application/json' },
  },
  // @see https://api-docs.incident.io
  limits: { concurrency: 4, buckets: [{ name: 'key', limit: 1200, perMs: 60_000 }], signals: [] },
  // @see https://api-docs.incident.io
  errors: [
    { when: { status: 409 }, kind: 'conflict', messagePath: 'errors[0].message' },
    { when: { status: 422, path: 'errors' }, kind: 'validation', messagePath: 'errors[0].message' },
    { when: { status: 400, path: 'errors' }, kind: 'validation', messagePath: 'errors[0].message' },
  ],
  test: { request: { method: 'GET', path: '/v1/identity' } },
  objects,
  webhook,
  documentation: { source: 'https://api-docs.incident.io', asOf: '2026-11-23' },
});
