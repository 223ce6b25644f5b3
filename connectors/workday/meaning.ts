import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const rest = 'https://community.workday.com/sites/default/files/file-hosting/restapi/';
const getWorkers =
  'https://community.workday.com/sites/default/files/file-hosting/productionapi/Human_Resources/v45.0/Get_Workers.html';

/** Functional areas of an API client, as the page of each endpoint names them. Its user needs a domain that is secured, too. */
const scoped = (read: readonly string[], write?: readonly string[]): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read, ...(write === undefined ? {} : { write }), page: rest },
});

const staffing = scoped(['Staffing']);
const organized = scoped(['Organizations and Roles']);
const absent = scoped(['Time Off and Leave']);
/** Of these, either area will do. */
const planned = scoped(['Adaptive Planning for the Workforce or for Financial Plans']);

const details: Partial<ObjectMeaning> = {
  errorsInside: { none: 'Get_Workers_Response has no member for errors or warnings.', page: getWorkers },
  // Which functional area a service of SOAP takes.
  scopes: { notDocumented: { pages: [getWorkers, rest], careful: { refusals: 'stop' } } },
  listing: { leavesOut: [], paging: 'position', page: getWorkers },
  deletes: { seen: 'state', how: 'A worker who left is inactive.', page: getWorkers },
  ceilings: { pageSize: 999, page: getWorkers },
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: rest },
    listing: { leavesOut: ['what the security of the integration user hides'], paging: 'position', page: rest },
    deletes: { seen: 'absence', how: 'Records that are no longer in effect are no longer listed.', page: rest },
    identity: { none: 'Ids (WID) are given by Workday.', page: rest },
    filter: { none: 'Lists take plain parameters.', page: rest },
    lag: { none: 'Nothing is looked up before it is written.', page: rest },
    ceilings: { pageSize: 100, page: rest },
    login: {
      answers: [
        { status: 401, body: { error: 'invalid_grant' }, kind: 'auth_invalid' },
        { status: 400, body: { error: 'invalid_client' }, kind: 'auth_invalid' },
        { status: 403, body: { error: 'permission denied', errors: [] }, kind: 'permission' },
      ],
      page: rest,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: rest },
    ...staffing,
  },
  objects: {
    worker_organizations: organized,
    organizations: organized,
    organization_types: organized,
    supervisory_organizations: organized,
    time_off_entries: absent,
    time_off_plans: absent,
    business_title_changes: { scopes: { write: ['Staffing'], page: rest } },
    currencies: planned,
    pay_groups: {
      listing: { leavesOut: ['inactive pay groups', 'external pay groups'], paging: 'position', page: rest },
      ...scoped(['Core Payroll']),
    },
    event_steps: planned,
    // Its page names no functional area.
    event_types: scoped(['Public Business Processes, a domain']),
    worker_details: {
      ...details,
      changed: { none: 'All workers are read.', page: getWorkers },
    },
    changed_workers: {
      ...details,
      changed: {
        none: 'No field of a worker tells. The transaction log is asked, without types of transactions: they only narrow it. What is no transaction of a worker, such as a new name of an organization, it does not show.',
        page: getWorkers,
      },
    },
    events: {
      ...planned,
      changed: {
        none: 'The list takes the days of initiation and completion; an event that is under way has no instant of change.',
        page: `${rest}#businessProcess/v1/get-/events`,
      },
    },
  },
};
