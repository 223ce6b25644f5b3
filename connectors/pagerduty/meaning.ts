import type { Meaning, SampleAnswer } from '../kit/meaning/meaning.ts';

const docs = 'https://developer.pagerduty.com/docs';
const reference = 'https://developer.pagerduty.com/api-reference';

const sinceCreated = (field: string, page: string) => ({
  field,
  inclusive: true,
  zone: 'utc' as const,
  granularityMs: 1000,
  late: { marginMs: 60_000 },
  misses: 'Nothing: entries are never changed.',
  page: `${reference}/${page}`,
});

/** A page that would end behind the 10,000th record is refused. */
const tooFar: SampleAnswer = {
  status: 400,
  body: { error: { code: 2001, message: 'Invalid Input Provided', errors: ['Offset must be less than 10000.'] } },
  kind: 'validation',
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: reference },
    listing: { leavesOut: [], paging: 'position', page: `${docs}/pagination` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: reference },
    identity: { none: 'Ids are given by PagerDuty.', page: reference },
    filter: { none: 'Values are parameters of their own.', page: reference },
    lag: { none: 'Nothing is looked up before it is written.', page: reference },
    ceilings: { pageSize: 100, records: 10_000, beyond: tooFar, page: `${docs}/pagination` },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, body: { error: { code: 2010, message: 'Access Denied' } }, kind: 'permission' },
        { status: 429, body: { error: { code: 2020, message: 'Rate Limit Exceeded' } }, kind: 'rate_limited' },
      ],
      page: `${docs}/errors`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${docs}/errors` },
    scopes: { none: 'A key may read, or read and write, all of the account.', page: `${docs}/authentication` },
  },
  objects: {
    log_entries: { changed: sinceCreated('created_at', 'c661e065403b5-list-log-entries') },
    change_events: { changed: sinceCreated('timestamp', '6cd2ce15a10e1-list-change-events') },
    audit_records: {
      changed: sinceCreated('execution_time', 'b2dd8f4a5b9d6-list-audit-records'),
      listing: { leavesOut: [], paging: 'cursor', page: `${docs}/pagination` },
      ceilings: { pageSize: 100, page: `${docs}/pagination` },
    },
    licenses: {
      listing: { leavesOut: [], paging: 'whole', page: `${reference}/4c10cb38f7381-list-licenses` },
      ceilings: { none: 'The list comes as a whole.', page: `${reference}/4c10cb38f7381-list-licenses` },
    },
  },
};
