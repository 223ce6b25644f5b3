import { finds } from '../kit/http/complete-operations.ts';
import type { GivenPages, HttpFind } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** 100 at most. @see https://developer.remote.com/llms.txt */
const paged = (totalPagesPath = 'data.total_pages') =>
  ({ kind: 'page', parameter: 'page', sizeParameter: 'page_size', pageSize: 100, totalPagesPath }) as const;

const { listOf } = restApi({
  docs: () => 'https://developer.remote.com/llms.txt',
  paginate: paged(),
});

/** A record by its id, in the member of its type's name. */
function findIn(path: string, member: string): HttpFind {
  const format = { kind: 'json', recordsPath: `data.${member}` } as const;
  return finds({ request: { method: 'GET', path: `${path}/{value}` }, format, notFoundIsAbsent: true });
}

/** The company that the token belongs to. */
const company: GivenPages = {
  kind: 'pages',
  request: { method: 'GET', path: '/v1/identity/current' },
  format: { kind: 'json', recordsPath: 'data.company' },
  paginate: { kind: 'none' },
};

const departments = {
  path: '/v1/company-departments',
  recordsPath: 'data.company_departments',
  paginate: paged('total_pages'),
} as const;

export const objects: Readonly<Record<string, HttpObject>> = {
  employments: listOf(
    {
      title: 'Employments',
      path: '/v1/employments',
      recordsPath: 'data.employments',
      schema: schemas.Employment,
    },
    {
      find: findIn('/v1/employments', 'employment'),
      ...writesAt({
        path: '/v1/employments',
        only: ['create', 'update', 'upsert'],
        // The reference of another system, which no list is filtered by.
        find: {
          path: '/v1/employments',
          recordsPath: 'data.employments',
          idPath: 'id',
          paginate: paged(),
          searchLagMs: 'undocumented',
        },
        targetIdPath: 'data.employment.id',
      }),
    },
  ),
  company_managers: listOf(
    {
      title: 'Company managers',
      path: '/v1/company-managers',
      key: 'user_id',
      recordsPath: 'data.company_managers',
      schema: schemas.CompanyManager,
    },
    {
      find: findIn('/v1/company-managers', 'company_manager'),
      create: nonIdempotent('POST /v1/company-managers', { targetIdPath: 'company_manager.user_id' }),
      delete: idempotent('DELETE /v1/company-managers/{user_id}'),
    },
  ),
  company_departments: listOf(
    {
      title: 'Company departments',
      ...departments,
      query: { company_id: '{parent.id}', paginate: 'true' },
      schema: schemas.CompanyDepartment,
      parents: { from: company, key: 'id' },
    },
    {
      create: findOrCreate('POST /v1/company-departments', {
        find: {
          ...departments,
          query: { company_id: '{company_id}', paginate: 'true' },
          idPath: 'id',
          searchLagMs: 'undocumented',
        },
        targetIdPath: 'company_department.id',
      }),
    },
  ),
  time_off: listOf(
    {
      title: 'Time off',
      path: '/v1/timeoff',
      recordsPath: 'data.timeoffs',
      schema: schemas.TimeOff,
    },
    {
      find: findIn('/v1/timeoff', 'timeoff'),
      ...writesAt({ path: '/v1/timeoff', only: ['create', 'update'], targetIdPath: 'data.timeoff.id' }),
      delete: idempotent(
        { method: 'POST', path: '/v1/timeoff/{id}/cancel', body: { cancel_reason: 'Canceled by an integration.' } },
        { effect: 'reversible' },
      ),
    },
  ),
  timesheets: listOf(
    {
      title: 'Timesheets',
      path: '/v1/timesheets',
      recordsPath: 'data.timesheets',
      schema: schemas.Timesheet,
    },
    { find: findIn('/v1/timesheets', 'timesheet') },
  ),
  expenses: listOf(
    {
      title: 'Expenses',
      path: '/v1/expenses',
      recordsPath: 'data.expenses',
      schema: schemas.Expense,
    },
    {
      find: findIn('/v1/expenses', 'expense'),
      ...writesAt({ path: '/v1/expenses', only: ['create', 'update'], targetIdPath: 'data.expense.id' }),
    },
  ),
  incentives: listOf(
    {
      title: 'Incentives',
      path: '/v1/incentives',
      recordsPath: 'data.incentives',
      schema: schemas.Incentive,
    },
    {
      find: findIn('/v1/incentives', 'incentive'),
      ...writesAt({
        path: '/v1/incentives',
        only: ['create', 'update', 'delete'],
        targetIdPath: 'data.incentive.id',
      }),
    },
  ),
  payslips: listOf({
    title: 'Payslips',
    path: '/v1/payslips',
    recordsPath: 'data.payslips',
    schema: schemas.Payslip,
  }),
  offboardings: listOf(
    {
      title: 'Offboardings',
      path: '/v1/offboardings',
      recordsPath: 'data.offboardings',
      schema: schemas.Offboarding,
    },
    {
      find: findIn('/v1/offboardings', 'offboarding'),
      create: nonIdempotent('POST /v1/offboardings', { targetIdPath: 'data.offboarding.id' }),
    },
  ),
  contract_amendments: listOf({
    title: 'Contract amendments',
    path: '/v1/contract-amendments',
    recordsPath: 'data.contract_amendments',
    schema: schemas.ContractAmendment,
  }),
  custom_fields: listOf({
    title: 'Custom fields',
    path: '/v1/custom-fields',
    recordsPath: 'data.custom_fields',
    schema: schemas.CustomField,
  }),
  countries: listOf({
    title: 'Countries',
    path: '/v1/countries',
    key: 'code',
    recordsPath: 'data',
    schema: schemas.Country,
    paginate: { kind: 'none' },
  }),
};
