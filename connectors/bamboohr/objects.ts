import type { HttpObject } from '../kit/object-types.ts';
import type { HttpWrite } from '../kit/http/operations.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, pagesOf } = restApi({ docs: (page) => `https://documentation.bamboohr.com/reference/${page}` });

/**
 * The fields beside those that every employee is listed with. @see
 * https://documentation.bamboohr.com/reference/list-employees
 */
const employeeFields =
  'workEmail,homeEmail,middleName,workPhone,mobilePhone,hireDate,divisionName,divisionId,departmentName,departmentId,' +
  'locationName,locationId,employmentStatusName,reportsToName,reportsToId';

/** 2500 at most. @see https://documentation.bamboohr.com/reference/list-employees */
const employeePages = {
  kind: 'cursor',
  parameter: 'page[after]',
  path: 'meta.page.nextCursor',
  sizeParameter: 'page[limit]',
  pageSize: 500,
} as const;

/**
 * Employees have no key that integrations could choose: they are looked up among those with the same last name.
 *
 * @see https://documentation.bamboohr.com/reference/create-employee
 * @see https://documentation.bamboohr.com/reference/update-employee
 */
const employee = findOrCreate('POST /employees', {
  find: {
    path: '/employees',
    // All whose last name contains this one, in any case.
    query: { 'filter[lastName]': '{lastName}', fields: employeeFields },
    recordsPath: 'data',
    paginate: { ...employeePages, pageSize: 2500 },
    ignoresCase: true,
    searchLagMs: 'undocumented',
  },
  update: 'POST /employees/{$target_id}',
  // The response to a creation is documented as empty, with the address of the employee.
  targetIdPath: 'employeeId',
  targetIdIn: 'location',
  concurrency: 4,
});

/** A row of a table of an employee: the history of jobs, and of employment, where it also ends. */
const tableRow = (table: string): HttpWrite => nonIdempotent(`POST /employees/{employeeId}/tables/${table}`);

/**
 * The rows of a table, of every employee at once. @see
 * https://documentation.bamboohr.com/reference/get-employee-table-data
 */
const rowsOf = (table: string) => ({ path: `/employees/all/tables/${table}`, docs: 'get-employee-table-data' });

/** Files are listed by their categories. */
const filesOf = {
  recordsPath: 'categories',
  extract: { expand: { path: 'files', copy: { category_id: 'id', category: 'name' } } },
};

/** A map of records by their id. */
const byId = { format: { kind: 'json', keyField: 'id' } } as const;

