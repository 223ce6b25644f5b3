import type { Meaning } from '../kit/meaning/meaning.ts';

const kba = (number: number): string => `https://userapps.support.sap.com/sap/support/knowledge/en/${number}`;
const upsert = kba(2670250);
const codes = 'https://apps.support.sap.com/sap/support/knowledge/public/E/2524436';

const refused = (code: string, value: string) => ({ error: { code, message: { lang: 'en-US', value } } });

export const meaning: Meaning = {
  asOf: '2026-11-24',
  all: {
    changed: {
      none: 'What comes into effect is no modification, and a filter counts all periods of a person: lists are read whole.',
      page: kba(2920680),
    },
    listing: {
      leavesOut: ['periods that are not in effect today', 'what the permissions of the user do not cover'],
      paging: 'snapshot',
      page: kba(3308165),
    },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: kba(3308165) },
    identity: { none: 'Keys are those of the records themselves.', page: upsert },
    filter: { none: 'Filters have instants and constants alone.', page: kba(2920680) },
    lag: { none: 'An upsert goes by the key, and looks nothing up.', page: upsert },
    ceilings: { pageSize: 1000, page: kba(3308165) },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, body: refused('LGN0007', 'Invalid OAuth token.'), kind: 'auth_invalid' },
        { status: 403, body: refused('LGN0008', 'Company not found.'), kind: 'auth_invalid' },
        { status: 403, body: refused('LGN0002', 'OData Admin access permission is missing.'), kind: 'permission' },
      ],
      page: codes,
    },
    errorsInside: { none: 'Refusals of reading have a status of their own.', page: kba(2545055) },
    scopes: { none: 'Roles give the user Admin access to the OData API, and a population.', page: codes },
  },
  objects: {
    users: {
      changed: {
        field: 'lastModifiedDateTime',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1000,
        late: { marginMs: 300_000 },
        misses: 'Deletions.',
        page: kba(2554717),
      },
      listing: {
        leavesOut: ['users that the permissions do not cover'],
        shownOnRequest: {
          states: ['inactive', 'other statuses than t and T'],
          parameter: '$filter',
          value: "status in 't','T','f','F','e','d'",
        },
        paging: 'snapshot',
        page: kba(3575859),
      },
      deletes: { seen: 'state', how: 'Users who left have the status f.', page: kba(3575859) },
      errorsInside: {
        answers: [
          {
            status: 200,
            body: {
              d: [
                {
                  key: null,
                  status: 'ERROR',
                  editStatus: null,
                  message: 'Invalid property name',
                  index: 0,
                  httpCode: 400,
                },
              ],
            },
            kind: 'validation',
          },
        ],
        page: kba(2545933),
      },
    },
  },
};
