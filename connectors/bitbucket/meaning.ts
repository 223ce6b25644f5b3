import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const rest = 'https://developer.atlassian.com/cloud/bitbucket/rest';

const updated = (misses: string, group: string): Pick<ObjectMeaning, 'changed'> => ({
  changed: {
    field: 'updated_on',
    inclusive: true,
    zone: 'utc',
    granularityMs: 1,
    late: { marginMs: 60_000 },
    misses,
    page: `${rest}/${group}/`,
  },
});

const scoped = (read: string, ...write: string[]): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [read], ...(write.length === 0 ? {} : { write }), page: `${rest}/intro/#authentication` },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: `${rest}/intro/#filtering` },
    listing: { leavesOut: [], paging: 'position', page: `${rest}/intro/#pagination` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${rest}/intro/` },
    identity: { none: 'Ids are given by Bitbucket.', page: `${rest}/intro/#uuid` },
    filter: { none: 'Filters hold instants only.', page: `${rest}/intro/#filtering` },
    lag: { none: 'No record is looked for before it is written.', page: `${rest}/intro/` },
    ceilings: { pageSize: 100, page: `${rest}/intro/#pagination` },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        {
          status: 403,
          body: {
            type: 'error',
            error: { message: 'Your credentials lack one or more required privilege scopes.' },
          },
          kind: 'permission',
        },
        { status: 429, kind: 'rate_limited' },
      ],
      page: `${rest}/intro/#standardized-error-responses`,
    },
    errorsInside: {
      none: 'Errors have a status of their own.',
      page: `${rest}/intro/#standardized-error-responses`,
    },
  },
  objects: {
    repositories: {
      ...updated('Repositories that were deleted.', 'api-group-repositories'),
      ...scoped('repository', 'repository:admin', 'repository:delete'),
    },
    projects: scoped('project', 'project:admin'),
    members: scoped('account'),
    pull_requests: {
      ...updated('Approvals.', 'api-group-pullrequests'),
      ceilings: {
        pageSize: 50,
        page: 'https://bitbucket.org/site/master/issues/9659/pagelen-wrongfully-limited-50-for-api-20',
      },
      ...scoped('pullrequest', 'pullrequest:write'),
    },
    pull_request_comments: { scopes: { write: ['pullrequest'], page: `${rest}/intro/#authentication` } },
    issues: {
      ...updated('Issues that were deleted.', 'api-group-issue-tracker'),
      ...scoped('issue', 'issue:write'),
    },
  },
};
