import type { Meaning } from '../kit/meaning/meaning.ts';

const rest = 'https://community.workday.com/sites/default/files/file-hosting/restapi/';
const getWorkers =
  'https://community.workday.com/sites/default/files/file-hosting/productionapi/Human_Resources/v45.0/Get_Workers.html';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: rest },
    listing: { leavesOut: ['what the security of the integration user hides'], paging: 'position', page: rest },
    deletes: { seen: 'absence', how: 'Records that are no longer in effect are no longer listed.', page: rest },
    identity: { none: 'Ids (WID) are given by Workday.', page: rest },
    filter: { none: 'Lists take plain parameters.', page: rest },
    lag: { unknown: 'Writes start business processes, which others may have to approve.' },
    ceilings: { pageSize: 100, page: rest },
    login: {
      answers: [
        { status: 401, body: { error: 'invalid_grant' }, kind: 'auth_invalid' },
        { status: 400, body: { error: 'invalid_client' }, kind: 'auth_invalid' },
        { status: 403, body: { error: 'permission denied', errors: [] }, kind: 'permission' },
      ],
      page: rest,
    },
    errorsInside: { unknown: 'Faults of SOAP come with status 500; whether warnings come with 200 is not told.' },
    scopes: { unknown: 'Functional areas of the API client, and domains of its user, which each tenant names.' },
  },
  objects: {
    worker_details: {
      changed: {
        none: 'All workers are read: the transaction log finds changes only by the types of transactions that it is told.',
        page: getWorkers,
      },
      listing: { leavesOut: [], paging: 'position', page: getWorkers },
      deletes: { seen: 'state', how: 'A worker who left is inactive.', page: getWorkers },
      identity: {
        unknown: 'Whether an employee and a contingent worker may have the same Worker_ID is for the tenant to set.',
      },
      ceilings: { pageSize: 999, page: getWorkers },
    },
    events: {
      changed: {
        field: 'completedDate',
        inclusive: true,
        zone: 'account',
        granularityMs: 86_400_000,
        lateMs: 0,
        misses: 'Events that are under way.',
        page: rest,
      },
      listing: {
        unknown: 'A full list has events that are under way, which a list of changes has once they are completed.',
      },
    },
  },
};
