import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { lagNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://developer.remote.com/docs';
/** The description of the API, as Remote publishes it. */
const reference =
  'https://github.com/api-evangelist/remote/blob/9c48120/openapi/_original/remote-openapi-original.json';

const scoped = (resource: string, ...kinds: readonly ('read' | 'write')[]): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { ...Object.fromEntries(kinds.map((kind) => [kind, [`${resource}:${kind}`]])), page: reference },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: reference },
    listing: { leavesOut: [], paging: 'position', page: reference },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: reference },
    identity: { none: 'Ids are given by Remote.', page: reference },
    filter: { none: 'Values are parameters of their own.', page: reference },
    lag: { none: 'Nothing is looked up before it is written.', page: reference },
    ceilings: { pageSize: 100, page: reference },
    login: {
      answers: [
        { status: 401, body: { message: 'Unauthorized' }, kind: 'auth_invalid' },
        { status: 403, body: { message: 'Forbidden' }, kind: 'permission' },
        { status: 429, body: { message: 'Too many requests' }, kind: 'rate_limited' },
      ],
      page: `${docs}/rate-limit-for-partner`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: reference },
  },
  objects: {
    employments: {
      lag: lagNotIn(reference),
      listing: { leavesOut: ['deleted employments'], paging: 'position', page: reference },
      identity: { field: 'external_id', unique: false, ignoresCase: false, page: reference },
      ...scoped('employment', 'read', 'write'),
    },
    company_managers: scoped('company_manager', 'read', 'write'),
    company_departments: {
      lag: lagNotIn(reference),
      identity: { field: 'name', unique: false, ignoresCase: false, page: reference },
      ...scoped('company_department', 'read', 'write'),
    },
    time_off: {
      deletes: { seen: 'state', how: 'Time off that was canceled has the status cancelled.', page: reference },
      ...scoped('timeoff', 'read', 'write'),
    },
    timesheets: scoped('timesheet', 'read'),
    expenses: scoped('expense', 'read', 'write'),
    incentives: scoped('incentive', 'read', 'write'),
    payslips: scoped('payslip', 'read'),
    offboardings: {
      listing: { leavesOut: ['confidential requests'], paging: 'position', page: reference },
      deletes: { seen: 'state', how: 'A canceled offboarding has the status canceled.', page: reference },
      ...scoped('offboarding', 'read', 'write'),
    },
    contract_amendments: {
      deletes: {
        seen: 'state',
        how: 'A canceled or deleted amendment has the status canceled or deleted.',
        page: reference,
      },
      ...scoped('contract_amendment', 'read'),
    },
    // The description has no scope that only reads this list.
    custom_fields: { scopes: { read: ['custom_field:write'], page: reference } },
    countries: {
      listing: { leavesOut: [], paging: 'whole', page: reference },
      ceilings: { none: 'The list comes as a whole.', page: reference },
      ...scoped('country', 'read'),
    },
  },
};
