/** BambooHR: employees, their jobs and absences, users, and job applications. */
import { z } from 'zod';
import { basicAuth, secretText } from '../kit/auth/methods.ts';
import { defineConnector, type HttpConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const reading = ['employees.list', 'employees.create/find', 'employees.update/find', 'employees.upsert/find'];
const writing = ['employees.create', 'employees.update', 'employees.upsert'];

const exemptions = [
  ...[...reading, 'employee_files.list/parents'].map((use) => ({
    use,
    rule: 'parameter-values',
    reason: 'Members of `page` and `filter` are sent in brackets.',
  })),
  ...[...reading, 'employee_files.list/parents'].map((use) => ({
    use,
    rule: 'security',
    reason: 'API keys are taken here too; the description forgets them.',
  })),
  ...writing.map((use) => ({ use, rule: 'response-described', reason: 'The answer is documented to be empty.' })),
  { use: 'absences.list', rule: 'pages-followed', reason: '`start` is the first day of the list, not a place in it.' },
];

export const connector: HttpConnector = defineConnector({
  id: 'bamboohr',
  name: 'BambooHR',
  vendor: 'BambooHR',
  category: 'hr',
  docsUrl: 'https://documentation.bamboohr.com/docs',
  version: '1.0.0',
  tags: ['employees', 'hris', 'applicants'],
  transport: 'http',
  config: z.strictObject({
    company: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,62}$/)
      .meta({ title: 'Company domain', help: 'What stands before `.bamboohr.com`.', example: 'acme' }),
  }),
  auth: [
    // The password may be anything. @see https://documentation.bamboohr.com/docs/getting-started
    basicAuth({
      id: 'api_key',
      title: 'API key',
      credentials: z.strictObject({ api_key: secretText('API key') }),
      username: '{api_key}',
      password: 'x',
      setup: 'Your picture → API Keys → Add New Key. The key may do what its user may do.',
    }),
  ],
  http: {
    baseUrl: 'https://{config.company}.bamboohr.com/api/v1',
    hosts: ['.bamboohr.com'],
    headers: { accept: 'application/json' },
  },
  limits: {
    concurrency: 4,
    // The vendor publishes no number; it tells by 429 that it was too much.
    buckets: [{ name: 'company', limit: 10, perMs: 1000 }],
    signals: [],
  },
  // Limits of rate were told by 503 before 2026-09-16. @see https://documentation.bamboohr.com/docs/planned-changes-to-the-api
  errors: [{ when: { status: 503, bodyIncludes: ['Limit Exceeded'] }, kind: 'rate_limited' }],
  test: { request: { method: 'GET', path: '/meta/fields' } },
  objects,
  contract: { exempt: exemptions },
  documentation: { source: 'https://documentation.bamboohr.com/reference', asOf: '2026-11-21' },
});
