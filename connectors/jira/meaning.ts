import type { Meaning, ObjectMeaning, SampleAnswer } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn, pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const api = 'https://developer.atlassian.com/cloud/jira/platform/rest/v3';
const search = 'https://developer.atlassian.com/cloud/jira/platform/search-and-reconcile/';
const sizes = 'https://confluence.atlassian.com/jirakb/changing-maxresults-parameter-for-jira-rest-api-779160706.html';
const scopes = 'https://developer.atlassian.com/cloud/jira/platform/scopes-for-oauth-2-3LO-and-forge-apps/';

/** Jira answers those it does not know as it answers everybody: with what anonymous users may see, which is often nothing. */
const anonymous = (reason: string): SampleAnswer => ({
  status: 200,
  headers: { 'x-seraph-loginreason': reason },
  body: { issues: [], isLast: true },
  kind: 'auth_invalid',
});

/** Read with the issues that have them. */
const embedded = (page: string): Meaning['objects'][string] => ({
  listing: {
    leavesOut: ['those of issues of archived projects'],
    paging: 'cursor',
    page: `${api}/api-group-issue-search/`,
  },
  ceilings: { pageSize: 100, page: `${api}/api-group-issue-search/` },
  scopes: { read: ['read:jira-work'], write: ['write:jira-work'], page: `${api}/${page}/` },
});

/** A client that is made from the vendor's description, with its texts. */
const software = 'https://github.com/MrRefactoring/jira.js/blob/master/src/agile/api';

const ofSoftware = (group: 'board' | 'sprint'): Partial<ObjectMeaning> => ({
  ceilings: pageSizeNotIn(`${software}/${group}.ts`),
  lag: { none: 'Writes look nothing up.', page: `${software}/${group}.ts` },
  scopes: { notDocumented: { pages: [`${software}/${group}.ts`], careful: { refusals: 'stop' } } },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'Nothing but issues can be asked for by when it changed.', page: `${api}/intro/` },
    listing: { leavesOut: [], paging: 'position', page: `${api}/intro/#pagination` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${api}/intro/` },
    identity: { none: 'Ids are given by Jira.', page: `${api}/intro/` },
    filter: { none: 'Lists take plain parameters.', page: `${api}/intro/` },
    lag: { none: 'Lists come from the database.', page: search },
    ceilings: { none: 'Pages are cut to sizes of the server, which may change.', page: sizes },
    login: {
      answers: [
        anonymous('AUTHENTICATED_FAILED'),
        anonymous('AUTHENTICATION_DENIED'),
        {
          status: 401,
          body: { message: 'Client must be authenticated to access this resource.' },
          kind: 'auth_invalid',
        },
      ],
      page: 'https://github.com/MrRefactoring/jira.js/issues/418',
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${api}/intro/#status-codes` },
    scopes: { read: ['read:jira-work'], write: ['write:jira-work'], page: scopes },
  },
  objects: {
    boards: {
      ...ofSoftware('board'),
      listing: { leavesOut: ['boards that the user may not view'], paging: 'position', page: `${software}/board.ts` },
      scopes: { read: ['read:board-scope:jira-software', 'read:project:jira'], page: `${software}/board.ts` },
    },
    sprints: {
      ...ofSoftware('sprint'),
      listing: { leavesOut: ['sprints that the user may not view'], paging: 'position', page: `${software}/board.ts` },
      deletes: {
        seen: 'absence',
        how: 'Open issues of a deleted sprint are in the backlog.',
        page: `${software}/sprint.ts`,
      },
    },
    sprint_issues: {
      ...ofSoftware('sprint'),
      listing: { leavesOut: ['issues that the user may not see'], paging: 'cursor', page: `${software}/sprint.ts` },
      ceilings: { pageSize: 5000, cutsShort: true, page: `${software}/sprint.ts` },
    },
    issues: {
      changed: {
        field: 'fields.updated',
        inclusive: true,
        zone: 'account',
        granularityMs: 60_000,
        late: { marginMs: 60_000 },
        misses: 'Changes of links and of votes.',
        page: 'https://support.atlassian.com/jira-service-management-cloud/docs/jql-fields/',
      },
      listing: {
        leavesOut: ['issues of archived projects', 'issues that the user may not see'],
        paging: 'cursor',
        page: `${api}/api-group-issue-search/`,
      },
      identity: {
        none: 'Summaries are not unique; they are looked for within their project.',
        page: `${api}/api-group-issues/`,
      },
      filter: {
        languages: ['jql', 'jql_words'],
        page: 'https://support.atlassian.com/jira-software-cloud/docs/search-syntax-for-text-fields/',
      },
      lag: lagNotIn(`${api}/api-group-issue-search/`, `${api}/api-group-issues/`),
      ceilings: { pageSize: 100, page: `${api}/api-group-issue-search/` },
    },
    issue_links: embedded('api-group-issue-links'),
    attachments: embedded('api-group-issue-attachments'),
    versions: {
      scopes: {
        read: ['read:jira-work'],
        write: ['manage:jira-project'],
        page: `${api}/api-group-project-versions/`,
      },
    },
    components: {
      scopes: {
        read: ['read:jira-work'],
        write: ['manage:jira-project'],
        page: `${api}/api-group-project-components/`,
      },
    },
    users: {
      identity: { field: 'emailAddress', unique: true, ignoresCase: true, page: `${api}/api-group-users/` },
      lag: lagNotIn(`${api}/api-group-user-search/`),
      ceilings: { pageSize: 1000, page: `${api}/api-group-user-search/` },
      // Users are created and deleted with an API token alone.
      scopes: { read: ['read:jira-user'], page: `${api}/api-group-users/` },
    },
    groups: {
      identity: caseNotIn('name', { unique: true }, `${api}/api-group-groups/`),
      scopes: { read: ['read:jira-user'], write: ['manage:jira-configuration'], page: scopes },
    },
    group_members: {
      scopes: { read: ['manage:jira-configuration'], page: `${api}/api-group-groups/` },
    },
    group_memberships: {
      ceilings: { none: 'They are not listed.', page: `${api}/api-group-groups/` },
      scopes: { write: ['manage:jira-configuration'], page: `${api}/api-group-groups/` },
    },
    priorities: { scopes: { read: ['manage:jira-configuration'], page: `${api}/api-group-issue-priorities/` } },
    statuses: { scopes: { read: ['manage:jira-configuration'], page: `${api}/api-group-status/` } },
    roles: { scopes: { read: ['manage:jira-configuration'], page: `${api}/api-group-project-roles/` } },
    audit_records: {
      ceilings: { pageSize: 1000, page: `${api}/api-group-audit-records/` },
      scopes: { read: ['manage:jira-configuration'], page: scopes },
    },
    projects: {
      listing: { leavesOut: ['archived', 'deleted'], paging: 'position', page: `${api}/api-group-projects/` },
      deletes: {
        seen: 'state',
        how: 'A deleted project is in the bin for 60 days.',
        page: `${api}/api-group-projects/`,
      },
      ceilings: { pageSize: 100, page: `${api}/api-group-projects/` },
      scopes: {
        read: ['read:jira-work'],
        write: ['manage:jira-project', 'manage:jira-configuration'],
        page: `${api}/api-group-projects/`,
      },
    },
  },
};
