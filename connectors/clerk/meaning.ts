import type { Meaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const api = 'https://clerk.com/docs/reference/backend-api';
const errors = 'https://clerk.com/docs/guides/development/errors/backend-api';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'No parameter of the lists takes an instant of change.', page: api },
    listing: { leavesOut: [], paging: 'position', page: api },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by Clerk.', page: api },
    filter: { none: 'Values are parameters of their own.', page: api },
    lag: { none: 'The list is not searched.', page: api },
    ceilings: { pageSize: 500, page: api },
    login: {
      answers: [
        {
          status: 401,
          body: { errors: [{ message: 'The provided Clerk Secret Key is invalid.', code: 'clerk_key_invalid' }] },
          kind: 'auth_invalid',
        },
      ],
      page: errors,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: errors },
    scopes: { none: 'A key may read and write all of its instance.', page: api },
  },
  objects: {
    users: {
      identity: caseNotIn('external_id', { unique: true }, `${api}/tag/users`),
      lag: lagNotIn(`${api}/tag/users`),
    },
    domains: {
      listing: { leavesOut: [], paging: 'whole', page: `${api}/tag/domains` },
      ceilings: { none: 'The list comes as a whole.', page: `${api}/tag/domains` },
    },
  },
};
