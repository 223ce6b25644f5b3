import type { Meaning } from '../kit/meaning/meaning.ts';

const api = 'https://portal.victorops.com/public/api-docs.html';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: api },
    listing: { leavesOut: [], paging: 'whole', page: api },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Slugs and numbers are given by Splunk On-Call.', page: api },
    filter: { none: 'Values are parameters of their own.', page: api },
    lag: { none: 'No record is searched for before it is written.', page: api },
    ceilings: { none: 'Lists come as a whole.', page: api },
    login: {
      // Status 403 means a refused key as well as a limit that was reached; with which texts is not told.
      answers: [{ status: 401, kind: 'auth_invalid' }],
      page: api,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: api },
    scopes: { none: 'A key may read, or read and write, all of the organization.', page: api },
  },
  objects: {
    users: { identity: { unknown: 'User names are unique; whether case counts is not told.' } },
    incidents: {
      listing: { leavesOut: ['resolved some time ago'], paging: 'whole', page: `${api}#!/Incidents` },
    },
    incident_history: {
      changed: {
        field: 'startTime',
        askedAs: 'startedAfter',
        inclusive: false,
        zone: 'utc',
        granularityMs: 1000,
        late: { marginMs: 60_000 },
        misses: 'What happened to incidents that had started before.',
        page: `${api}#!/Reporting`,
      },
      listing: { leavesOut: [], paging: 'position', page: `${api}#!/Reporting` },
      ceilings: { pageSize: 100, page: `${api}#!/Reporting` },
    },
  },
};
