import type { Meaning } from '../kit/meaning/meaning.ts';
import { pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://fleetdm.com/docs/rest-api/rest-api';

const failed = (message: string, reason: string) => ({ message, errors: [{ name: 'base', reason }] });

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list is read without an instant of change.', page: docs },
    listing: { leavesOut: [], paging: 'position', page: docs },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Records are read only.', page: docs },
    filter: { none: 'Lists are read without filters.', page: docs },
    lag: { none: 'Nothing is written.', page: docs },
    ceilings: pageSizeNotIn(docs),
    login: {
      answers: [
        {
          status: 401,
          body: failed('Authentication failed', 'Authentication failed'),
          kind: 'auth_invalid',
        },
        {
          status: 429,
          headers: { 'retry-after': '30' },
          body: failed('limit exceeded, retry after: 30s', 'limit exceeded, retry after: 30s'),
          kind: 'rate_limited',
        },
      ],
      page: `${docs}#log-in`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${docs}#api-errors` },
    scopes: {
      read: ['observer'],
      page: 'https://fleetdm.com/guides/role-based-access',
    },
  },
  objects: {
    labels: {
      listing: { leavesOut: [], paging: 'whole', page: `${docs}#list-labels` },
      ceilings: { none: 'The list comes as a whole.', page: `${docs}#list-labels` },
    },
  },
};
