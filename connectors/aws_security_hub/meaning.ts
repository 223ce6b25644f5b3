import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const api = 'https://docs.aws.amazon.com/securityhub/1.0/APIReference';
const guide = 'https://docs.aws.amazon.com/securityhub/latest/userguide';
const permissions = 'https://docs.aws.amazon.com/service-authorization/latest/reference/list_awssecurityhub.html';

const allowed = (read: string, ...write: readonly string[]): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: {
    read: [`securityhub:${read}`],
    ...(write.length === 0 ? {} : { write: write.map((action) => `securityhub:${action}`) }),
    page: permissions,
  },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: `${api}/API_Operations.html` },
    listing: { leavesOut: [], paging: 'cursor', page: `${api}/API_GetFindings.html` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${api}/API_Operations.html` },
    identity: { none: 'Ids are given by Security Hub.', page: `${api}/API_Operations.html` },
    filter: { none: 'Filters take instants only.', page: `${api}/API_AwsSecurityFindingFilters.html` },
    lag: { none: 'Nothing is looked up before it is written.', page: `${api}/API_BatchUpdateFindings.html` },
    ceilings: { pageSize: 100, page: `${api}/API_GetFindings.html` },
    login: {
      answers: [
        { status: 403, body: { __type: 'UnrecognizedClientException' }, kind: 'auth_invalid' },
        { status: 403, body: { __type: 'ExpiredTokenException' }, kind: 'auth_expired' },
        { status: 403, body: { __type: 'InvalidClientTokenId' }, kind: 'auth_invalid' },
        { status: 400, body: { __type: 'AccessDeniedException' }, kind: 'permission' },
        { status: 403, body: { __type: 'AccessDeniedException' }, kind: 'permission' },
        { status: 400, body: { __type: 'ThrottlingException' }, kind: 'rate_limited' },
        // Of single actions. @see https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_GetFindings.html
        { status: 429, body: { __type: 'LimitExceededException' }, kind: 'rate_limited' },
      ],
      page: `${api}/CommonErrors.html`,
    },
    errorsInside: { none: 'Errors of lists have a status of their own.', page: `${api}/CommonErrors.html` },
  },
  objects: {
    findings: {
      changed: {
        notDocumented: {
          pages: [`${api}/API_GetFindings.html`],
          careful: {
            field: 'UpdatedAt',
            askedAs: 'Start',
            zone: 'utc',
            granularityMs: 1,
            late: { marginMs: 240_000 },
            misses: 'Updates by BatchUpdateFindings.',
          },
        },
      },
      deletes: {
        seen: 'state',
        how: '`RecordState` is ARCHIVED; 30 days after its last update, such a finding is deleted, an active one after 90.',
        page: `${guide}/securityhub-findings.html`,
      },
      identity: { none: 'A finding is named by its id and its product.', page: `${api}/API_BatchImportFindings.html` },
      ...allowed('GetFindings', 'BatchUpdateFindings', 'BatchImportFindings'),
    },
    controls: allowed('ListSecurityControlDefinitions'),
    standards: allowed('DescribeStandards'),
    enabled_standards: allowed('GetEnabledStandards'),
    insights: allowed('GetInsights'),
    action_targets: allowed('DescribeActionTargets'),
    automation_rules: allowed('ListAutomationRules'),
    members: { ceilings: { pageSize: 50, page: `${api}/API_ListMembers.html` }, ...allowed('ListMembers') },
  },
};
