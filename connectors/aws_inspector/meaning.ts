import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const api = 'https://docs.aws.amazon.com/inspector/v2/APIReference';

const list = (action: string, pageSize: number, ...write: readonly string[]): Partial<ObjectMeaning> => ({
  ceilings: { pageSize, page: `${api}/API_${action}.html` },
  scopes: {
    read: [`inspector2:${action}`],
    ...(write.length === 0 ? {} : { write: write.map((name) => `inspector2:${name}`) }),
    page: 'https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoninspector2.html',
  },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list is read in full.', page: api },
    listing: { leavesOut: [], paging: 'cursor', page: `${api}/API_ListFindings.html` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'ARNs and ids are given by AWS.', page: api },
    filter: { none: 'Values are members of their own.', page: `${api}/API_FilterCriteria.html` },
    lag: { none: 'It is only read.', page: api },
    login: {
      answers: [
        {
          status: 403,
          headers: { 'x-amzn-errortype': 'UnrecognizedClientException' },
          body: { message: 'The security token included in the request is invalid.' },
          kind: 'auth_invalid',
        },
        { status: 403, headers: { 'x-amzn-errortype': 'AccessDeniedException' }, kind: 'permission' },
        { status: 429, headers: { 'x-amzn-errortype': 'ThrottlingException' }, kind: 'rate_limited' },
      ],
      page: `${api}/CommonErrors.html`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${api}/CommonErrors.html` },
  },
  objects: {
    findings: {
      ...list('ListFindings', 100),
      changed: {
        field: 'updatedAt',
        askedAs: 'startInclusive',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1000,
        late: { marginMs: 60_000 },
        misses: 'Nothing: it is when the finding was last updated.',
        page: `${api}/API_FilterCriteria.html`,
      },
      deletes: {
        seen: 'state',
        how: '`status` is CLOSED; such a finding is deleted after 3 days if its resource is gone, else after 30.',
        page: 'https://docs.aws.amazon.com/inspector/latest/user/findings-understanding.html',
      },
    },
    coverage: list('ListCoverage', 200),
    members: list('ListMembers', 50),
    filters: {
      ...list('ListFilters', 100, 'CreateFilter', 'UpdateFilter', 'DeleteFilter'),
      identity: caseNotIn('name', { unique: false }, `${api}/API_ListFilters.html`),
      lag: lagNotIn(`${api}/API_ListFilters.html`),
    },
  },
};
