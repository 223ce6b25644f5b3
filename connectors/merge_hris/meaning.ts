import type { Meaning } from '../kit/meaning/meaning.ts';

const docs = 'https://docs.merge.dev/hris/overview';
const pages = 'https://docs.merge.dev/basics/pagination/';
const employees = 'https://docs.merge.dev/merge-unified/hris/common-models/employees/list';
const errors = 'https://help.merge.dev/en/articles/6872104-merge-s-error-codes-within-logs';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { unknown: 'How late a change may be found after it was made is not told.' },
    listing: {
      leavesOut: ['records that were deleted in the linked system', 'shell records, whose fields are all empty'],
      paging: 'cursor',
      page: employees,
    },
    deletes: {
      seen: 'absence',
      how: 'Deleted records are listed only where `include_deleted_data` asks for them.',
      page: employees,
    },
    identity: { none: 'Ids are given by Merge.', page: employees },
    filter: { none: 'Values are parameters of their own.', page: employees },
    lag: { none: 'No record is looked for before it is written.', page: docs },
    ceilings: { pageSize: 100, page: pages },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: errors,
    },
    errorsInside: { none: 'Lists have errors with a status of their own.', page: errors },
    scopes: { unknown: 'Scopes are set for each linked account; how a model outside of them answers is not told.' },
  },
  objects: {},
};
