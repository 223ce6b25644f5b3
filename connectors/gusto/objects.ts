import type { z } from 'zod';
import { type HttpObject, reads, writes } from '../kit/define.ts';
import type { GivenPages, HttpWrite } from '../kit/http/operations.ts';
import { namesParent } from '../kit/http/names-record.ts';
import * as schemas from './schema.ts';

const docs = 'https://docs.gusto.com/app-integrations/reference';
const company = '/v1/companies/{config.company_id}';

/** @see https://docs.gusto.com/app-integrations/docs/pagination (100 at most) */
const numbered = {
  kind: 'page',
  parameter: 'page',
  sizeParameter: 'per',
  pageSize: 100,
  shortPageEnds: true,
} as const;

interface Listing {
  title: string;
  path: string;
  page: string;
  schema: z.ZodType;
  key?: string | readonly string[];
  list?: string;
  query?: Record<string, string>;
  paged?: boolean;
}

function pages({ path, list, query = {}, paged = false }: Pick<Listing, 'path' | 'list' | 'query' | 'paged'>) {
  return {
    kind: 'pages',
    request: { method: 'GET', path, query },
    format: { kind: 'json', ...(list === undefined ? {} : { recordsPath: list }) },
    paginate: paged ? numbered : { kind: 'none' },
  } satisfies GivenPages;
}

function listed(listing: Listing, rest: HttpObject['operations'] = {}, parents?: GivenPages['parents']): HttpObject {
  const { title, page, schema, key = 'uuid' } = listing;
  return {
    title,
    key: typeof key === 'string' ? [key] : key,
    schema,
    docsUrl: `${docs}/${page}`,
    operations: { list: reads({ ...pages(listing), ...(parents === undefined ? {} : { parents }) }), ...rest },
  };
}

/** What is read employee by employee. */
function ofEmployees(listing: Listing, rest: HttpObject['operations'] = {}): HttpObject {
  const path = `/v1/employees/{parent.uuid}/${listing.path}`;
  return listed({ ...listing, path }, rest, {
    from: pages({ path: `${company}/employees`, paged: true }),
    key: 'uuid',
    copy: { employee_uuid: 'uuid' },
  });
}

/**
 * What a record is looked for in: all of a list, or what a search gives.
 *
 * A change names the version that it is made to. @see https://docs.gusto.com/app-integrations/docs/idempotency
 */
function managed(
  path: string,
  at: string,
  { query = {}, paged = false }: Pick<Listing, 'query' | 'paged'> = {},
): HttpObject['operations'] {
  const { request, paginate } = pages({ path, query, paged });
  const write = writes({
    request: { method: 'POST', path },
    update: { method: 'PUT', path: `${at}/{$target_id}` },
    idempotency: { kind: 'find', request, paginate, ...(namesParent(path) ? { notFoundIsAbsent: true } : {}) },
    lock: { request: { method: 'GET', path: `${at}/{$target_id}` }, path: 'version', member: 'version' },
    targetIdPath: 'uuid',
  });
  return { create: write, update: write, upsert: write };
}

const deletes = (at: string): HttpWrite =>
  writes({ request: { method: 'DELETE', path: `${at}/{uuid}` }, idempotency: { kind: 'put_by_key' } });

/** Without a filter of its own, a name is looked for in names. */
const byName = { query: { search_term: '{last_name}' }, paged: true };

