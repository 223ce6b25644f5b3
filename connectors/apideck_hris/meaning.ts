import type { Meaning } from '../kit/meaning/meaning.ts';

const docs = 'https://developers.apideck.com/apis/hris/reference';
const guides = 'https://developers.apideck.com/guides';
const paging = 'https://blog.apideck.com/abstracting-pagination-across-third-party-apis';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: docs },
    // Apideck stores no records. Its cursors stand for what the linked system pages by, which often is a position.
    listing: { leavesOut: ['what the linked system does not list'], paging: 'position', page: paging },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Ids are given by the linked system.', page: docs },
    filter: { none: 'Lists are read without filters.', page: docs },
    lag: { none: 'No record is looked for before it is written.', page: docs },
    ceilings: { pageSize: 200, page: docs },
    login: {
      answers: [
        {
          status: 401,
          body: {
            status_code: 401,
            error: 'Unauthorized',
            type_name: 'UnauthorizedError',
            message: 'Unauthorized Request',
          },
          kind: 'auth_invalid',
        },
        {
          status: 402,
          body: {
            status_code: 402,
            error: 'Payment Required',
            type_name: 'RequestLimitError',
            message: 'Request Limit Reached',
          },
          kind: 'quota',
        },
      ],
      page: 'https://developers.apideck.com/errors',
    },
    errorsInside: { none: 'Errors have a status of their own.', page: 'https://developers.apideck.com/errors' },
    // Data scopes hide fields. What the linked system asks for, and how its refusals are passed on, is not told.
    scopes: {
      notDocumented: {
        pages: [
          `${guides}/data-scopes-for-hris`,
          `${guides}/connection-states`,
          'https://developers.apideck.com/errors',
        ],
        careful: { refusals: 'stop' },
      },
    },
  },
  objects: {
    payrolls: { ceilings: { none: 'The list comes as a whole.', page: docs } },
  },
};
