import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const api = 'https://developers.freshdesk.com/api/';

/** Changes by `updated_since`. The page does not say whether the instant itself is included. */
const since = (anchor: string, misses: string): Pick<ObjectMeaning, 'changed'> => ({
  changed: {
    notDocumented: {
      pages: [`${api}#${anchor}`],
      careful: {
        field: 'updated_at',
        askedAs: 'updated_since',
        zone: 'utc',
        granularityMs: 1000,
        late: { marginMs: 299_000 },
        misses,
      },
    },
  },
});

export const meaning: Meaning = {
  asOf: '2026-11-28',
  all: {
    changed: { none: 'The list takes no instant of change.', page: api },
    listing: { leavesOut: [], paging: 'position', page: `${api}#pagination` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by Freshdesk.', page: api },
    filter: { none: 'Values are parameters of their own.', page: api },
    lag: { none: 'No record is looked for before it is written.', page: api },
    ceilings: { pageSize: 100, page: `${api}#pagination` },
    login: {
      answers: [
        {
          status: 401,
          body: { code: 'invalid_credentials', message: 'You have to be logged in to perform this action.' },
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: { code: 'access_denied', message: 'You are not authorized to perform this action.' },
          kind: 'permission',
        },
        { status: 429, headers: { 'retry-after': '40' }, kind: 'rate_limited' },
      ],
      page: `${api}#error`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${api}#error` },
    scopes: { none: 'A key may do what the role of its agent may.', page: `${api}#authentication` },
  },
  objects: {
    tickets: {
      ...since('list_all_tickets', 'Tickets that were deleted or marked as spam.'),
      listing: { leavesOut: ['deleted tickets', 'spam'], paging: 'position', page: `${api}#list_all_tickets` },
      ceilings: {
        pageSize: 100,
        records: 30_000,
        // @see https://github.com/airbytehq/airbyte/issues/3858
        beyond: {
          status: 400,
          body: {
            description: 'Validation failed',
            errors: [
              {
                field: 'page',
                message: 'You cannot access tickets beyond the 300th page. Please provide a smaller page number.',
                code: 'invalid_value',
              },
            ],
          },
          kind: 'validation',
        },
        page: `${api}#list_all_tickets`,
      },
    },
    ticket_conversations: {},
    contacts: {
      changed: {
        unknown:
          'Contacts can be listed by when they changed: as `updated_since` by the page, as `_updated_since` by clients in use.',
      },
      listing: {
        leavesOut: ['deleted contacts', 'blocked contacts'],
        paging: 'position',
        page: `${api}#list_all_contacts`,
      },
      identity: caseNotIn('email', { unique: true }, `${api}#contacts`),
      lag: lagNotIn(`${api}#contacts`),
    },
    companies: since('list_all_companies', 'Companies that were deleted.'),
  },
};