export const objects: Readonly<Record<string, HttpObject>> = {
  employees: listed(
    {
      title: 'Employees',
      path: `${company}/employees`,
      page: 'get-v1-companies-company_id-employees',
      schema: schemas.Employee,
      paged: true,
    },
    // Only employees whose onboarding did not end can be deleted; others are terminated.
    { ...managed(`${company}/employees`, '/v1/employees', byName), delete: deletes('/v1/employees') },
  ),
  terminations: ofEmployees(
    {
      title: 'Terminations of employees',
      path: 'terminations',
      page: 'post-v1-employees-employee_id-terminations',
      schema: schemas.Termination,
    },
    {
      create: writes({
        request: {
          method: 'POST',
          path: '/v1/employees/{employee_uuid}/terminations',
          bodyFields: { effective_date: '{effective_date}', run_termination_payroll: '{run_termination_payroll}' },
        },
        idempotency: {
          kind: 'find',
          request: { method: 'GET', path: '/v1/employees/{employee_uuid}/terminations' },
          notFoundIsAbsent: true,
        },
        targetIdPath: 'uuid',
      }),
      // Cancels what lies in the future.
      delete: writes({
        request: { method: 'DELETE', path: '/v1/employees/{employee_uuid}/terminations' },
        idempotency: { kind: 'put_by_key' },
        effect: 'reversible',
      }),
    },
  ),
  jobs: ofEmployees(
    {
      title: 'Jobs of employees, with their compensations',
      path: 'jobs',
      page: 'get-v1-employees-employee_id-jobs',
      schema: schemas.Job,
      query: { include: 'all_compensations' },
      paged: true,
    },
    { ...managed('/v1/employees/{employee_uuid}/jobs', '/v1/jobs', { paged: true }), delete: deletes('/v1/jobs') },
  ),
  home_addresses: ofEmployees(
    {
      title: 'Home addresses of employees',
      path: 'home_addresses',
      page: 'get-v1-employees-employee_id-home_addresses',
      schema: schemas.Address,
    },
    {
      ...managed('/v1/employees/{employee_uuid}/home_addresses', '/v1/home_addresses'),
      delete: deletes('/v1/home_addresses'),
    },
  ),
  work_addresses: ofEmployees({
    title: 'Work addresses of employees',
    path: 'work_addresses',
    page: 'get-v1-employees-employee_id-work_addresses',
    schema: schemas.Address,
  }),
  employments: ofEmployees({
    title: 'History of employment',
    path: 'employment_history',
    page: 'get-v1-employees-employee_id-employment_history',
    schema: schemas.Employment,
    key: ['employee_uuid', 'hire_date'],
  }),
  contractors: listed(
    {
      title: 'Contractors',
      path: `${company}/contractors`,
      page: 'get-v1-companies-company_uuid-contractors',
      schema: schemas.Contractor,
      paged: true,
    },
    { ...managed(`${company}/contractors`, '/v1/contractors', byName), delete: deletes('/v1/contractors') },
  ),
  departments: listed(
    {
      title: 'Departments',
      path: `${company}/departments`,
      page: 'get-companies-departments',
      schema: schemas.Department,
    },
    { ...managed(`${company}/departments`, '/v1/departments'), delete: deletes('/v1/departments') },
  ),
  locations: listed(
    {
      title: 'Locations',
      path: `${company}/locations`,
      page: 'get-v1-companies-company_id-locations',
      schema: schemas.Location,
      paged: true,
    },
    managed(`${company}/locations`, '/v1/locations', { paged: true }),
  ),
  admins: listed({
    title: 'Administrators',
    path: `${company}/admins`,
    page: 'get-v1-companies-company_id-admins',
    schema: schemas.Admin,
    paged: true,
  }),
  payrolls: listed({
    title: 'Payrolls',
    path: `${company}/payrolls`,
    page: 'get-v1-companies-company_id-payrolls',
    schema: schemas.Payroll,
    key: 'payroll_uuid',
    query: { processing_statuses: 'processed,unprocessed', include: 'totals', sort_order: 'asc' },
    paged: true,
  }),
  pay_schedules: listed({
    title: 'Pay schedules',
    path: `${company}/pay_schedules`,
    page: 'get-v1-companies-company_id-pay_schedules',
    schema: schemas.PaySchedule,
    paged: true,
  }),
  benefits: listed({
    title: 'Benefits of the company',
    path: `${company}/company_benefits`,
    page: 'get-v1-companies-company_id-company_benefits',
    schema: schemas.Benefit,
  }),
  time_off_policies: listed({
    title: 'Time-off policies',
    path: `${company}/time_off_policies`,
    page: 'get-v1-companies-company_uuid-time_off_policies',
    schema: schemas.TimeOffPolicy,
  }),
  custom_fields: listed({
    title: 'Custom fields',
    path: `${company}/custom_fields`,
    page: 'get-v1-companies-company_id-custom_fields',
    schema: schemas.CustomField,
    list: 'custom_fields',
    paged: true,
  }),
  earning_types: listed({
    title: 'Custom types of earnings',
    path: `${company}/earning_types`,
    page: 'get-v1-companies-company_id-earning_types',
    schema: schemas.EarningType,
    list: 'custom',
  }),
  bank_accounts: listed({
    title: 'Bank accounts of the company',
    path: `${company}/bank_accounts`,
    page: 'get-v1-companies-company_id-bank-accounts',
    schema: schemas.BankAccount,
  }),
  companies: listed({
    title: 'The company itself',
    path: company,
    page: 'get-v1-companies',
    schema: schemas.Company,
    list: '$',
  }),
};
