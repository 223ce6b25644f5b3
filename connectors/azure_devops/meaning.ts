import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://learn.microsoft.com/en-us/rest/api/azure/devops';
const revisions = `${docs}/wit/reporting-work-item-revisions`;
const tokens =
  'https://learn.microsoft.com/en-us/azure/devops/organizations/accounts/use-personal-access-tokens-to-authenticate';
const scopesPage = 'https://learn.microsoft.com/en-us/azure/devops/integrate/get-started/authentication/oauth#scopes';

const needs = (read: string, write?: string): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [read], ...(write === undefined ? {} : { write: [write] }), page: scopesPage },
});

/** Pages behind a token. */
const byToken = (page: string, leavesOut: readonly string[] = []): Partial<ObjectMeaning> => ({
  listing: { leavesOut, paging: 'cursor', page },
  ceilings: pageSizeNotIn(page),
});

export const meaning: Meaning = {
  asOf: '2026-11-24',
  all: {
    changed: { none: 'The list takes no instant of change.', page: docs },
    listing: { leavesOut: [], paging: 'position', page: `${docs}/core/projects/list` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Ids are given by Azure DevOps.', page: docs },
    filter: { none: 'Lists take plain parameters.', page: docs },
    lag: { none: 'No record is looked for before it is written.', page: docs },
    ceilings: pageSizeNotIn(`${docs}/core/projects/list`, `${docs}/core/teams/get-all-teams`),
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        {
          status: 403,
          body: { $id: '1', message: 'TF400813: The user is not authorized to access this resource.' },
          kind: 'permission',
        },
        { status: 404, body: { $id: '1', message: 'TF200016: The project does not exist.' }, kind: 'not_found' },
      ],
      page: tokens,
    },
    errorsInside: {
      answers: [
        {
          status: 203,
          headers: { 'content-type': 'text/html; charset=utf-8' },
          body: 'Azure DevOps Services | Sign In',
          kind: 'auth_invalid',
        },
      ],
      page: 'https://stackoverflow.com/questions/78298298',
    },
    ...needs('vso.project'),
  },
  objects: {
    teams: needs('vso.project', 'vso.project_manage'),
    users: { ...byToken(`${docs}/graph/users/list`, ['deleted users']), ...needs('vso.graph') },
    groups: { ...byToken(`${docs}/graph/groups/list`, ['deleted groups']), ...needs('vso.graph') },
    memberships: {
      listing: { leavesOut: ['members of nested groups'], paging: 'whole', page: `${docs}/graph/memberships/list` },
      ceilings: { none: 'All of a group come at once.', page: `${docs}/graph/memberships/list` },
      ...needs('vso.graph', 'vso.graph_manage'),
    },
    work_items: {
      changed: {
        field: 'continuationToken',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1,
        late: { ms: 0 },
        misses: 'Long texts of comments, which are discussions of their own.',
        page: revisions,
      },
      ...byToken(revisions, ['work items in the recycle bin']),
      ...needs('vso.work', 'vso.work_write'),
      deletes: {
        seen: 'absence',
        how: 'Deleted work items go to the recycle bin, and are not listed (includeDeleted).',
        page: `${revisions}/read-reporting-revisions-get`,
      },
    },
    repositories: {
      listing: {
        leavesOut: ['disabled repositories that are hidden'],
        paging: 'whole',
        page: `${docs}/git/repositories/list`,
      },
      ceilings: { none: 'All come at once.', page: `${docs}/git/repositories/list` },
      ...needs('vso.code'),
    },
    pull_requests: {
      ...needs('vso.code'),
      ceilings: pageSizeNotIn(`${docs}/git/pull-requests/get-pull-requests-by-project`),
    },
    pipelines: { ...byToken(`${docs}/build/definitions/list`), ...needs('vso.build') },
    builds: { ...byToken(`${docs}/build/builds/list`, ['deleted builds']), ...needs('vso.build') },
  },
};
