/** Workday: workers with their organizations, time off and history, jobs, business processes, and custom reports. */
import { z } from 'zod';
import { basicAuth, plainText, secretText } from '../kit/auth/methods.ts';
import {
  authorizationCodeAuth,
  clientCredentialsAuth,
  jwtBearerAuth,
  refreshTokenAuth,
} from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { toPlainText } from '../kit/type-guards.ts';
import { soapFaults } from '../kit/presets/soap.ts';
import { objects } from './objects.ts';
import { reports } from './reports.ts';

const tokenUrl = 'https://{config.host}/ccx/oauth2/{config.tenant}/token';

export const connector: HttpConnector = defineConnector({
  id: 'workday',
  name: 'Workday',
  vendor: 'Workday',
  category: 'hr',
  docsUrl: 'https://community.workday.com/sites/default/files/file-hosting/restapi/',
  version: '1.0.0',
  tags: ['workers', 'employees', 'hris', 'reports', 'payroll'],
  transport: 'http',
  config: z.strictObject({
    tenant: z
      .string()
      .regex(
        /^[A-Za-z0-9_-]{1,64}$/,
        'Must be the name of a tenant, of letters, digits, hyphens and underscores: acme.',
      )
      .meta({ title: 'Tenant', example: 'acme', destination: true }),
    host: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9.-]{0,80}\.(?:workday|myworkday)\.com$/,
        'Must be a host under workday.com or myworkday.com: wd5-services1.myworkday.com.',
      )
      .optional()
      .meta({
        title: 'Host of the services',
        help: 'That of the REST endpoint that View API Clients shows; access keys name it by their region.',
        example: 'wd5-services1.workday.com',
        destination: true,
      }),
  }),
  auth: [
    // Refresh tokens of API clients for integrations do not expire, and stay the same.
    refreshTokenAuth({
      tokenUrl,
      setup: 'Register API Client for Integrations, then Manage Refresh Tokens for the integration system user.',
    }),
    clientCredentialsAuth({ tokenUrl, setup: 'Register API Client with the grant type client credentials.' }),
    clientCredentialsAuth({
      id: 'access_key',
      title: 'Client id and secret by region',
      credentials: z.strictObject({
        access_key_id: plainText('Client id'),
        secret_access_key: secretText('Client secret'),
        region: z
          .string()
          .regex(
            /^[a-z0-9-]{1,64}$/,
            'Must be the name of a data center, of lower-case letters, digits and hyphens: wd5.',
          )
          .meta({ title: 'Data center', example: 'wd5' }),
      }),
      clientId: '{access_key_id}',
      clientSecret: '{secret_access_key}',
      tokenUrl: 'https://{region}-services1.workday.com/ccx/oauth2/{config.tenant}/token',
    }),
    jwtBearerAuth({
      credentials: z.strictObject({
        client_id: plainText('Client id'),
        username: plainText('Integration system user'),
        private_key: secretText('Private key of the registered certificate', 'PEM.'),
      }),
      tokenUrl,
      clientSecret: '',
      assertion: {
        algorithm: 'RS256',
        key: '{private_key}',
        header: {},
        claims: { iss: '{client_id}', sub: '{username}', aud: 'wd' },
        lifetimeS: 300,
      },
    }),
    authorizationCodeAuth({
      tokenUrl,
      authorize: { url: 'https://{config.host}/ccx/oauth2/{config.tenant}/authorize' },
    }),
    basicAuth({
      id: 'integration_user',
      title: 'Integration system user, for reports',
      credentials: z.strictObject({
        username: plainText('User name', 'With its tenant: `ISU_HUB@acme`.'),
        password: secretText('Password'),
      }),
    }),
  ],
  http: {
    baseUrl: ({ config, auth }) =>
      `https://${toPlainText(config['host']) || `${toPlainText(auth['region']) || 'wd2'}-services1.workday.com`}`,
    hosts: ['.workday.com', '.myworkday.com'],
    headers: { accept: 'application/json' },
    // Reports are generated on request.
    timeoutMs: 60_000,
  },
  // Ten calls a second for each tenant. @see https://community.workday.com/sites/default/files/file-hosting/restapi/
  limits: { concurrency: 4, buckets: [{ name: 'tenant', limit: 10, perMs: 1000 }], signals: [] },
  errors: [
    // @see https://www.netiq.com/documentation/identity-manager-48-drivers/workday/data/t4fjkckx5vsq.html (a refused login)
    { when: { path: 'Envelope.Body.Fault.faultcode', holds: ['authenticationError'] }, kind: 'auth_invalid' },
    // @see https://learningworkday.blogspot.com (a right that the user lacks; no page of the vendor's is public)
    { when: { path: 'Envelope.Body.Fault.faultstring', holds: ['is not authorized'] }, kind: 'permission' },
    ...soapFaults(),
    { when: { status: [400, 401], bodyIncludes: ['invalid_grant', 'invalid_client'] }, kind: 'auth_invalid' },
    {
      when: { status: 400, path: 'errors' },
      kind: 'validation',
      messagePath: 'error',
      fields: { list: 'errors', field: 'field', message: 'error' },
    },
  ],
  test: {
    request: { method: 'GET', path: '/ccx/api/v1/{config.tenant}/workers', query: { limit: '1' } },
  },
  objects,
  dynamicObjects: reports,
  contract: {
    descriptions: ['common', 'payroll', 'businessprocess', 'human-resources'].map((name) => `workday/${name}.json.gz`),
    exempt: ['worker_details.list', 'changed_workers.list'].map((use) => ({
      use,
      rule: 'records',
      reason: 'The description leaves attributes out, and which id of a worker is the WID, an attribute says.',
    })),
  },
  documentation: {
    source: 'https://community.workday.com/sites/default/files/file-hosting/restapi/',
    asOf: '2026-11-21',
  },
});
