import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const reference = 'https://developer.1password.com/docs/events-api/reference';
const introduction = 'https://developer.1password.com/docs/events-api/introduction';

const feature = (name: string): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [name], page: `${reference}#post-apiv2${name}` },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: {
      field: 'cursor',
      inclusive: true,
      zone: 'utc',
      granularityMs: 1,
      late: { ms: 0 },
      misses: 'Nothing: events are never changed.',
      page: reference,
    },
    listing: { leavesOut: ['older than 120 days'], paging: 'cursor', page: introduction },
    deletes: { seen: 'absence', how: 'Events of more than 120 days ago are not listed.', page: introduction },
    identity: { none: 'Events are given their ids by 1Password.', page: reference },
    filter: { none: 'No values are filtered by.', page: reference },
    lag: { none: 'Nothing is written.', page: reference },
    ceilings: { pageSize: 1000, page: reference },
    login: {
      answers: [
        { status: 401, body: { Error: { Message: 'Unauthorized' } }, kind: 'auth_invalid' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: 'https://developer.1password.com/docs/events-api/status-codes',
    },
    errorsInside: { none: 'Errors have a status of their own.', page: reference },
  },
  objects: {
    audit_events: feature('auditevents'),
    item_usages: feature('itemusages'),
    sign_in_attempts: feature('signinattempts'),
  },
};
