import type { Meaning } from '../kit/meaning/meaning.ts';

const rest = 'https://docs.snyk.io/developer-tools/snyk-api/rest-api/about-the-rest-api';
const reference = 'https://docs.snyk.io/developer-tools/snyk-api/reference';
const login = 'https://docs.snyk.io/developer-tools/snyk-api/authentication-for-api';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: reference },
    listing: { leavesOut: [], paging: 'cursor', page: rest },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: reference },
    identity: { none: 'Ids are given by Snyk.', page: reference },
    filter: { none: 'Values are parameters of their own.', page: reference },
    lag: { none: 'Nothing is looked up before it is written.', page: reference },
    ceilings: { pageSize: 100, page: rest },
    login: {
      answers: [
        {
          status: 401,
          body: { jsonapi: { version: '1.0' }, errors: [{ status: '401', detail: 'Unauthorized' }] },
          kind: 'auth_invalid',
        },
        { status: 429, kind: 'rate_limited' },
      ],
      page: rest,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: rest },
    scopes: { none: 'A service account has the permissions of its role.', page: login },
  },
  objects: {
    issues: {
      changed: {
        field: 'updated_at',
        askedAs: 'updated_after',
        inclusive: false,
        zone: 'utc',
        granularityMs: 1,
        late: { ms: 0 },
        misses: 'None are told of, nor a delay.',
        page: `${reference}/issues`,
      },
    },
  },
};
