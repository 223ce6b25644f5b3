import type { Meaning } from '../kit/meaning/meaning.ts';
import { pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const queries = 'https://support.hrcloud.com/help-center/query-parameters';
const requests = 'https://support.hrcloud.com/help-center/request';
const responses = 'https://support.hrcloud.com/help-center/response-message';
const signIn = 'https://support.hrcloud.com/en/help-center/authentication';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list is read without an instant of change.', page: queries },
    listing: { leavesOut: [], paging: 'position', page: queries },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: requests },
    identity: { none: 'Ids are given by HR Cloud.', page: requests },
    filter: { none: 'Lists are read without filters.', page: queries },
    lag: { none: 'Its writes look nothing up.', page: requests },
    // 50 is the default.
    ceilings: pageSizeNotIn(queries),
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
      ],
      page: signIn,
    },
    errorsInside: { none: 'The status tells success from failure.', page: responses },
    scopes: { none: 'The permissions of the API user decide.', page: signIn },
  },
  objects: {
    employees: {
      deletes: { seen: 'state', how: 'An employee who left has a date of separation.', page: requests },
    },
  },
};
