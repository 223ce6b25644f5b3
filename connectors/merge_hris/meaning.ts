import type { Meaning, ObjectMeaning, SampleAnswer } from '../kit/meaning/meaning.ts';

const docs = 'https://docs.merge.dev/hris/overview';
const pages = 'https://docs.merge.dev/basics/pagination/';
const employees = 'https://docs.merge.dev/merge-unified/hris/common-models/employees/list';
const modified = 'https://help.merge.dev/en/articles/6188145-the-modified_after-timestamp';
const errors = 'https://help.merge.dev/en/articles/6872104-merge-s-error-codes-within-logs';

const refused = (problem_type: string, kind: SampleAnswer['kind']): SampleAnswer => ({
  status: 201,
  body: { model: {}, warnings: [], errors: [{ title: 'Refused', detail: 'It was refused.', problem_type }] },
  kind,
});

/** The answer to a creation has its errors in a list beside the record. */
const written: Pick<ObjectMeaning, 'errorsInside'> = {
  errorsInside: {
    answers: [refused('DISABLED_MODEL_WRITE', 'permission'), refused('CREDENTIAL_REFRESH_FAILED', 'auth_invalid')],
    page: 'https://docs.merge.dev/merge-unified/writing-data/troubleshooting-writes/warnings-and-errors-reference',
  },
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    // Changes are those in Merge's own database. Whether "after" has the instant itself is not told.
    changed: {
      notDocumented: {
        pages: [modified, 'https://docs.merge.dev/merge-unified/reading-data/syncing-best-practices', employees],
        careful: {
          field: 'modified_at',
          askedAs: 'modified_after',
          zone: 'utc',
          granularityMs: 1000,
          late: { marginMs: 60_000 },
          misses: 'Changes of `remote_data` alone.',
        },
      },
    },
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
    // Of models whose scope is disabled, Merge stores nothing. Whether they are refused or empty is not told.
    scopes: {
      notDocumented: {
        pages: [
          'https://help.merge.dev/en/articles/5950052-common-model-and-field-scopes',
          'https://docs.merge.dev/merge-unified/hris/data-management/scopes',
          errors,
        ],
        careful: { refusals: 'stop' },
      },
    },
  },
  objects: { time_off: written, timesheet_entries: written },
};
