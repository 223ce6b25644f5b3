import { finds } from '../kit/http/complete-operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import * as schemas from './australian-schema.ts';
import { ofTenant } from './tenant.ts';

/** Organisations in Australia have an older version, whose names are written in another way. */
const australian = { ...ofTenant, base: 'https://api.xero.com/payroll.xro/1.0' } as const;

const { listOf } = restApi({
  docs: (page) => `https://developer.xero.com/documentation/api/payrollau/${page}`,
  // Up to 100 records in a page; an empty one is behind the last.
  paginate: { kind: 'page', parameter: 'page', pageSize: 100 },
});

interface Collection {
  title: string;
  /** Last part of the path, and member of answers. */
  name: string;
  /** Member of the answer for one record. Default: `name`, a list of one. */
  member?: string;
  key: string;
  schema: (typeof schemas)[keyof typeof schemas];
}

function collectionOf({ title, name, member = name, key, schema }: Collection): HttpObject {
  const request = { method: 'GET', path: `/${name}/{value}`, ...australian } as const;
  const find = finds({ request, format: { kind: 'json', recordsPath: member }, notFoundIsAbsent: true });
  const list = {
    title,
    key,
    schema,
    path: `/${name}`,
    docs: name.toLowerCase(),
    recordsPath: name,
    request: australian,
  };
  return listOf(list, { find });
}

export const australianObjects: Readonly<Record<string, HttpObject>> = {
  au_employees: collectionOf({
    title: 'Employees in Australia',
    name: 'Employees',
    key: 'EmployeeID',
    schema: schemas.Employee,
  }),
  au_leave_applications: collectionOf({
    title: 'Leave applications in Australia',
    name: 'LeaveApplications',
    key: 'LeaveApplicationID',
    schema: schemas.LeaveApplication,
  }),
  au_timesheets: collectionOf({
    title: 'Timesheets in Australia',
    name: 'Timesheets',
    member: 'Timesheet',
    key: 'TimesheetID',
    schema: schemas.Timesheet,
  }),
  au_pay_runs: collectionOf({
    title: 'Pay runs in Australia',
    name: 'PayRuns',
    key: 'PayRunID',
    schema: schemas.PayRun,
  }),
};
