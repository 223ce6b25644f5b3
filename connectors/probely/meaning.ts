import type { Meaning } from '../kit/meaning/meaning.ts';
import { pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const reference = 'https://developers.probely.com/';
const keys = 'https://developers.probely.com/api/authentication';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: reference },
    listing: { leavesOut: [], paging: 'position', page: reference },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: reference },
    identity: { none: 'Ids are given by Probely.', page: reference },
    filter: { none: 'No values are filtered by.', page: reference },
    lag: { none: 'Nothing is looked up before it is written.', page: reference },
    ceilings: pageSizeNotIn(reference),
    login: {
      answers: [
        { status: 401, body: { detail: 'Authentication credentials were not provided.' }, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
      ],
      page: reference,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: reference },
    scopes: { none: 'A key has a role of the account, which decides what it may do.', page: keys },
  },
  objects: {
    users: {
      deletes: { seen: 'state', how: '`is_active` is false of a deleted user.', page: reference },
    },
    findings: {
      deletes: { seen: 'state', how: '`state` is fixed once a scan no longer finds it.', page: reference },
    },
  },
};