export const objects: Readonly<Record<string, HttpObject>> = {
  employees: listOf(
    {
      title: 'Employees',
      path: '/employees',
      docs: 'list-employees',
      schema: schemas.Employee,
      key: 'employeeId',
      query: { fields: employeeFields, sort: 'employeeId' },
      recordsPath: 'data',
      paginate: employeePages,
    },
    { create: employee, update: employee, upsert: employee },
  ),
  employee_changes: listOf({
    title: 'Employees that were added, changed or deleted, by their ids',
    path: '/employees/changed',
    docs: 'get-changed-employee-ids',
    schema: schemas.EmployeeChange,
    query: { since: '1970-01-01T00:00:00Z' },
    format: { kind: 'json', recordsPath: 'employees', keyField: 'id' },
    incremental: { kind: 'server_filter', parameter: 'since', format: 'iso_s' },
  }),
  directory: listOf({
    title: 'Directory of active employees',
    path: '/employees/directory',
    docs: 'get-employees-directory',
    schema: schemas.DirectoryEntry,
    recordsPath: 'employees',
  }),
  employment_statuses: listOf(
    { title: 'Employment status history', ...rowsOf('employmentStatus'), schema: schemas.TableRow },
    { create: tableRow('employmentStatus') },
  ),
  job_information: listOf(
    { title: 'Job information history', ...rowsOf('jobInfo'), schema: schemas.TableRow },
    { create: tableRow('jobInfo') },
  ),
  compensations: listOf(
    { title: 'Compensation history', ...rowsOf('compensation'), schema: schemas.TableRow },
    { create: tableRow('compensation') },
  ),
  employee_files: listOf(
    {
      title: 'Employee files',
      path: '/employees/{parent.employeeId}/files/view',
      docs: 'list-employee-files',
      schema: schemas.EmployeeFile,
      ...filesOf,
      parents: {
        from: pagesOf({
          path: '/employees',
          query: { sort: 'employeeId' },
          recordsPath: 'data',
          paginate: employeePages,
        }),
        key: 'employeeId',
        copy: { employee_id: 'employeeId' },
      },
    },
    { delete: idempotent('DELETE /employees/{employee_id}/files/{id}') },
  ),
  company_files: listOf(
    {
      title: 'Company files',
      path: '/files/view',
      docs: 'list-company-files',
      schema: schemas.StoredFile,
      ...filesOf,
    },
    { delete: idempotent('DELETE /files/{id}') },
  ),
  users: listOf({ title: 'Users', path: '/meta/users', docs: 'list-users', schema: schemas.User, ...byId }),
  absences: listOf({
    title: "Who's Out, for the next 14 days",
    path: '/time_off/whos_out',
    docs: 'list-whos-out',
    schema: schemas.Absence,
  }),
  time_off_requests: listOf({
    title: 'Time off requests',
    path: '/time_off/requests',
    docs: 'list-time-off-requests',
    schema: schemas.TimeOffRequest,
    // Both are required, so this covers everything.
    query: { start: '1970-01-01', end: '2100-01-01' },
  }),
  applications: listOf({
    title: 'Job applications',
    path: '/applicant_tracking/applications',
    docs: 'get-applications',
    schema: schemas.Application,
    recordsPath: 'applications',
    paginate: { kind: 'next_url', path: 'nextPageUrl', endPath: 'paginationComplete' },
  }),
  jobs: listOf({
    title: 'Job openings',
    path: '/applicant_tracking/jobs',
    docs: 'get-job-summaries',
    schema: schemas.Job,
  }),
  application_statuses: listOf({
    title: 'Application statuses',
    path: '/applicant_tracking/statuses',
    docs: 'get-statuses',
    schema: schemas.Named,
  }),
  job_locations: listOf({
    title: 'Company locations for job openings',
    path: '/applicant_tracking/locations',
    docs: 'get-company-locations',
    schema: schemas.Named,
  }),
  hiring_leads: listOf({
    title: 'Hiring leads',
    path: '/applicant_tracking/hiring_leads',
    docs: 'get-hiring-leads',
    schema: schemas.HiringLead,
    key: 'employeeId',
  }),
  fields: listOf({ title: 'Employee fields', path: '/meta/fields', docs: 'list-fields', schema: schemas.Field }),
  time_off_types: listOf({
    title: 'Time off types',
    path: '/meta/time_off/types',
    docs: 'list-time-off-types',
    schema: schemas.Named,
    recordsPath: 'timeOffTypes',
  }),
  time_off_policies: listOf({
    title: 'Time off policies',
    path: '/meta/time_off/policies',
    docs: 'list-time-off-policies',
    schema: schemas.Named,
  }),
  training_types: listOf({
    title: 'Training types',
    path: '/training/type',
    docs: 'list-training-types',
    schema: schemas.Named,
    ...byId,
  }),
  training_categories: listOf({
    title: 'Training categories',
    path: '/training/category',
    docs: 'list-training-categories',
    schema: schemas.Named,
    ...byId,
  }),
  webhooks: listOf(
    { title: 'Webhooks', path: '/webhooks', docs: 'list-webhooks', schema: schemas.Webhook, recordsPath: 'webhooks' },
    { delete: idempotent('DELETE /webhooks/{id}') },
  ),
};
