import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const docs = 'https://api-doc.qovery.com/';

const found: Partial<ObjectMeaning> = {
  identity: { unknown: 'Whether case counts in names is not told.' },
  lag: { unknown: 'Whether lists follow writes immediately is not told.' },
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: docs },
    listing: { leavesOut: [], paging: 'whole', page: docs },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Ids are given by Qovery.', page: docs },
    filter: { none: 'Lists are read without filters.', page: docs },
    lag: { none: 'No record is looked for before it is written.', page: docs },
    ceilings: { none: 'The list comes as a whole.', page: docs },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
      ],
      page: docs,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: docs },
    scopes: { unknown: 'A token has a role; which one each list needs is not told.' },
  },
  objects: { projects: found, environments: found },
};
