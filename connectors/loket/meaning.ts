import type { Meaning } from '../kit/meaning/meaning.ts';

const docs = 'https://developer.loket.nl/';

const untold = { unknown: 'Whether lists follow writes immediately is not told.' };

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'Lists tell versions instead of instants.', page: docs },
    listing: { leavesOut: ['what the user may not see'], paging: 'position', page: docs },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Ids are given by Loket.', page: docs },
    filter: { none: 'Lists are read without filters.', page: docs },
    lag: { none: 'Nothing is looked up before it is written.', page: docs },
    ceilings: { unknown: 'The description does not say what the largest page is; 250 is the default.' },
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
      deletes: { seen: 'state', how: 'An employment that ended has an end date.', page: docs },
    },
    departments: { lag: untold, identity: { unknown: 'Whether departments may share a code is not told.' } },
    functions: { lag: untold, identity: { unknown: 'Whether functions may share a description is not told.' } },
  },
};
