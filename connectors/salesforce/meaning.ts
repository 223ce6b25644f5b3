import type { Changed, Fact, Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const guide = 'https://developer.salesforce.com/docs/platform/api-rest/guide';
const query = `${guide}/resources-query.md`;
const deleted = `${guide}/resources-getdeleted.md`;
const errors = `${guide}/errorcodes.md`;
const soql = 'https://developer.salesforce.com/docs/platform/salesforce-soql-sosl/guide';
const comparisons = `${soql}/sforce-api-calls-soql-select-comparisonoperators.html`;
const escapes = `${soql}/sforce-api-calls-soql-select-quotedstringescapes.html`;
const fields = 'https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/system_fields.htm';
const scopes = 'https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_tokens_scopes.htm&type=5';

/** Records by a field of theirs that several may have, or one alone. */
const foundBy = (field: string, { unique }: { unique: boolean }): Pick<ObjectMeaning, 'identity'> => ({
  identity: { field, unique, ignoresCase: true, page: comparisons },
});

const byId: Pick<ObjectMeaning, 'identity'> = {
  identity: { none: 'Of its standard fields, nothing but the Id is unique.', page: fields },
};

const logged: Fact<Changed> = {
  field: 'deletedDate',
  askedAs: '',
  inclusive: true,
  zone: 'utc',
  // Seconds of what is asked for are ignored.
  granularityMs: 1000,
  late: { marginMs: 600_000 },
  misses: 'Deletions that the delete log was purged of, which happens after two hours where it is too long.',
  page: deleted,
};

const deletions: Partial<ObjectMeaning> = {
  changed: logged,
  listing: { leavesOut: ['deletions of more than 15 days ago'], paging: 'whole', page: deleted },
  deletes: { none: 'It is the log of deletions.', page: deleted },
  identity: { none: 'It is not written.', page: deleted },
  ceilings: { none: 'All come at once; a span with more than 600,000 is refused (EXCEEDED_ID_LIMIT).', page: deleted },
};

export const meaning: Meaning = {
  asOf: '2026-11-24',
  all: {
    changed: {
      field: 'SystemModstamp',
      inclusive: true,
      zone: 'utc',
      granularityMs: 1000,
      late: { marginMs: 600_000 },
      misses: 'Fields that are computed when they are read: formulas, and fields of related records.',
      page: fields,
    },
    listing: {
      leavesOut: ['records in the recycle bin', 'records that are not shared with the user'],
      paging: 'snapshot',
      page: query,
    },
    deletes: {
      seen: 'feed',
      how: 'The delete log of an object, as deleted_accounts, names them for 15 days; lists no longer have them.',
      page: deleted,
    },
    filter: { languages: ['soql'], page: escapes },
    lag: {
      none: 'Queries go to the database; it is SOSL that has an index which lags.',
      page: 'https://developer.salesforce.com/docs/platform/salesforce-soql-sosl/guide/sforce-api-calls-soql-sosl-intro.html',
    },
    ceilings: { pageSize: 2000, cutsShort: true, page: query },
    login: {
      answers: [
        {
          status: 401,
          body: [{ message: 'Session expired or invalid', errorCode: 'INVALID_SESSION_ID' }],
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: [{ message: 'The REST API is not enabled for this Organization.', errorCode: 'API_DISABLED_FOR_ORG' }],
          kind: 'permission',
        },
        {
          status: 403,
          body: [{ message: 'TotalRequests Limit exceeded.', errorCode: 'REQUEST_LIMIT_EXCEEDED' }],
          kind: 'quota',
        },
        {
          status: 403,
          body: [
            {
              message: 'ConcurrentRequests (Concurrent API Requests) Limit exceeded.',
              errorCode: 'REQUEST_LIMIT_EXCEEDED',
            },
          ],
          kind: 'rate_limited',
        },
      ],
      page: errors,
    },
    errorsInside: { none: 'Errors have a status of their own, but for collections, which are not used.', page: errors },
    scopes: { read: ['api'], write: ['api'], page: scopes },
  },
  objects: {
    accounts: foundBy('AccountNumber', { unique: false }),
    contacts: foundBy('Email', { unique: false }),
    leads: foundBy('Email', { unique: false }),
    opportunities: byId,
    cases: byId,
    users: {
      ...foundBy('Username', { unique: true }),
      deletes: {
        seen: 'state',
        how: 'Users are deactivated (IsActive is false), and never deleted.',
        page: 'https://help.salesforce.com/s/articleView?id=platform.deactivating_users.htm&type=5',
      },
      listing: { leavesOut: ['users that are not shared with the user'], paging: 'snapshot', page: query },
    },
    deleted_accounts: deletions,
    deleted_contacts: deletions,
    deleted_leads: deletions,
    deleted_opportunities: deletions,
    deleted_cases: deletions,
  },
};
