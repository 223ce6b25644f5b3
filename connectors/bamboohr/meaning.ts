import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { lagNotIn } from '../kit/meaning/not-documented.ts';

const reference = 'https://documentation.bamboohr.com/reference';
const sdk = 'https://github.com/BambooHR/bhr-api-python/blob/3d4de069ccfc5c93c3b8293327216a6ec822a6ee';
const employees = `${sdk}/docs/EmployeesApi.md`;
const changes = `${sdk}/docs/LastChangeInformationApi.md`;
const hidden = 'employees and fields that the user of the key may not see';

const whole = (page: string): Pick<ObjectMeaning, 'listing'> => ({
  listing: { leavesOut: [hidden], paging: 'whole', page: `${reference}/${page}` },
});

/** What an access token needs; a key may do what its user may. */
const scoped = (page: string, read: readonly string[], ...write: readonly string[]): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read, ...(write.length === 0 ? {} : { write }), page: `${reference}/${page}` },
});

const byKeyOnly = (page: string): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: {
    none: 'It takes keys only, whose owner must have access to the settings of applicant tracking.',
    page: `${reference}/${page}`,
  },
});

const ofTable = scoped('get-employee-table-data', ['employee', 'employee:job'], 'employee.write', 'employee:job.write');

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: reference },
    listing: { leavesOut: [hidden], paging: 'whole', page: 'https://documentation.bamboohr.com/docs/getting-started' },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: reference },
    identity: { none: 'Ids are given by BambooHR.', page: reference },
    filter: { none: 'Values are parameters of their own.', page: employees },
    lag: { none: 'Its writes look nothing up.', page: reference },
    ceilings: { none: 'Lists come whole.', page: reference },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
        { status: 503, body: 'Limit Exceeded', kind: 'rate_limited' },
      ],
      page: `${sdk}/GETTING_STARTED.md`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${sdk}/GETTING_STARTED.md` },
  },
  objects: {
    employees: {
      listing: { leavesOut: [hidden], paging: 'cursor', page: employees },
      deletes: {
        seen: 'feed',
        how: 'employee_changes has deleted employees. Those who left have the status Inactive.',
        page: changes,
      },
      identity: { field: 'lastName', unique: false, ignoresCase: true, page: employees },
      ceilings: { pageSize: 2500, page: `${reference}/list-employees` },
      lag: lagNotIn(employees, `${reference}/list-employees`),
      scopes: { read: ['employee'], write: ['employee.write'], page: `${reference}/list-employees` },
    },
    employee_changes: {
      changed: {
        field: 'lastChanged',
        inclusive: false,
        zone: 'utc',
        granularityMs: 1000,
        late: { ms: 0 },
        misses: 'Changes of tables other than employment status, job information and compensation.',
        page: changes,
      },
      deletes: { seen: 'tombstone', how: 'A deleted employee has the action Deleted.', page: changes },
      scopes: { read: ['public.user'], page: `${reference}/get-changed-employee-ids` },
    },
    directory: {
      listing: {
        leavesOut: ['inactive employees', 'those whose hire date is still to come'],
        paging: 'whole',
        page: `${reference}/get-employees-directory`,
      },
      scopes: { read: ['employee_directory'], page: `${reference}/get-employees-directory` },
    },
    users: { ...whole('list-users'), scopes: { read: ['user'], page: `${reference}/list-users` } },
    absences: {
      listing: {
        leavesOut: ['what lies behind the next 14 days', 'whom the visibility settings hide'],
        paging: 'whole',
        page: `${reference}/list-whos-out`,
      },
      scopes: { read: ['time_off'], page: `${reference}/list-whos-out` },
    },
    time_off_requests: {
      ...whole('list-time-off-requests'),
      deletes: {
        seen: 'state',
        how: 'A canceled request has the status canceled.',
        page: `${reference}/list-time-off-requests`,
      },
      scopes: { read: ['time_off'], page: `${reference}/list-time-off-requests` },
    },
    applications: {
      listing: { leavesOut: [], paging: 'position', page: `${reference}/get-applications` },
      ceilings: { none: 'The vendor cuts the pages.', page: `${reference}/get-applications` },
      ...byKeyOnly('get-applications'),
    },
    jobs: byKeyOnly('get-job-summaries'),
    application_statuses: byKeyOnly('get-statuses'),
    job_locations: byKeyOnly('get-company-locations'),
    hiring_leads: byKeyOnly('get-hiring-leads'),
    employment_statuses: ofTable,
    job_information: ofTable,
    compensations: scoped(
      'get-employee-table-data',
      ['employee', 'employee:compensation'],
      'employee.write',
      'employee:compensation.write',
    ),
    employee_files: scoped('list-employee-files', ['employee', 'employee:file'], 'employee:file.write'),
    company_files: scoped('list-company-files', ['company_file'], 'company_file.write'),
    fields: scoped('list-fields', ['field']),
    time_off_types: scoped('list-time-off-types', ['time_off']),
    time_off_policies: scoped('list-time-off-policies', ['time_off']),
    training_types: scoped('list-training-types', ['training']),
    training_categories: scoped('list-training-categories', ['training']),
    webhooks: scoped('list-webhooks', ['webhooks'], 'webhooks'),
  },
};
