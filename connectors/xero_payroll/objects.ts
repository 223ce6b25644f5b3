import { finds } from '../kit/http/complete-operations.ts';
import type { GivenPages, GivenRequest, HttpFind, HttpWrite } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { type ListedObject, restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';
import { ofTenant } from './tenant.ts';

/** 100 records a page. @see https://developer.xero.com/documentation/api/payrolluk/employees */
const paginate: GivenPages['paginate'] = {
  kind: 'page',
  parameter: 'page',
  pageSize: 100,
  totalPagesPath: 'pagination.pageCount',
};

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://developer.xero.com/documentation/api/payrolluk/${page}`,
  paginate,
});

/** A collection: its records stand in a member of their own name. */
function collectionOf(
  list: Omit<ListedObject, 'request' | 'recordsPath'> & { records: string },
  operations: HttpObject['operations'] = {},
): HttpObject {
  const { records, ...rest } = list;
  return listOf({ ...rest, recordsPath: records, request: ofTenant }, operations);
}

function findIn(path: string, member: string): HttpFind {
  const format = { kind: 'json', recordsPath: member } as const;
  const request = { method: 'GET', path: `${path}/{value}`, ...ofTenant } as const;
  return finds({ request, format, notFoundIsAbsent: true });
}

const call = (method: GivenRequest['method'], path: string): GivenRequest => ({ method, path, ...ofTenant });

const creates = (path: string, targetIdPath: string): { create: HttpWrite } => ({
  create: nonIdempotent(call('POST', path), { targetIdPath }),
});

/** What is read for each employee. */
const ofEmployees = {
  parents: {
    from: pagesOf({ path: '/Employees', recordsPath: 'employees', request: ofTenant }),
    key: 'employeeID',
    copy: { employeeID: 'employeeID' },
  },
} as const;

const salaries = '/Employees/{employeeID}/SalaryAndWages';
const leave = '/Employees/{employeeID}/Leave';

export const objects: Readonly<Record<string, HttpObject>> = {
  employees: collectionOf(
    {
      title: 'Employees',
      path: '/Employees',
      docs: 'employees',
      key: 'employeeID',
      records: 'employees',
      schema: schemas.Employee,
    },
    {
      find: findIn('/Employees', 'employee'),
      ...creates('/Employees', 'employee.employeeID'),
      update: idempotent(call('PUT', '/Employees/{employeeID}')),
    },
  ),
  leave: collectionOf(
    {
      title: 'Employee leave',
      path: '/Employees/{parent.employeeID}/Leave',
      docs: 'employeeleave',
      key: ['employeeID', 'leaveID'],
      records: 'leave',
      schema: schemas.Leave,
      paginate: { kind: 'none' },
      ...ofEmployees,
    },
    {
      ...creates(leave, 'leave.leaveID'),
      update: idempotent(call('PUT', `${leave}/{leaveID}`)),
      delete: idempotent(call('DELETE', `${leave}/{leaveID}`)),
    },
  ),
  salaries: collectionOf(
    {
      title: 'Salary and wages of employees',
      path: '/Employees/{parent.employeeID}/SalaryAndWages',
      docs: 'employeesalaryandwages',
      key: ['employeeID', 'salaryAndWagesID'],
      records: 'salaryAndWages',
      schema: schemas.Salary,
      ...ofEmployees,
    },
    {
      ...creates(salaries, 'salaryAndWages.salaryAndWagesID'),
      update: idempotent(call('PUT', `${salaries}/{salaryAndWagesID}`)),
      delete: idempotent(call('DELETE', `${salaries}/{salaryAndWagesID}`)),
    },
  ),
  timesheets: collectionOf(
    {
      title: 'Timesheets',
      path: '/Timesheets',
      docs: 'timesheets',
      key: 'timesheetID',
      records: 'timesheets',
      schema: schemas.Timesheet,
    },
    {
      find: findIn('/Timesheets', 'timesheet'),
      ...creates('/Timesheets', 'timesheet.timesheetID'),
      delete: idempotent(call('DELETE', '/Timesheets/{timesheetID}')),
    },
  ),
  pay_runs: collectionOf(
    {
      title: 'Pay runs',
      path: '/PayRuns',
      docs: 'payruns',
      key: 'payRunID',
      records: 'payRuns',
      schema: schemas.PayRun,
    },
    { find: findIn('/PayRuns', 'payRun') },
  ),
  pay_run_calendars: collectionOf(
    {
      title: 'Pay run calendars',
      path: '/PayRunCalendars',
      docs: 'payruncalendars',
      key: 'payrollCalendarID',
      records: 'payRunCalendars',
      schema: schemas.PayRunCalendar,
    },
    creates('/PayRunCalendars', 'payRunCalendar.payrollCalendarID'),
  ),
  earnings_rates: collectionOf(
    {
      title: 'Earnings rates',
      path: '/EarningsRates',
      docs: 'earningsrates',
      key: 'earningsRateID',
      records: 'earningsRates',
      schema: schemas.EarningsRate,
    },
    creates('/EarningsRates', 'earningsRate.earningsRateID'),
  ),
  leave_types: collectionOf(
    {
      title: 'Leave types',
      path: '/LeaveTypes',
      docs: 'leavetypes',
      key: 'leaveTypeID',
      records: 'leaveTypes',
      schema: schemas.LeaveType,
    },
    creates('/LeaveTypes', 'leaveType.leaveTypeID'),
  ),
  deductions: collectionOf(
    {
      title: 'Deductions',
      path: '/Deductions',
      docs: 'deductions',
      key: 'deductionId',
      records: 'deductions',
      schema: schemas.Deduction,
    },
    creates('/Deductions', 'deduction.deductionId'),
  ),
  reimbursements: collectionOf(
    {
      title: 'Reimbursements',
      path: '/Reimbursements',
      docs: 'reimbursements',
      key: 'reimbursementID',
      records: 'reimbursements',
      schema: schemas.Reimbursement,
    },
    creates('/Reimbursements', 'reimbursement.reimbursementID'),
  ),
};
