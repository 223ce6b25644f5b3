import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const api = 'https://api.goauthentik.io';
const configuration = 'https://docs.goauthentik.io/install-config/configuration/';

/** Filters compare whole values, as they are in PostgreSQL. @param file Where the vendor declares it. */
const named = (field: string, file: string, unique = true): Pick<ObjectMeaning, 'identity'> => ({
  identity: {
    field,
    unique,
    ignoresCase: false,
    page: `https://github.com/goauthentik/authentik/blob/main/authentik/${file}`,
  },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'No parameter takes an instant of change.', page: `${api}/` },
    listing: { leavesOut: [], paging: 'position', page: `${api}/reference/core-users-list/` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${api}/` },
    identity: { none: 'Records are found by their ids alone.', page: `${api}/` },
    filter: { none: 'Values are parameters of their own.', page: `${api}/` },
    lag: { none: 'Lists are read from the database.', page: configuration },
    ceilings: { pageSize: 100, page: configuration },
    login: {
      answers: [{ status: 403, body: { detail: 'Token invalid/expired' }, kind: 'auth_invalid' }],
      page: `${api}/authentication/`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${api}/` },
    scopes: {
      none: 'A token has the permissions of its user.',
      page: 'https://docs.goauthentik.io/users-sources/access-control/permissions/',
    },
  },
  objects: {
    users: {
      ...named('username', 'core/api/users.py'),
      changed: {
        field: 'last_updated',
        askedAs: 'last_updated__gt',
        inclusive: false,
        zone: 'utc',
        granularityMs: 1,
        late: { ms: 0 },
        misses: 'Groups and roles that the user gets or loses.',
        page: `${api}/reference/core-users-list/`,
      },
    },
    groups: named('name', 'core/api/groups.py'),
    roles: named('name', 'rbac/models.py'),
    brands: named('domain', 'brands/models.py', false),
  },
};
