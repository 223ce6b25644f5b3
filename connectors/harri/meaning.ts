import type { Fact, Listing, Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn, pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://developer.harri.com/employees/';

const numbered: Fact<Listing> = { leavesOut: [], paging: 'position', page: docs };

const absences: Partial<ObjectMeaning> = {
  listing: numbered,
  deletes: { seen: 'state', how: 'Requests have the status DELETED, REJECTED or WITHDRAWN.', page: docs },
  ceilings: { pageSize: 100, page: docs },
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: docs },
    listing: { leavesOut: [], paging: 'whole', page: docs },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Ids are given by Harri.', page: docs },
    filter: { none: 'Values are parameters of their own.', page: docs },
    lag: { none: 'No record is looked for before it is written.', page: docs },
    ceilings: { none: 'The list comes as a whole.', page: docs },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: 'https://developer.harri.com/authentication/',
    },
    errorsInside: { none: 'Errors have a status of their own.', page: docs },
    scopes: {
      none: 'Harri associates corporations with credentials; there are no scopes.',
      page: 'https://developer.harri.com/authentication/',
    },
  },
  objects: {
    employees: {
      listing: { leavesOut: ['employees who left: former_employees has them'], paging: 'position', page: docs },
      ceilings: pageSizeNotIn(docs),
      // Whether two employees may have one is not told either.
      identity: caseNotIn('geid', { unique: false }, docs),
      lag: lagNotIn(docs),
    },
    former_employees: {
      listing: { leavesOut: ['employees who work'], paging: 'position', page: docs },
      ceilings: pageSizeNotIn(docs),
    },
    leaves_of_absence: absences,
    time_off_requests: absences,
    events: {
      changed: {
        field: 'publish_time',
        askedAs: 'published_gte',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1,
        late: { marginMs: 300_000 },
        misses: 'Changes of the status of an event.',
        page: docs,
      },
      listing: numbered,
      ceilings: pageSizeNotIn(docs),
    },
    corporate_users: { listing: numbered, ceilings: { pageSize: 100, page: docs } },
  },
};
