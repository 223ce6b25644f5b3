import type { Meaning } from '../kit/meaning/meaning.ts';

const docs = 'https://developers.apideck.com/apis/hris/reference';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: docs },
    listing: { unknown: 'It depends on the linked system: Apideck passes requests on and stores no records.' },
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
    scopes: { unknown: 'Data scopes hide fields; what a list of hidden records answers is not told.' },
  },
  objects: {
    payrolls: { ceilings: { none: 'The list comes as a whole.', page: docs } },
  },
};
