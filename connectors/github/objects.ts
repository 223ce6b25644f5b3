import { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import type { GivenPages } from '../kit/http/operations.ts';
import { findAt, restApi, withNamed } from '../kit/rest.ts';
import { findOrCreate, idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, objectOf, pagesOf } = restApi({
  docs: (page) => `https://docs.github.com/en/rest/${page}`,
  // 100 at most. @see https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api
  paginate: { kind: 'link_header', sizeParameter: 'per_page', pageSize: 100 },
});
const repo = '/repos/{config.owner}/{config.repo}';
const org = '/orgs/{config.owner}';

/** The list takes `since`: what changed after an instant. */
const since: GivenPages['incremental'] = { kind: 'server_filter', parameter: 'since', format: 'iso_s' };

/** Read once for each repository of the organization. */
const ofRepositories: GivenPages['parents'] = {
  from: pagesOf({ path: `${org}/repos` }),
  key: 'full_name',
  copy: { repository_full_name: 'full_name' },
};
const ofRepository = { repository_full_name: z.string().meta({ title: 'owner/name' }) };
/** Where a repository of the organization is. */
const each = '/repos/{config.owner}/{parent.name}';

const all = { state: 'all' };

export const objects: Readonly<Record<string, HttpObject>> = {
  issues: withNamed(
    listOf(
      {
        title: 'Repository issues',
        path: `${repo}/issues`,
        docs: 'issues/issues',
        schema: schemas.Issue,
        find: true,
        incremental: since,
        query: all,
      },
      writesAt({ path: `${repo}/issues`, id: 'number', only: ['create', 'update'] }),
    ),
    {
      close: { object: 'issues', operation: 'update', of: 'number', values: { state: 'closed' } },
      comment: { object: 'issue_comments', operation: 'create', of: 'issue_number' },
      reopen: { object: 'issues', operation: 'update', of: 'number', values: { state: 'open' } },
    },
  ),
  issue_comments: listOf(
    {
      title: 'Issue comments',
      path: `${repo}/issues/comments`,
      docs: 'issues/comments',
      schema: schemas.Comment,
      incremental: since,
    },
    writesAt({ path: `${repo}/issues/{issue_number}/comments`, record: `${repo}/issues/comments/{id}` }),
  ),
  labels: listOf(
    { title: 'Labels', path: `${repo}/labels`, docs: 'issues/labels', schema: schemas.Label, find: true, key: 'name' },
    {
      create: findOrCreate(`POST ${repo}/labels`, {
        find: { path: `${repo}/labels/{name}`, recordsPath: '$', ignoresCase: true },
        targetIdPath: 'name',
      }),
      ...writesAt({ path: `${repo}/labels`, id: 'name', only: ['update', 'delete'] }),
    },
  ),
  milestones: listOf(
    {
      title: 'Milestones',
      path: `${repo}/milestones`,
      docs: 'issues/milestones',
      schema: schemas.Milestone,
      find: true,
      key: 'number',
      query: all,
    },
    writesAt({ path: `${repo}/milestones`, id: 'number' }),
  ),
  pull_requests: listOf(
    {
      title: 'Pull requests',
      path: `${repo}/pulls`,
      docs: 'pulls/pulls',
      schema: schemas.PullRequest,
      find: true,
      query: all,
    },
    writesAt({ path: `${repo}/pulls`, id: 'number', only: ['create', 'update'] }),
  ),
  commits: listOf({
    title: 'Commits',
    path: `${repo}/commits`,
    docs: 'commits/commits',
    schema: schemas.Commit,
    find: true,
    key: 'sha',
    // By the date of the commit. @see https://docs.github.com/en/rest/commits/commits#list-commits
    incremental: since,
  }),
  branches: listOf({
    title: 'Branches',
    path: `${repo}/branches`,
    docs: 'branches/branches',
    schema: schemas.Branch,
    find: true,
    key: 'name',
  }),
  releases: listOf(
    { title: 'Releases', path: `${repo}/releases`, docs: 'releases/releases', schema: schemas.Release, find: true },
    {
      create: findOrCreate(`POST ${repo}/releases`, {
        find: { path: `${repo}/releases/tags/{tag_name}`, recordsPath: '$' },
        targetIdPath: 'id',
      }),
      ...writesAt({ path: `${repo}/releases`, only: ['update', 'delete'] }),
    },
  ),
  workflow_runs: listOf({
    title: 'Workflow runs',
    path: `${repo}/actions/runs`,
    docs: 'actions/workflow-runs',
    schema: schemas.Run,
    find: true,
    recordsPath: 'workflow_runs',
  }),
  collaborators: listOf({
    title: 'Repository collaborators',
    path: `${repo}/collaborators`,
    docs: 'collaborators/collaborators',
    schema: schemas.Account,
  }),
  events: listOf({
    title: 'Repository events',
    path: `${repo}/events`,
    docs: 'activity/events',
    schema: schemas.Event,
  }),
  repositories: listOf(
    {
      title: 'Organization repositories',
      path: `${org}/repos`,
      docs: 'repos/repos',
      schema: schemas.Repository,
      find: '/repos/{config.owner}/{value}',
    },
    {
      create: findOrCreate(`POST ${org}/repos`, {
        find: { path: '/repos/{config.owner}/{name}', recordsPath: '$', ignoresCase: true },
        targetIdPath: 'id',
      }),
      update: idempotent('PATCH /repos/{config.owner}/{name}'),
    },
  ),
  members: listOf({
    title: 'Organization members',
    path: `${org}/members`,
    docs: 'orgs/members',
    schema: schemas.Account,
  }),
  users: objectOf(
    { title: 'Users, by their login', docs: 'users/users', key: 'login', schema: schemas.Account },
    { find: findAt('/users/{value}') },
  ),
  /** An invitation, until it is accepted; taking a membership back ends access. */
  memberships: objectOf(
    { title: 'Organization memberships', docs: 'orgs/members', key: 'username' },
    {
      upsert: idempotent(`PUT ${org}/memberships/{username}`),
      delete: idempotent(`DELETE ${org}/memberships/{username}`),
    },
  ),
  outside_collaborators: listOf({
    title: 'Outside collaborators',
    path: `${org}/outside_collaborators`,
    docs: 'orgs/outside-collaborators',
    schema: schemas.Account,
  }),
  invitations: listOf({
    title: 'Pending organization invitations',
    path: `${org}/invitations`,
    docs: 'orgs/members',
    schema: schemas.Invitation,
  }),
  teams: listOf(
    { title: 'Teams', path: `${org}/teams`, docs: 'teams/teams', schema: schemas.Team, find: true },
    writesAt({ path: `${org}/teams`, record: `${org}/teams/{slug}` }),
  ),
  team_memberships: objectOf(
    { title: 'Team memberships', docs: 'teams/members', key: ['team_slug', 'username'] },
    {
      upsert: idempotent(`PUT ${org}/teams/{team_slug}/memberships/{username}`),
      delete: idempotent(`DELETE ${org}/teams/{team_slug}/memberships/{username}`),
    },
  ),
  organization_issues: listOf({
    title: 'Issues of all repositories of the organization',
    path: `${each}/issues`,
    docs: 'issues/issues',
    schema: schemas.Issue.extend(ofRepository),
    key: ['repository_full_name', 'number'],
    query: all,
    incremental: since,
    parents: ofRepositories,
  }),
  organization_pull_requests: listOf({
    title: 'Pull requests of all repositories of the organization',
    path: `${each}/pulls`,
    docs: 'pulls/pulls',
    schema: schemas.PullRequest.extend(ofRepository),
    key: ['repository_full_name', 'number'],
    query: all,
    parents: ofRepositories,
  }),
  organization_collaborators: listOf({
    title: 'Collaborators of all repositories of the organization',
    path: `${each}/collaborators`,
    docs: 'collaborators/collaborators',
    schema: schemas.Account.extend(ofRepository),
    key: ['repository_full_name', 'id'],
    parents: ofRepositories,
  }),
  team_members: listOf({
    title: 'Team members',
    path: `${org}/teams/{parent.slug}/members`,
    docs: 'teams/members',
    schema: schemas.Account.extend({ team_slug: z.string() }),
    key: ['team_slug', 'id'],
    parents: { from: pagesOf({ path: `${org}/teams` }), key: 'slug', copy: { team_slug: 'slug' } },
  }),
  dependabot_alerts: listOf({
    title: 'Dependabot alerts',
    path: `${org}/dependabot/alerts`,
    docs: 'dependabot/alerts',
    schema: schemas.Alert,
    key: 'html_url',
  }),
  code_scanning_alerts: listOf({
    title: 'Code scanning alerts',
    path: `${org}/code-scanning/alerts`,
    docs: 'code-scanning/code-scanning',
    schema: schemas.Alert,
    key: 'html_url',
  }),
  secret_scanning_alerts: listOf({
    title: 'Secret scanning alerts',
    path: `${org}/secret-scanning/alerts`,
    docs: 'secret-scanning/secret-scanning',
    schema: schemas.Alert,
    key: 'html_url',
  }),
  webhooks: listOf(
    { title: 'Organization webhooks', path: `${org}/hooks`, docs: 'orgs/webhooks', schema: schemas.Webhook },
    writesAt({ path: `${org}/hooks` }),
  ),
};
