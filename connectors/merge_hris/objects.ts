import type { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({
  docs: (page) => `https://docs.merge.dev/merge-unified/hris/common-models/${page}/list`,
  records: { recordsPath: 'results' },
  // @see https://docs.merge.dev/basics/pagination/
  paged: (pageSize) => ({ kind: 'cursor', parameter: 'cursor', path: 'next', sizeParameter: 'page_size', pageSize }),
  find: true,
});

/** A common model: all are listed alike. */
function modelOf(title: string, model: string, schema: z.ZodType, operations?: HttpObject['operations']): HttpObject {
  return listOf(
    {
      title,
      path: `/${model}`,
      docs: model,
      schema,
      pageSize: 100,
      // @see https://docs.merge.dev/hris/overview#syncing-data
      incremental: { kind: 'server_filter', parameter: 'modified_after', format: 'iso' },
    },
    operations,
  );
}

/** What the linked system refused stands in the list of errors of a success. */
const created = (model: string): HttpObject['operations'] =>
  writesAt({
    path: `/${model}`,
    member: 'model',
    only: ['create'],
    refusals: { list: 'errors', message: 'detail' },
  });

export const objects: Readonly<Record<string, HttpObject>> = {
  employees: modelOf('Employees', 'employees', schemas.Employee),
  employments: modelOf('Employments', 'employments', schemas.Employment),
  groups: modelOf('Groups', 'groups', schemas.Group),
  locations: modelOf('Locations', 'locations', schemas.Location),
  companies: modelOf('Companies', 'companies', schemas.Company),
  dependents: modelOf('Dependents', 'dependents', schemas.Dependent),
  benefits: modelOf('Benefits', 'benefits', schemas.Benefit),
  employer_benefits: modelOf('Employer benefits', 'employer-benefits', schemas.EmployerBenefit),
  bank_info: modelOf('Bank information', 'bank-info', schemas.BankInfo),
  pay_groups: modelOf('Pay groups', 'pay-groups', schemas.PayGroup),
  payroll_runs: modelOf('Payroll runs', 'payroll-runs', schemas.PayrollRun),
  employee_payroll_runs: modelOf('Payroll runs of employees', 'employee-payroll-runs', schemas.EmployeePayrollRun),
  time_off_balances: modelOf('Time off balances', 'time-off-balances', schemas.TimeOffBalance),
  time_off: modelOf('Time off', 'time-off', schemas.TimeOff, created('time-off')),
  timesheet_entries: modelOf(
    'Timesheet entries',
    'timesheet-entries',
    schemas.TimesheetEntry,
    created('timesheet-entries'),
  ),
};
