import type { GivenPages } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const company = '/v2/companies/{config.company_id}';
const employee = `${company}/employees/{parent.employeeId}`;

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://developer.paylocity.com/integrations/reference/${page}`,
  key: 'employeeId',
});

/** Numbers begin with 0. @see https://developer.paylocity.com/integrations/reference/get-all-employees */
const paginate: GivenPages['paginate'] = {
  kind: 'page',
  parameter: 'pagenumber',
  first: 0,
  sizeParameter: 'pagesize',
  pageSize: 100,
};

const numbers = { path: `${company}/employees/`, paginate };

/** What is read for each employee. */
const ofEmployees = { from: pagesOf(numbers), key: 'employeeId', copy: { employeeId: 'employeeId' } } as const;

/** Kinds of codes that every company has. @see https://developer.paylocity.com/integrations/reference/get-company-codes */
const codeKinds = [
  'costcenter1',
  'costcenter2',
  'costcenter3',
  'deductions',
  'earnings',
  'taxes',
  'paygrade',
  'positions',
];

export const objects: Readonly<Record<string, HttpObject>> = {
  employees: listOf(
    {
      title: 'Employees',
      path: employee,
      docs: 'get-employee',
      recordsPath: '$',
      schema: schemas.Employee,
      parents: { from: pagesOf(numbers), key: 'employeeId' },
    },
    {
      create: nonIdempotent(`POST ${company}/employees`, { targetIdPath: 'employeeId' }),
      update: idempotent(`PATCH ${company}/employees/{employeeId}`),
    },
  ),
  employee_statuses: listOf({
    title: 'Employee ids and statuses',
    ...numbers,
    docs: 'get-all-employees',
    schema: schemas.EmployeeStatus,
  }),
  earnings: listOf(
    {
      title: 'Earnings of employees',
      path: `${employee}/earnings`,
      docs: 'get-all-earnings',
      key: ['employeeId', 'earningCode', 'startDate'],
      schema: schemas.Earning,
      parents: ofEmployees,
    },
    {
      upsert: idempotent(`PUT ${company}/employees/{employeeId}/earnings`),
      delete: idempotent(`DELETE ${company}/employees/{employeeId}/earnings/{earningCode}/{startDate}`),
    },
  ),
  local_taxes: listOf(
    {
      title: 'Local taxes of employees',
      path: `${employee}/localTaxes`,
      docs: 'get-all-local-taxes',
      key: ['employeeId', 'taxCode'],
      schema: schemas.LocalTax,
      parents: ofEmployees,
    },
    {
      create: nonIdempotent(`POST ${company}/employees/{employeeId}/localTaxes`),
      delete: idempotent(`DELETE ${company}/employees/{employeeId}/localTaxes/{taxCode}`),
    },
  ),
  pay_statements: listOf({
    title: 'Summaries of pay statements in the year of the connection',
    path: `${employee}/paystatement/summary/{config.pay_year}`,
    docs: 'get-employee-pay-statement-summary',
    key: ['employeeId', 'transactionNumber'],
    schema: schemas.PayStatement,
    paginate,
    parents: ofEmployees,
  }),
  company_codes: listOf({
    title: 'Company codes',
    path: `${company}/codes/{parent.kind}`,
    docs: 'get-company-codes',
    key: ['kind', 'code'],
    schema: schemas.CompanyCode,
    parents: {
      from: { kind: 'values', values: codeKinds.map((kind) => ({ kind })) },
      key: 'kind',
      copy: { kind: 'kind' },
    },
  }),
  custom_fields: listOf({
    title: 'Custom fields of payroll and HR',
    path: `${company}/customfields/PayrollAndHR`,
    docs: 'get-all-custom-fields',
    key: 'label',
    schema: schemas.CustomField,
  }),
};
