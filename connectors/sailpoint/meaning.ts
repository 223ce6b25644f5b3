import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { lagNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://developer.sailpoint.com/docs/api';
const lists = `${docs}/standard-collection-parameters`;

/** Of objects whose filters take an instant of change. */
const sinceModified = (misses: string, page: string) =>
  ({
    field: 'modified',
    inclusive: true,
    zone: 'utc',
    granularityMs: 1,
    late: { ms: 0 },
    misses,
    page: `${docs}/v3/${page}`,
  }) as const;

const searched = {
  // No page says that names are unique.
  identity: { field: 'name', unique: false, ignoresCase: true, page: lists },
  filter: { languages: ['scim'], page: lists },
  lag: lagNotIn(
    lists,
    `${docs}/v3/list-sources`,
    `${docs}/v3/list-roles`,
    `${docs}/v3/list-access-profiles`,
    `${docs}/v3/list-sod-policies`,
  ),
} satisfies Partial<ObjectMeaning>;

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'No filter takes an instant of change.', page: lists },
    listing: { leavesOut: [], paging: 'position', page: lists },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${docs}/v3` },
    identity: { none: 'Ids are given by SailPoint.', page: `${docs}/v3` },
    filter: { none: 'No value of a record is filtered by.', page: lists },
    lag: { none: 'The list is not searched.', page: lists },
    ceilings: { pageSize: 250, page: lists },
    login: {
      answers: [
        { status: 401, body: { error: 'JWT validation failed: JWT is expired' }, kind: 'auth_invalid' },
        {
          status: 403,
          body: {
            detailCode: '403 Forbidden',
            messages: [
              { locale: 'en-US', localeOrigin: 'DEFAULT', text: 'The server understood the request but refuses.' },
            ],
          },
          kind: 'permission',
        },
        { status: 429, body: { message: ' Rate Limit Exceeded ' }, kind: 'rate_limited' },
      ],
      page: `${docs}/v3/list-accounts`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${docs}/v3` },
    scopes: { read: ['sp:scopes:all'], write: ['sp:scopes:all'], page: `${docs}/authentication` },
  },
  objects: {
    accounts: { changed: sinceModified('What the source changed but no aggregation has read yet.', 'list-accounts') },
    sources: searched,
    access_profiles: {
      ...searched,
      changed: sinceModified('Changes of what it refers to.', 'list-access-profiles'),
    },
    roles: {
      ...searched,
      changed: sinceModified('Members that join or leave by criteria.', 'list-roles'),
      ceilings: { pageSize: 50, page: `${docs}/v3/list-roles` },
    },
    account_activities: { changed: sinceModified('Nothing that is documented.', 'list-account-activities') },
    sod_policies: searched,
  },
};
