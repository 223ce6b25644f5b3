import type { Meaning } from '../kit/meaning/meaning.ts';

const queries = 'https://support.hrcloud.com/help-center/query-parameters';
const requests = 'https://support.hrcloud.com/help-center/request';
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
    ceilings: { unknown: 'The largest page is not told; 50 is the default.' },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
      ],
      page: signIn,
    },
    errorsInside: { unknown: 'What errors look like is not told.' },
    scopes: { none: 'The permissions of the API user decide.', page: signIn },
  },
  objects: {
    employees: {
      deletes: { seen: 'state', how: 'An employee who left has a date of separation.', page: requests },
    },
  },
};
