/** BambooHR: employees, their jobs and absences, users, and job applications. */
import { z } from 'zod';
import { basicAuth, secretText } from '../kit/auth/methods.ts';
import { authorizationCodeAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const reading = ['employees.list', 'employees.create/find', 'employees.update/find', 'employees.upsert/find'];
const writing = ['employees.create', 'employees.update', 'employees.upsert'];

const exemptions = [
  ...[...reading, 'employee_files.list/parents'].map((use) => ({
    use,
    rule: 'parameter-values',
    about: 'page[limit]',
    reason: 'The description says 2500, and inherits the 100 of other lists beside it.',
  })),
  ...writing.map((use) => ({ use, rule: 'response-described', reason: 'The answer is documented to be empty.' })),
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
      .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'Must be one name of lower-case letters, digits and hyphens: acme.')
      .meta({
        title: 'Company domain',
        help: 'What stands before `.bamboohr.com`.',
        example: 'acme',
        destination: true,
      }),
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
    // @see https://github.com/BambooHR/bhr-api-python/blob/3d4de069ccfc5c93c3b8293327216a6ec822a6ee/AUTHENTICATION.md
    authorizationCodeAuth({
      tokenUrl: 'https://{config.company}.bamboohr.com/token.php?request=token',
      clientAuth: 'post',
      authorize: { url: 'https://{config.company}.bamboohr.com/authorize.php', pkce: false },
      setup: 'Developer portal → Applications, with the redirect address of this hub and the scopes of what is read.',
    }),
  ],
  http: {
    baseUrl: 'https://{config.company}.bamboohr.com/api/v1',
    hosts: ['.bamboohr.com'],
    headers: { accept: 'application/json' },
  },
  limits: {
    concurrency: 4,
    // The vendor publishes no limit; it responds with 429 when it is exceeded.
    buckets: [{ name: 'company', limit: 10, perMs: 1000 }],
    signals: [],
  },
  // Limits of rate were told by 503 before 2026-09-16. @see
  // https://documentation.bamboohr.com/docs/planned-changes-to-the-api
  errors: [{ when: { status: 503, bodyIncludes: ['Limit Exceeded'] }, kind: 'rate_limited' }],
  test: { request: { method: 'GET', path: '/meta/fields' } },
  objects,
  contract: { exempt: exemptions },
  documentation: { source: 'https://documentation.bamboohr.com/reference', asOf: '2026-11-21' },
});
