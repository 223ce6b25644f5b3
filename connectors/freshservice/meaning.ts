import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const api = 'https://api.freshservice.com';

const restorable = (what: string, anchor: string): Pick<ObjectMeaning, 'listing'> => ({
  listing: { leavesOut: [`deleted ${what}`], paging: 'position', page: `${api}/#${anchor}` },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: api },
    listing: { leavesOut: [], paging: 'position', page: `${api}/#pagination` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by Freshservice.', page: api },
    filter: { none: 'Values are parameters of their own.', page: api },
    lag: { none: 'No record is looked for before it is written.', page: api },
    ceilings: { pageSize: 100, page: `${api}/#pagination` },
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
      page: `${api}/#errors`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${api}/#errors` },
    scopes: { none: 'A key may do what the role of its agent may.', page: `${api}/#authentication` },
  },
  objects: {
    tickets: {
      changed: {
        field: 'updated_at',
        askedAs: 'updated_since',
        inclusive: false,
        zone: 'utc',
        granularityMs: 1000,
        late: { marginMs: 60_000 },
        misses: 'Tickets that were deleted or marked as spam.',
        page: `${api}/#view_all_ticket`,
      },
      listing: { leavesOut: ['deleted tickets', 'spam'], paging: 'position', page: `${api}/#view_all_ticket` },
    },
    problems: restorable('problems', 'list_all_problems'),
    changes: restorable('changes', 'list_all_changes'),
    releases: restorable('releases', 'list_all_releases'),
    assets: restorable('assets', 'list_all_assets'),
    requesters: {
      identity: { unknown: 'An e-mail address has one requester; whether case counts is not told.' },
      lag: {
        unknown:
          'Whether lists follow writes immediately is told neither by the page of the list nor by those of the writes.',
      },
    },
  },
};
