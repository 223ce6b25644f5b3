import type { z } from 'zod';
import { type HttpObject, reads, writes } from '../kit/define.ts';
import type { HttpWrite } from '../kit/http/operations.ts';
import * as schemas from './schema.ts';

const docs = 'https://documentation.bamboohr.com/reference';

type Pages = Extract<Parameters<typeof reads>[0], { kind: 'pages' }>;

interface Listing {
  title: string;
  path: string;
  page: string;
  schema: z.ZodType;
  key?: string;
  format?: Omit<Extract<Pages['format'], { kind: 'json' }>, 'kind'>;
  query?: Record<string, string>;
  paginate?: Pages['paginate'];
  extract?: Pages['extract'];
  parents?: Pages['parents'];
  incremental?: Pages['incremental'];
}

function listed(
  { title, path, page, schema, key = 'id', format = {}, query = {}, paginate = { kind: 'none' }, ...nested }: Listing,
  rest: HttpObject['operations'] = {},
): HttpObject {
  const list = reads({
    kind: 'pages',
    request: { method: 'GET', path, query },
    format: { kind: 'json', ...format },
    paginate,
    ...nested,
  });
  return { title, key: [key], schema, docsUrl: `${docs}/${page}`, operations: { list, ...rest } };
}

/** The fields beside those that every employee is listed with. @see https://documentation.bamboohr.com/reference/list-employees */
const employeeFields =
  'workEmail,homeEmail,middleName,workPhone,mobilePhone,hireDate,divisionName,divisionId,departmentName,departmentId,' +
  'locationName,locationId,employmentStatusName,reportsToName,reportsToId';

/**
 * Employees have no key that integrations could choose: they are looked for among those of the same last name.
 *
 * @see https://documentation.bamboohr.com/reference/create-employee
 * @see https://documentation.bamboohr.com/reference/update-employee
 */
const employee = writes({
  request: { method: 'POST', path: '/employees' },
  update: { method: 'POST', path: '/employees/{$target_id}' },
  idempotency: {
    kind: 'find',
    request: {
      method: 'GET',
      path: '/employees',
      query: { 'filter[lastName]': '{lastName}', fields: employeeFields, 'page[limit]': '2500' },
    },
    recordsPath: 'data',
  },
  // The answer to a creation is documented to be empty; the look-up gives the id.
  targetIdPath: 'employeeId',
  concurrency: 4,
});

/** A row of a table of an employee: the history of jobs, and of employment, where it also ends. */
const tableRow = (table: string): HttpWrite =>
  writes({
    request: { method: 'POST', path: `/employees/{employeeId}/tables/${table}` },
    idempotency: { kind: 'none' },
  });

/** The rows of a table, of every employee at once. @see https://documentation.bamboohr.com/reference/get-employee-table-data */
const rowsOf = (table: string) => ({ path: `/employees/all/tables/${table}`, page: 'get-employee-table-data' });

/** 2500 at most. @see https://documentation.bamboohr.com/reference/list-employees */
const employeePages: Pages['paginate'] = {
  kind: 'cursor',
  parameter: 'page[after]',
  path: 'meta.page.nextCursor',
  sizeParameter: 'page[limit]',
  pageSize: 500,
};

/** Files are listed by their categories. */
const filesOf: Pick<Listing, 'format' | 'extract'> = {
  format: { recordsPath: 'categories' },
  extract: { expand: { path: 'files', copy: { category_id: 'id', category: 'name' } } },
};

const {
  TableRow,
  StoredFile,
  EmployeeFile,
  Employee,
  DirectoryEntry,
  User,
  Application,
  Job,
  Field,
  Named,
  HiringLead,
  Absence,
  Webhook,
} = schemas;

