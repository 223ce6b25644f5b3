/** Xero Payroll: employees, leave, timesheets, pay runs and pay items of an organisation in the UK, New Zealand or Australia. */
import { z } from 'zod';
import { authorizationCodeAuth, clientCredentialsAuth, refreshTokenAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { australianObjects } from './australian-objects.ts';
import { objects } from './objects.ts';
import { ofTenant } from './tenant.ts';

const docs = 'https://developer.xero.com/documentation/api/payrolluk/overview';

// @see https://developer.xero.com/documentation/guides/oauth2/auth-flow
const tokenUrl = 'https://identity.xero.com/connect/token';
const areas = ['payroll.employees', 'payroll.payruns', 'payroll.payslip', 'payroll.settings', 'payroll.timesheets'];

export const connector: HttpConnector = defineConnector({
  id: 'xero_payroll',
  name: 'Xero Payroll',
  vendor: 'Xero',
  category: 'hr',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['employees', 'payroll', 'leave', 'timesheets'],
  transport: 'http',
  config: z.strictObject({
    tenant_id: z
      .string()
      .regex(/^[0-9a-f-]{36}$/, 'Must be a UUID in lower case, as https://api.xero.com/connections lists them.')
      .meta({
        title: 'Tenant id of the organisation',
        help: 'One sign-in may reach several organisations. https://api.xero.com/connections lists them.',
        example: '45e4708e-d862-4111-ab3a-dd8cd03913e1',
      }),
  }),
  auth: [
    // Refresh tokens are good for one use, and tokens for 30 minutes.
    authorizationCodeAuth({
      tokenUrl,
      authorize: {
        url: 'https://login.xero.com/identity/connect/authorize',
        scopes: ['offline_access', ...areas],
      },
      setup: 'https://developer.xero.com/app/manage → New app → Web app, with the redirect address of this hub.',
    }),
    refreshTokenAuth({ tokenUrl }),
    // @see https://developer.xero.com/documentation/guides/oauth2/custom-connections
    clientCredentialsAuth({
      title: 'Custom connection',
      tokenUrl,
      scope: areas.join(' '),
      setup: 'https://developer.xero.com/app/manage → New app → Custom connection, for one organisation.',
    }),
  ],
  http: {
    baseUrl: 'https://api.xero.com/payroll.xro/2.0',
    hosts: ['api.xero.com'],
    headers: { accept: 'application/json' },
  },
  // For each organisation; the day's number depends on the plan of the app. @see
  // https://developer.xero.com/documentation/guides/oauth2/limits
  limits: {
    concurrency: 5,
    buckets: [
      { name: 'minute', limit: 60, perMs: 60_000 },
      { name: 'day', limit: 5000, perMs: 86_400_000 },
    ],
    signals: [],
  },
  // @see https://developer.xero.com/documentation/api/payrolluk/responsecodes
  errors: [
    {
      when: { status: 400, path: 'problem' },
      kind: 'validation',
      messagePath: 'problem.detail',
      fields: { list: 'problem.invalidFields', field: 'name', message: 'reason' },
    },
    { when: { status: 400, path: 'Message' }, kind: 'validation', messagePath: 'Message' },
  ],
  test: { request: { method: 'GET', path: '/Settings', ...ofTenant } },
  objects: { ...objects, ...australianObjects },
  contract: {
    exempt: ['employees.create', 'employees.update'].map((use) => ({
      use,
      rule: 'body',
      about: '/niCategories/0',
      reason: 'The description lists letters such as A, which neither of its two forms of a category allows.',
    })),
  },
  documentation: { source: docs, asOf: '2026-11-23' },
});
