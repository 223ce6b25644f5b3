import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn, pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://developer.loket.nl/';

/** Filters compare without case, but records are looked for in whole lists. That names are unique is not told either. */
const named: Partial<ObjectMeaning> = {
  identity: caseNotIn('description', { unique: false }, docs),
  lag: lagNotIn(docs),
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'Lists tell versions instead of instants.', page: docs },
    listing: { leavesOut: ['what the user may not see'], paging: 'position', page: docs },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Ids are given by Loket.', page: docs },
    filter: { none: 'Lists are read without filters.', page: docs },
    lag: { none: 'Nothing is looked up before it is written.', page: docs },
    // 250 is the default, which may change.
    ceilings: pageSizeNotIn(docs),
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
      ],
      page: docs,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: docs },
    scopes: { read: ['all'], write: ['all'], page: 'https://developer.loket.nl/OauthCode' },
  },
  objects: {
    employments: {
      listing: {
        leavesOut: ['what the user may not see', 'what filter settings of the user leave out'],
        paging: 'position',
        page: docs,
      },
      deletes: { seen: 'state', how: 'An employment that ended has an end date.', page: docs },
    },
    departments: named,
    functions: named,
  },
};
