import type { Meaning } from '../kit/meaning/meaning.ts';

const table = 'https://www.servicenow.com/docs/r/api-reference/rest-apis/c_TableAPI.html';
const queries = 'https://servicenow.github.io/sdk/guides/encoded-query-guide';
const overview = 'https://www.servicenow.com/docs/r/api-reference/rest-api-explorer/c_RESTAPI.html';
const ids = 'https://www.servicenow.com/docs/r/platform-administration/c_UniqueRecordIdentifier.html';
const codes = 'https://www.servicenow.com/docs/r/api-reference/rest-api-explorer/r_RESTAPIHTTPResponseCodes.html';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: {
      field: 'sys_updated_on',
      inclusive: true,
      zone: 'account',
      granularityMs: 1000,
      late: { marginMs: 60_000 },
      misses: 'Rows that a script saves without its system fields (autoSysFields false).',
      page: queries,
    },
    listing: { leavesOut: ['rows that access rules hide'], paging: 'key', page: table },
    deletes: { seen: 'absence', how: 'Of audited tables, sys_audit_delete has the deleted rows.', page: table },
    identity: {
      none: 'Of itself, nothing but the sys_id is unique: an instance says which columns are, too.',
      page: ids,
    },
    filter: { languages: ['encoded_query'], page: queries },
    lag: { none: 'Queries go to the database.', page: table },
    ceilings: { pageSize: 10_000, page: table },
    login: {
      answers: [
        {
          status: 401,
          body: {
            error: { message: 'User Not Authenticated', detail: 'Required to provide Auth information' },
            status: 'failure',
          },
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: { error: { message: 'Insufficient rights to query records' }, status: 'failure' },
          kind: 'permission',
        },
      ],
      page: codes,
    },
    errorsInside: {
      answers: [
        {
          status: 200,
          body: {
            result: [],
            error: { message: 'Transaction cancelled: maximum execution time exceeded' },
            status: 'failure',
          },
          kind: 'transient',
        },
      ],
      page: table,
    },
    scopes: { none: 'A user has the rights that roles and access rules of the instance give.', page: overview },
  },
  objects: {
    users: {
      identity: { field: 'user_name', unique: true, ignoresCase: true, page: queries },
    },
    deletions: {
      changed: {
        field: 'sys_updated_on',
        inclusive: true,
        zone: 'account',
        granularityMs: 1000,
        late: { marginMs: 60_000 },
        misses: 'Rows of tables that are not audited.',
        page: queries,
      },
    },
    attachments: { identity: { none: 'They are not written.', page: table } },
  },
};
