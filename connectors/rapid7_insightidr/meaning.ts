import type { Meaning } from '../kit/meaning/meaning.ts';

const docs = 'https://help.rapid7.com/insightidr/en-us/api/v1/docs.html';
const overview = 'https://docs.rapid7.com/insight/api-overview';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: docs },
    listing: { leavesOut: [], paging: 'position', page: docs },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Names of resources are given by Rapid7.', page: docs },
    filter: { none: 'Lists are read without conditions.', page: docs },
    lag: { none: 'Nothing is looked up before it is written.', page: docs },
    ceilings: { pageSize: 1000, page: docs },
    login: {
      answers: [
        { status: 401, body: { message: 'Unauthorized' }, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
      ],
      page: docs,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: docs },
    scopes: {
      none: 'An organization key may do all, a user key what its user may.',
      page: overview,
    },
  },
  objects: {
    investigations: {
      changed: {
        field: 'created_time',
        askedAs: 'start_time',
        inclusive: false,
        zone: 'utc',
        granularityMs: 1000,
        late: { marginMs: 60_000 },
        misses: 'Changes of investigations after they were created.',
        page: docs,
      },
      deletes: { seen: 'state', how: 'Investigations stay; those that are over have the status CLOSED.', page: docs },
    },
    comments: { ceilings: { pageSize: 100, page: docs } },
  },
};
