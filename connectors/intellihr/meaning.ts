import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const start = 'https://developers.intellihr.io/';
const docs = 'https://developers.intellihr.io/docs/v1/';

/** It is looked up before it is written. */
const lookedUp: Pick<ObjectMeaning, 'lag'> = {
  lag: lagNotIn(docs),
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list is read without an instant of change.', page: docs },
    listing: { leavesOut: [], paging: 'position', page: docs },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Ids are given by intelliHR.', page: docs },
    filter: { none: 'Lists are read without filters.', page: docs },
    lag: { none: 'Its writes look nothing up.', page: docs },
    ceilings: { pageSize: 100, page: docs },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
      ],
      page: start,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: start },
    scopes: { none: 'A key may do what a system administrator may.', page: start },
  },
  objects: {
    people: {
      ...lookedUp,
      deletes: { seen: 'state', how: 'People who left stay, with an employment status of the past.', page: docs },
      identity: caseNotIn('employeeNumber', { unique: false }, docs),
    },
    jobs: { deletes: { seen: 'state', how: 'A job that ended is a past job.', page: docs } },
    job_ends: { deletes: { seen: 'state', how: 'A job that ended is a past job.', page: docs } },
    business_units: { ...lookedUp, identity: caseNotIn('name', { unique: false }, docs) },
  },
};
