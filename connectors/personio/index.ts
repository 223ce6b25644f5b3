/** Personio: employees, their attendances and absences, and reports. */
import { z } from 'zod';
import { plainText, secretText } from '../kit/auth/methods.ts';
import { sessionLoginAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

export const connector: HttpConnector = defineConnector({
  id: 'personio',
  name: 'Personio',
  vendor: 'Personio',
  category: 'hr',
  docsUrl: 'https://developer.personio.de/reference',
  version: '1.0.0',
  tags: ['employees', 'hris', 'absences', 'attendances'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // A token lasts 24 hours. @see https://developer.personio.de/reference/auth
    sessionLoginAuth({
      id: 'client_credentials',
      title: 'API credentials',
      credentials: z.strictObject({ client_id: plainText('Client id'), client_secret: secretText('Client secret') }),
      login: {
        method: 'POST',
        url: 'https://api.personio.de/v1/auth',
        headers: { accept: 'application/json' },
        body: { format: 'json', values: { client_id: '{client_id}', client_secret: '{client_secret}' } },
      },
      extract: { token: { from: 'body', path: 'data.token' } },
      lifetimeS: 86_400,
      places: [{ in: 'header', name: 'Authorization', value: 'Bearer {$token}' }],
      setup:
        'Settings → Integrations → API credentials → Generate new credentials, with the rights and the employee attributes that are read.',
    }),
  ],
  http: {
    baseUrl: 'https://api.personio.de/v1',
    hosts: ['api.personio.de'],
    headers: { accept: 'application/json' },
  },
  // @see https://developer.personio.de/changelog/rate-limits-on-get-employees-endpoint-may-6-2024
  limits: {
    concurrency: 4,
    buckets: [
      { name: 'minute', limit: 300, perMs: 60_000 },
      { name: 'burst', limit: 15, perMs: 1000 },
    ],
    signals: [],
  },
  // @see https://developer.personio.de/reference/post_company-employees
  errors: [
    { when: { status: [400, 422], path: 'error' }, kind: 'validation', messagePath: 'error.message' },
    { when: { status: 200, path: 'success', equals: [false] }, kind: 'validation', messagePath: 'error.message' },
  ],
  test: { request: { method: 'GET', path: '/company/employees', query: { limit: '1' } } },
  objects,
  documentation: { source: 'https://developer.personio.de/reference', asOf: '2026-11-23' },
});