export const objects: Readonly<Record<string, HttpObject>> = {
  employees: listed(
    {
      title: 'Employees',
      path: '/employees',
      page: 'list-employees',
      schema: Employee,
      key: 'employeeId',
      query: { fields: employeeFields, sort: 'employeeId' },
      format: { recordsPath: 'data' },
      paginate: employeePages,
    },
    { create: employee, update: employee, upsert: employee },
  ),
  employee_changes: listed({
    title: 'Employees that were added, changed or deleted, by their ids',
    path: '/employees/changed',
    page: 'get-changed-employee-ids',
    schema: schemas.EmployeeChange,
    query: { since: '1970-01-01T00:00:00Z' },
    format: { recordsPath: 'employees', keyField: 'id' },
    incremental: { kind: 'server_filter', parameter: 'since', format: 'iso_s' },
  }),
  directory: listed({
    title: 'Directory of active employees',
    path: '/employees/directory',
    page: 'get-employees-directory',
    schema: DirectoryEntry,
    format: { recordsPath: 'employees' },
  }),
  employment_statuses: listed(
    { title: 'Changes of employment', ...rowsOf('employmentStatus'), schema: TableRow },
    { create: tableRow('employmentStatus') },
  ),
  job_information: listed(
    { title: 'Changes of job', ...rowsOf('jobInfo'), schema: TableRow },
    { create: tableRow('jobInfo') },
  ),
  compensations: listed(
    { title: 'Changes of compensation', ...rowsOf('compensation'), schema: TableRow },
    { create: tableRow('compensation') },
  ),
  employee_files: listed(
    {
      title: 'Files of employees',
      path: '/employees/{parent.employeeId}/files/view',
      page: 'list-employee-files',
      schema: EmployeeFile,
      ...filesOf,
      parents: {
        from: {
          kind: 'pages',
          request: { method: 'GET', path: '/employees', query: { sort: 'employeeId' } },
          format: { kind: 'json', recordsPath: 'data' },
          paginate: employeePages,
        },
        key: 'employeeId',
        copy: { employee_id: 'employeeId' },
      },
    },
    {
      delete: writes({
        request: { method: 'DELETE', path: '/employees/{employee_id}/files/{id}' },
        idempotency: { kind: 'put_by_key' },
      }),
    },
  ),
  company_files: listed(
    { title: 'Files of the company', path: '/files/view', page: 'list-company-files', schema: StoredFile, ...filesOf },
    { delete: writes({ request: { method: 'DELETE', path: '/files/{id}' }, idempotency: { kind: 'put_by_key' } }) },
  ),
  users: listed({
    title: 'Users',
    path: '/meta/users',
    page: 'list-users',
    schema: User,
    format: { keyField: 'id' },
  }),
  absences: listed({
    title: 'Who is out in the next 14 days',
    path: '/time_off/whos_out',
    page: 'list-whos-out',
    schema: Absence,
  }),
  time_off_requests: listed({
    title: 'Requests for time off',
    path: '/time_off/requests',
    page: 'list-time-off-requests',
    schema: schemas.TimeOffRequest,
    // Both are required: all that there can be.
    query: { start: '1970-01-01', end: '2100-01-01' },
  }),
  applications: listed({
    title: 'Job applications',
    path: '/applicant_tracking/applications',
    page: 'get-applications',
    schema: Application,
    format: { recordsPath: 'applications' },
    paginate: { kind: 'next_url', path: 'nextPageUrl', endPath: 'paginationComplete' },
  }),
  jobs: listed({
    title: 'Job openings',
    path: '/applicant_tracking/jobs',
    page: 'get-job-summaries',
    schema: Job,
  }),
  application_statuses: listed({
    title: 'Statuses of job applications',
    path: '/applicant_tracking/statuses',
    page: 'get-statuses',
    schema: Named,
  }),
  job_locations: listed({
    title: 'Locations of job openings',
    path: '/applicant_tracking/locations',
    page: 'get-company-locations',
    schema: Named,
  }),
  hiring_leads: listed({
    title: 'Hiring leads',
    path: '/applicant_tracking/hiring_leads',
    page: 'get-hiring-leads',
    schema: HiringLead,
    key: 'employeeId',
  }),
  fields: listed({ title: 'Fields of employees', path: '/meta/fields', page: 'list-fields', schema: Field }),
  time_off_types: listed({
    title: 'Types of time off',
    path: '/meta/time_off/types',
    page: 'list-time-off-types',
    schema: Named,
    format: { recordsPath: 'timeOffTypes' },
  }),
  time_off_policies: listed({
    title: 'Time-off policies',
    path: '/meta/time_off/policies',
    page: 'list-time-off-policies',
    schema: Named,
  }),
  training_types: listed({
    title: 'Types of training',
    path: '/training/type',
    page: 'list-training-types',
    schema: Named,
    format: { keyField: 'id' },
  }),
  training_categories: listed({
    title: 'Categories of training',
    path: '/training/category',
    page: 'list-training-categories',
    schema: Named,
    format: { keyField: 'id' },
  }),
  webhooks: listed(
    {
      title: 'Webhooks',
      path: '/webhooks',
      page: 'list-webhooks',
      schema: Webhook,
      format: { recordsPath: 'webhooks' },
    },
    {
      delete: writes({ request: { method: 'DELETE', path: '/webhooks/{id}' }, idempotency: { kind: 'put_by_key' } }),
    },
  ),
};
