import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const docs = 'https://docs.snowflake.com/en';
const started = `${docs}/developer-guide/snowflake-rest-api/getting-started`;
/** The vendor's descriptions of the API. The pages of the reference are made from them. */
const described = (name: string): string =>
  `https://github.com/snowflakedb/snowflake-rest-api-specs/blob/main/specifications/${name}.yaml`;
/** The API lists with this command of SQL. */
const shown = (command: string): string => `${docs}/sql-reference/sql/show-${command}`;

/** What lists with `showLimit` have at most. The rest is asked for by the last name. */
const limited: Pick<ObjectMeaning, 'ceilings'> = { ceilings: { pageSize: 10_000, page: described('common') } };

/** Dropped ones are kept for a while, and listed with `history=true` only. */
const dropped = (page: string): Pick<ObjectMeaning, 'listing'> => ({
  listing: { leavesOut: ['dropped', 'what the role has no access to'], paging: 'snapshot', page },
});

export const meaning: Meaning = {
  asOf: '2026-11-28',
  all: {
    changed: { none: 'The lists take no instant of change.', page: described('user') },
    // Pages are parts of a result that is kept under an id.
    listing: { leavesOut: [], paging: 'snapshot', page: started },
    deletes: { seen: 'absence', how: 'Dropped objects are no longer listed.', page: described('database') },
    identity: { none: 'Objects are addressed by their name.', page: described('user') },
    filter: { none: 'Nothing is looked for by a filter.', page: described('user') },
    lag: { none: 'No record is looked for before it is written.', page: described('user') },
    ceilings: { none: 'Results have as many pages as they need, and no size is asked for.', page: started },
    login: {
      // The code of the first: https://docs.snowflake.com/en/user-guide/key-pair-auth-troubleshooting
      answers: [
        { status: 401, body: { code: '390144', message: 'JWT token is invalid.' }, kind: 'auth_invalid' },
        { status: 403, body: { message: 'The request is forbidden.' }, kind: 'permission' },
        { status: 429, body: { message: 'The number of requests hit the rate limit.' }, kind: 'rate_limited' },
      ],
      page: described('common'),
    },
    errorsInside: {
      answers: [
        {
          status: 202,
          body: { code: '392604', message: 'Request execution in progress.' },
          kind: 'transient',
        },
      ],
      page: described('common'),
    },
    scopes: {
      none: 'Tokens have no scopes: the privileges of their role, or of those of their user, count.',
      page: `${docs}/sql-reference/sql/alter-user-add-programmatic-access-token`,
    },
  },
  objects: {
    users: limited,
    user_grants: {
      listing: { leavesOut: ['the role PUBLIC, which all have'], paging: 'snapshot', page: shown('grants') },
    },
    roles: limited,
    role_grantees: {},
    role_grants: {},
    databases: { ...dropped(described('database')), ...limited },
    schemas: { ...dropped(described('schema')), ...limited },
    warehouses: {},
  },
};
