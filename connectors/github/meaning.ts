import type { Changed, Fact, Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const rest = 'https://docs.github.com/en/rest';
const problems = `${rest}/using-the-rest-api/troubleshooting-the-rest-api`;
const permissions = `${rest}/authentication/permissions-required-for-fine-grained-personal-access-tokens`;

/** What a token of an organization or repository must be allowed to do. */
const needs = (read: string, write?: string): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [read], ...(write === undefined ? {} : { write: [write] }), page: permissions },
});

const since = (misses: string, page: string): Fact<Changed> => ({
  field: 'updated_at',
  inclusive: false,
  zone: 'utc',
  granularityMs: 1000,
  late: { marginMs: 60_000 },
  misses,
  page: `${rest}/${page}`,
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: rest },
    listing: { leavesOut: [], paging: 'position', page: `${rest}/using-the-rest-api/using-pagination-in-the-rest-api` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: rest },
    identity: { none: 'Ids are given by GitHub.', page: rest },
    filter: { none: 'Lists take plain parameters.', page: rest },
    lag: { none: 'Addresses of records are read from the database.', page: rest },
    ceilings: { pageSize: 100, page: `${rest}/using-the-rest-api/using-pagination-in-the-rest-api` },
    login: {
      answers: [
        { status: 401, body: { message: 'Bad credentials' }, kind: 'auth_invalid' },
        { status: 403, body: { message: 'Resource not accessible by personal access token' }, kind: 'permission' },
        { status: 403, body: { message: 'You have exceeded a secondary rate limit.' }, kind: 'rate_limited' },
        { status: 404, body: { message: 'Not Found' }, kind: 'not_found' },
      ],
      page: problems,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: problems },
    scopes: { unknown: 'Each group of endpoints has permissions of its own.' },
  },
  objects: {
    issues: {
      changed: since(
        'Deletions. Which changes leave it as it is, the page does not tell.',
        'issues/issues#list-repository-issues',
      ),
      listing: { leavesOut: ['transferred or deleted'], paging: 'position', page: `${rest}/issues/issues` },
      scopes: { read: ['Issues: read'], write: ['Issues: write'], page: permissions },
    },
    issue_comments: {
      changed: since(
        'Deletions. Which changes leave it as it is, the page does not tell.',
        'issues/comments#list-issue-comments-for-a-repository',
      ),
      scopes: { read: ['Issues: read'], write: ['Issues: write'], page: permissions },
    },
    labels: {
      identity: {
        field: 'name',
        unique: true,
        ignoresCase: true,
        page: 'https://github.com/git-bug/git-bug/issues/176',
      },
      scopes: { read: ['Issues: read'], write: ['Issues: write'], page: permissions },
    },
    pull_requests: { scopes: { read: ['Pull requests: read'], write: ['Pull requests: write'], page: permissions } },
    commits: {
      changed: {
        field: 'commit.committer.date',
        inclusive: false,
        zone: 'utc',
        granularityMs: 1000,
        late: { marginMs: 60_000 },
        misses: 'Commits that were made earlier and are pushed later.',
        page: `${rest}/commits/commits#list-commits`,
      },
      scopes: { read: ['Contents: read'], page: permissions },
    },
    releases: { scopes: { read: ['Contents: read'], write: ['Contents: write'], page: permissions } },
    repositories: {
      identity: { field: 'name', unique: true, ignoresCase: true, page: `${rest}/repos/repos` },
      scopes: { read: ['Metadata: read'], write: ['Administration: write'], page: permissions },
    },
    milestones: needs('Issues: read', 'Issues: write'),
    branches: needs('Contents: read'),
    workflow_runs: needs('Actions: read'),
    collaborators: needs('Metadata: read'),
    events: {
      ...needs('Metadata: read'),
      deletes: { seen: 'absence', how: 'Events of the last 30 days are listed.', page: `${rest}/activity/events` },
      lag: { ms: 6 * 3_600_000, page: `${rest}/activity/events` },
    },
    users: { scopes: { none: 'Public profiles need no permission.', page: `${rest}/users/users` } },
    outside_collaborators: needs('Members: read'),
    invitations: needs('Members: read'),
    team_memberships: needs('Members: read', 'Members: write'),
    team_members: needs('Members: read'),
    organization_issues: {
      ...needs('Issues: read'),
      changed: since(
        'Deletions. Which changes leave it as it is, the page does not tell.',
        'issues/issues#list-repository-issues',
      ),
    },
    organization_pull_requests: needs('Pull requests: read'),
    organization_collaborators: needs('Metadata: read'),
    dependabot_alerts: needs('Dependabot alerts: read'),
    code_scanning_alerts: needs('Code scanning alerts: read'),
    secret_scanning_alerts: needs('Secret scanning alerts: read'),
    members: { scopes: { read: ['Members: read'], page: permissions } },
    memberships: { scopes: { write: ['Members: write'], page: permissions } },
    teams: {
      identity: { field: 'name', unique: true, ignoresCase: true, page: `${rest}/teams/teams` },
      scopes: { read: ['Members: read'], write: ['Members: write'], page: permissions },
    },
    webhooks: { scopes: { read: ['Webhooks: read'], write: ['Webhooks: write'], page: permissions } },
  },
};
