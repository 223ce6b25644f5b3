/** Gusto: employees with their jobs, addresses and terminations, contractors, departments and payrolls. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import { authorizationCodeAuth, refreshTokenAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const tokenUrl = 'https://{config.api_host}/oauth/token';

export const connector: HttpConnector = defineConnector({
  id: 'gusto',
  name: 'Gusto',
  vendor: 'Gusto',
  category: 'hr',
  docsUrl: 'https://docs.gusto.com/app-integrations/reference',
  version: '1.0.0',
  tags: ['employees', 'payroll', 'contractors', 'hris'],
  transport: 'http',
  config: z.strictObject({
    company_id: z
      .string()
      .regex(/^[0-9a-f-]{36}$/, 'Must be a UUID in lower case: e5a3c1d0-4b2f-4c8a-9d11-2f6f0c7a8b90.')
      .meta({ title: 'Company UUID', example: 'e5a3c1d0-4b2f-4c8a-9d11-2f6f0c7a8b90' }),
    api_host: z
      .enum(['api.gusto.com', 'api.gusto-demo.com'])
      .default('api.gusto.com')
      .meta({ title: 'Host of the interface', help: 'The second one is for trying.', destination: true }),
  }),
  auth: [
    // Refresh tokens are good for one use. @see https://docs.gusto.com/app-integrations/docs/oauth2
    authorizationCodeAuth({
      tokenUrl,
      clientAuth: 'post',
      body: 'json',
      authorize: { url: 'https://{config.api_host}/oauth/authorize', pkce: false },
      setup: 'https://dev.gusto.com → Create application, with the redirect address of this hub.',
    }),
    refreshTokenAuth({ tokenUrl, clientAuth: 'post', body: 'json' }),
    bearerAuth({ id: 'access_token', title: 'OAuth access token' }),
  ],
  http: {
    baseUrl: 'https://{config.api_host}',
    hosts: ['api.gusto.com', 'api.gusto-demo.com'],
    // @see https://docs.gusto.com/app-integrations/docs/api-versioning
    headers: { accept: 'application/json', 'x-gusto-api-version': '2025-06-15' },
  },
  // For each application and user. @see https://docs.gusto.com/app-integrations/docs/rate-limits
  limits: { concurrency: 4, buckets: [{ name: 'user', limit: 200, perMs: 60_000 }], signals: [] },
  // @see https://docs.gusto.com/app-integrations/docs/errors
  errors: [
    { when: { status: 409 }, kind: 'conflict', message: 'The record has been changed since it was read.' },
    {
      when: { status: 422, path: 'errors' },
      kind: 'validation',
      messagePath: 'errors[0].message',
      fields: { list: 'errors', field: 'error_key', message: 'message' },
    },
  ],
  test: { request: { method: 'GET', path: '/v1/token_info' } },
  objects,
  documentation: { source: 'https://docs.gusto.com/app-integrations/reference', asOf: '2026-11-21' },
});
