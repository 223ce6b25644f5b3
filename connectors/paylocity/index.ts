/** Paylocity: employees of a company, their earnings, taxes and pay statements, and the company's codes. */
import { z } from 'zod';
import { clientCredentialsAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://developer.paylocity.com/integrations/reference/authentication-weblink';

export const connector: HttpConnector = defineConnector({
  id: 'paylocity',
  name: 'Paylocity',
  vendor: 'Paylocity',
  category: 'hr',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['employees', 'payroll', 'hris'],
  transport: 'http',
  config: z.strictObject({
    company_id: z
      .string()
      .regex(/^[A-Za-z0-9]{1,10}$/, 'Must be the id of a company: letters and digits.')
      .meta({ title: 'Company id', example: 'B6001' }),
    pay_year: z
      .string()
      .regex(/^20\d\d$/, 'Must be a year.')
      .meta({
        title: 'Year of pay statements',
        help: 'The year that summaries of pay statements are read of.',
        example: '2026',
      }),
  }),
  auth: [
    // @see https://developer.paylocity.com/integrations/reference/authentication-weblink
    clientCredentialsAuth({
      tokenUrl: 'https://api.paylocity.com/IdentityServer/connect/token',
      scope: 'WebLinkAPI',
      setup:
        'Developer portal → your application → Weblink API: the client id and its secret, which has to be renewed once in 365 days. Writes need a client that Paylocity has set up without encryption of payloads.',
    }),
  ],
  http: { baseUrl: 'https://api.paylocity.com/api', hosts: ['api.paylocity.com'] },
  // @see https://developer.paylocity.com/integrations/reference/rate-limits-weblink
  limits: {
    concurrency: 4,
    buckets: [{ name: 'second', limit: 25, perMs: 1000 }],
    signals: [],
  },
  // @see https://developer.paylocity.com/integrations/docs/errors
  errors: [
    {
      when: { status: 400, path: '$[0].message' },
      kind: 'validation',
      messagePath: '$[0].message',
      fields: { list: '$', field: 'field', message: 'message' },
    },
  ],
  test: { request: { method: 'GET', path: '/v2/companies/{config.company_id}/codes/costcenter1' } },
  objects,
  documentation: { source: docs, asOf: '2026-11-23' },
});
