import type { HttpObject } from '../kit/object-types.ts';
import { type ListedObject, restApi } from '../kit/rest.ts';
import { type Collection, findOrCreate, idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://docs.gusto.com/app-integrations/reference/${page}`,
  key: 'uuid',
});
const company = '/v1/companies/{config.company_id}';

/** @see https://docs.gusto.com/app-integrations/docs/pagination (100 at most) */
const paged = {
  paginate: { kind: 'page', parameter: 'page', sizeParameter: 'per', pageSize: 100, shortPageEnds: true },
} as const;

/** What is read employee by employee. */
function ofEmployees(list: ListedObject, operations?: HttpObject['operations']): HttpObject {
  const from = pagesOf({ path: `${company}/employees`, ...paged });
  const parents = { from, key: 'uuid', copy: { employee_uuid: 'uuid' } };
  return listOf({ ...list, path: `/v1/employees/{parent.uuid}/${list.path}`, parents }, operations);
}

/** Neither whether case counts nor how soon a list has what was written. */
const careful = { ignoresCase: 'undocumented', searchLagMs: 'undocumented' } as const;

/**
 * A record is looked for in all of a list: what a search by name compares is not told, and names change.
 *
 * A change names the version that it is made to. @see https://docs.gusto.com/app-integrations/docs/idempotency
 */
function managed(path: string, at: string, find = {}, more: Partial<Collection> = {}): HttpObject['operations'] {
  return writesAt({
    path,
    id: 'uuid',
    record: `${at}/{uuid}`,
    method: 'PUT',
    find: { path, paginate: { kind: 'none' }, ...careful, ...find },
    lock: { request: { method: 'GET', path: `${at}/{$target_id}` }, path: 'version', member: 'version' },
    ...more,
  });
}

export const objects: Readonly<Record<string, HttpObject>> = {
  employees: listOf(
    {
      title: 'Employees',
      path: `${company}/employees`,
      docs: 'get-v1-companies-company_id-employees',
      schema: schemas.Employee,
      ...paged,
    },
    // Only employees whose onboarding did not end can be deleted; others are terminated.
    managed(`${company}/employees`, '/v1/employees', paged),
  ),
  terminations: ofEmployees(
    {
      title: 'Employee terminations',
      path: 'terminations',
      docs: 'post-v1-employees-employee_id-terminations',
      schema: schemas.Termination,
    },
    {
      create: findOrCreate(
        {
          method: 'POST',
          path: '/v1/employees/{employee_uuid}/terminations',
          bodyFields: { effective_date: '{effective_date}', run_termination_payroll: '{run_termination_payroll}' },
        },
        { find: { path: '/v1/employees/{employee_uuid}/terminations', ...careful }, targetIdPath: 'uuid' },
      ),
      // Cancels what lies in the future.
      delete: idempotent('DELETE /v1/employees/{employee_uuid}/terminations', { effect: 'reversible' }),
    },
  ),
  jobs: ofEmployees(
    {
      title: 'Jobs and compensations',
      path: 'jobs',
      docs: 'get-v1-employees-employee_id-jobs',
      schema: schemas.Job,
      query: { include: 'all_compensations' },
      ...paged,
    },
    managed('/v1/employees/{employee_uuid}/jobs', '/v1/jobs', paged),
  ),
  home_addresses: ofEmployees(
    {
      title: 'Employee home addresses',
      path: 'home_addresses',
      docs: 'get-v1-employees-employee_id-home_addresses',
      schema: schemas.Address,
    },
    managed('/v1/employees/{employee_uuid}/home_addresses', '/v1/home_addresses'),
  ),
  work_addresses: ofEmployees({
    title: 'Employee work addresses',
    path: 'work_addresses',
    docs: 'get-v1-employees-employee_id-work_addresses',
    schema: schemas.Address,
  }),
  employments: ofEmployees({
    title: 'Employment history',
    path: 'employment_history',
    docs: 'get-v1-employees-employee_id-employment_history',
    schema: schemas.Employment,
    key: ['employee_uuid', 'hire_date'],
  }),
  contractors: listOf(
    {
      title: 'Contractors',
      path: `${company}/contractors`,
      docs: 'get-v1-companies-company_uuid-contractors',
      schema: schemas.Contractor,
      ...paged,
    },
    managed(`${company}/contractors`, '/v1/contractors', paged),
  ),
  departments: listOf(
    {
      title: 'Departments',
      path: `${company}/departments`,
      docs: 'get-companies-departments',
      schema: schemas.Department,
    },
    managed(`${company}/departments`, '/v1/departments'),
  ),
  locations: listOf(
    {
      title: 'Locations',
      path: `${company}/locations`,
      docs: 'get-v1-companies-company_id-locations',
      schema: schemas.Location,
      ...paged,
    },
    managed(`${company}/locations`, '/v1/locations', paged, { only: ['create', 'update', 'upsert'] }),
  ),
  admins: listOf({
    title: 'Administrators',
    path: `${company}/admins`,
    docs: 'get-v1-companies-company_id-admins',
    schema: schemas.Admin,
    ...paged,
  }),
  payrolls: listOf({
    title: 'Payrolls of the last six months',
    path: `${company}/payrolls`,
    docs: 'get-v1-companies-company_id-payrolls',
    schema: schemas.Payroll,
    key: 'payroll_uuid',
    // @see https://docs.gusto.com/app-integrations/reference/get-v1-companies-company_id-payrolls (without these, regular and
    // processed ones only)
    query: {
      payroll_types: 'regular,off_cycle',
      processing_statuses: 'processed,unprocessed',
      include: 'totals',
      sort_order: 'asc',
    },
    ...paged,
  }),
  pay_schedules: listOf({
    title: 'Pay schedules',
    path: `${company}/pay_schedules`,
    docs: 'get-v1-companies-company_id-pay_schedules',
    schema: schemas.PaySchedule,
    ...paged,
  }),
  benefits: listOf({
    title: 'Company benefits',
    path: `${company}/company_benefits`,
    docs: 'get-v1-companies-company_id-company_benefits',
    schema: schemas.Benefit,
  }),
  time_off_policies: listOf({
    title: 'Time off policies',
    path: `${company}/time_off_policies`,
    docs: 'get-v1-companies-company_uuid-time_off_policies',
    schema: schemas.TimeOffPolicy,
  }),
  custom_fields: listOf({
    title: 'Custom fields',
    path: `${company}/custom_fields`,
    docs: 'get-v1-companies-company_id-custom_fields',
    schema: schemas.CustomField,
    recordsPath: 'custom_fields',
    ...paged,
  }),
  earning_types: listOf({
    title: 'Earning types',
    path: `${company}/earning_types`,
    docs: 'get-v1-companies-company_id-earning_types',
    schema: schemas.EarningType,
    recordsPath: 'custom',
  }),
  bank_accounts: listOf({
    title: 'Company bank accounts',
    path: `${company}/bank_accounts`,
    docs: 'get-v1-companies-company_id-bank-accounts',
    schema: schemas.BankAccount,
  }),
  companies: listOf({
    title: 'Company',
    path: company,
    docs: 'get-v1-companies',
    schema: schemas.Company,
    recordsPath: '$',
  }),
};
