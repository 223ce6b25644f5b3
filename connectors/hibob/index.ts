/** HiBob: employees of a company, the tables of their history, lists such as departments and sites, and tasks. */
import { z } from 'zod';
import { basicAuth, plainText, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://apidocs.hibob.com/reference/getting-started-with-bob-api';

/** Fields of employees that are read unless the configuration says others. */
const fields = [
  ...['id', 'email', 'firstName', 'surname', 'displayName', 'fullName', 'creationDateTime', 'avatarUrl'].map(
    (name) => `root.${name}`,
  ),
  ...['title', 'department', 'site', 'siteId', 'startDate', 'originalStartDate', 'reportsTo'].map(
    (name) => `work.${name}`,
  ),
  ...['reportsToIdInCompany', 'employeeIdInCompany', 'workPhone', 'workMobile'].map((name) => `work.${name}`),
  'internal.status',
  'internal.terminationDate',
];

const tables = ['work_history', 'employment_history', 'lifecycle_history'].flatMap((object) => [
  {
    use: `${object}.list`,
    rule: 'pointers',
    about: 'response_metadata.next_cursor',
    reason: 'The description says `cursor`; https://apidocs.hibob.com/docs/pagination says `next_cursor`.',
  },
  {
    use: `${object}.list`,
    rule: 'records',
    reason: 'The description has the rows one member deeper, as the table of one employee has them.',
  },
]);

const exemptions = [
  ...tables,
  {
    use: 'employees.list',
    rule: 'records',
    reason: 'The description begins with the form of `humanReadable: REPLACE`, and has but the fields of the default.',
  },
];

export const connector: HttpConnector = defineConnector({
  id: 'hibob',
  name: 'HiBob',
  vendor: 'HiBob',
  category: 'hr',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['employees', 'hris', 'departments'],
  transport: 'http',
  config: z.strictObject({
    // 400 at most. @see https://apidocs.hibob.com/docs/people-read-api-contract
    employee_fields: z
      .array(z.string().regex(/^[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)+$/, 'Must be the id of a field: work.department.'))
      .min(1)
      .max(400)
      .default(fields)
      .meta({
        title: 'Fields of employees',
        help: 'Ids of the fields that are read, custom ones too, as the object `fields` lists them. Those that the service user may not see are left out.',
      }),
  }),
  auth: [
    // @see https://apidocs.hibob.com/docs/api-service-users
    basicAuth({
      id: 'service_user',
      title: 'Service user',
      credentials: z.strictObject({ service_user_id: plainText('Id'), token: secretText('Token') }),
      username: '{service_user_id}',
      password: '{token}',
      setup:
        'Settings → Integrations → Automation → Service Users: copy its id and token, and put it into a permission group that may see the employees and the categories of fields.',
    }),
  ],
  http: { baseUrl: 'https://api.hibob.com/v1', hosts: ['.hibob.com'] },
  // Of `people/search`; other calls have limits of their own. @see https://apidocs.hibob.com/docs/rate-limit
  limits: {
    concurrency: 2,
    buckets: [{ name: 'minute', limit: 50, perMs: 60_000 }],
    signals: [
      { header: 'x-ratelimit-remaining', means: 'remaining' },
      { header: 'x-ratelimit-reset', means: 'reset', unit: 'epoch_s' },
    ],
  },
  // @see https://apidocs.hibob.com/reference/error-handling
  errors: [{ when: { status: 400, path: 'error' }, kind: 'validation', messagePath: 'error' }],
  // It needs no permission. @see https://apidocs.hibob.com/reference/get_company-people-fields
  test: { request: { method: 'GET', path: '/company/people/fields' } },
  objects,
  contract: { descriptions: ['hibob/public-api.json.gz'], exempt: exemptions },
  documentation: { source: docs, asOf: '2026-11-24' },
});
