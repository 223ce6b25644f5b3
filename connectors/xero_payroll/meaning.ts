import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const docs = 'https://developer.xero.com/documentation';
const uk = `${docs}/api/payrolluk/overview`;
const employees = `${docs}/api/payrolluk/employees`;
const description = 'https://github.com/XeroAPI/Xero-OpenAPI/blob/master/xero-payroll-uk.yaml';
const limits = `${docs}/guides/oauth2/limits`;

const scoped = (area: string, kind: 'read' | 'write' = 'write'): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: {
    read: [`payroll.${area}.read`],
    ...(kind === 'write' ? { write: [`payroll.${area}`] } : {}),
    page: `${docs}/guides/oauth2/scopes`,
  },
});

/** In Australia, lists take a header for what changed, which is not asked for. */
const australian = (name: string): Pick<ObjectMeaning, 'changed' | 'listing' | 'ceilings'> => {
  const page = `${docs}/api/payrollau/${name}`;
  return {
    changed: { none: 'The list is read without an instant of change.', page },
    listing: { leavesOut: [], paging: 'position', page },
    ceilings: { pageSize: 100, page },
  };
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list is read without an instant of change.', page: employees },
    listing: { leavesOut: [], paging: 'position', page: employees },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: uk },
    identity: { none: 'Ids are given by Xero.', page: uk },
    filter: { none: 'Lists are read without filters.', page: employees },
    lag: { none: 'Nothing is looked up before it is written.', page: uk },
    ceilings: { pageSize: 100, page: employees },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: limits,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${docs}/api/payrolluk/responsecodes` },
    ...scoped('settings'),
  },
  objects: {
    employees: {
      deletes: { seen: 'state', how: 'An employee who left has an end date.', page: employees },
      ...scoped('employees'),
    },
    // It takes no page, and its answers have no pagination, unlike those of other lists.
    leave: {
      listing: { leavesOut: [], paging: 'whole', page: description },
      ceilings: { none: 'The leave of an employee comes as a whole.', page: description },
      ...scoped('employees'),
    },
    salaries: scoped('employees'),
    timesheets: scoped('timesheets'),
    pay_runs: scoped('payruns', 'read'),
    au_employees: {
      ...australian('employees'),
      deletes: {
        seen: 'state',
        how: 'An employee who left has the status TERMINATED.',
        page: `${docs}/api/payrollau/employees`,
      },
      ...scoped('employees', 'read'),
    },
    au_leave_applications: { ...australian('leaveapplications'), ...scoped('employees', 'read') },
    au_timesheets: { ...australian('timesheets'), ...scoped('timesheets', 'read') },
    au_pay_runs: { ...australian('payruns'), ...scoped('payruns', 'read') },
  },
};
