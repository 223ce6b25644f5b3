import { z } from 'zod';
import { finds, type HttpObject, reads, writes } from '../kit/define.ts';
import type { GivenPages, HttpFind, HttpWrite } from '../kit/http/operations.ts';
import * as schemas from './schema.ts';

const docs = 'https://docs.github.com/en/rest';
const repo = '/repos/{config.owner}/{config.repo}';
const org = '/orgs/{config.owner}';

interface Listing {
  title: string;
  path: string;
  page: string;
  schema: z.ZodType;
  key?: string;
  query?: Record<string, string>;
  /** Member of the answer that holds the list; absent: the answer is the list. */
  list?: string;
  /** Where one record is, with `{value}` in its place. */
  one?: string;
  /** Read once for each repository of the organization. */
  ofRepositories?: boolean;
  /** The list takes `since`: what changed at an instant or later. */
  since?: boolean;
}

/** 100 records a page at most. @see https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api */
const paged = {
  format: { kind: 'json' },
  paginate: { kind: 'link_header', sizeParameter: 'per_page', pageSize: 100 },
} as const;
const teams = { kind: 'pages', request: { method: 'GET', path: `${org}/teams` }, ...paged } as const;
const repositories: GivenPages['parents'] = {
  from: { kind: 'pages', request: { method: 'GET', path: `${org}/repos` }, ...paged },
  key: 'full_name',
  copy: { repository_full_name: 'full_name' },
};
/** Where a repository of the organization is. */
const each = '/repos/{config.owner}/{parent.name}';

function listed(
  { title, path, page, schema, key = 'id', query = {}, list, since = false, ofRepositories = false, one }: Listing,
  rest: HttpObject['operations'] = {},
): HttpObject {
  const reading = reads({
    kind: 'pages',
    request: { method: 'GET', path, query },
    ...paged,
    ...(list === undefined ? {} : { format: { kind: 'json', recordsPath: list } }),
    ...(since ? { incremental: { kind: 'server_filter', parameter: 'since', format: 'iso_s' } } : {}),
    ...(ofRepositories ? { parents: repositories } : {}),
  });
  const keys = ofRepositories ? ['repository_full_name', key] : [key];
  return {
    title,
    key: keys,
    schema,
    docsUrl: `${docs}/${page}`,
    operations: { list: reading, ...(one === undefined ? {} : { find: findAt(one) }), ...rest },
  };
}

/** Finds a record by what names it in its address. */
function findAt(path: string): HttpFind {
  const format = { kind: 'json', recordsPath: '$' } as const;
  return finds({ request: { method: 'GET', path }, format, notFoundIsAbsent: true });
}

/** A write that has the same effect when it is made twice. */
function repeats(method: 'PUT' | 'PATCH' | 'DELETE', path: string): HttpWrite {
  return writes({ request: { method, path }, idempotency: { kind: 'put_by_key' } });
}

/** Creates what is not at its own address; without one, nobody can tell. */
function creates(path: string, own: string | undefined, targetIdPath: string): HttpWrite {
  const request = { method: 'GET', path: own ?? path } as const;
  const looked = { kind: 'find', request, recordsPath: '$', notFoundIsAbsent: true } as const;
  return writes({
    request: { method: 'POST', path },
    idempotency: own === undefined ? { kind: 'none' } : looked,
    targetIdPath,
  });
}

const { Issue, Comment, Label, Milestone, PullRequest, Repository, Account, Team, Invitation, Alert } = schemas;
const { Commit, Branch, Release, Run, Webhook, Event } = schemas;

const all = { state: 'all' };
const ofRepository = { repository_full_name: z.string().meta({ title: 'owner/name' }) };

export const objects: Readonly<Record<string, HttpObject>> = {
  issues: listed(
    {
      title: 'Issues of the repository',
      path: `${repo}/issues`,
      page: 'issues/issues',
      schema: Issue,
      one: `${repo}/issues/{value}`,
      since: true,
      query: all,
    },
    { create: creates(`${repo}/issues`, undefined, 'number'), update: repeats('PATCH', `${repo}/issues/{number}`) },
  ),
  issue_comments: listed(
    {
      title: 'Comments of issues',
      path: `${repo}/issues/comments`,
      page: 'issues/comments',
      schema: Comment,
      since: true,
    },
    {
      create: creates(`${repo}/issues/{issue_number}/comments`, undefined, 'id'),
      update: repeats('PATCH', `${repo}/issues/comments/{id}`),
      delete: repeats('DELETE', `${repo}/issues/comments/{id}`),
    },
  ),
  labels: listed(
    {
      title: 'Labels',
      path: `${repo}/labels`,
      page: 'issues/labels',
      schema: Label,
      one: `${repo}/labels/{value}`,
      key: 'name',
    },
    {
      create: creates(`${repo}/labels`, `${repo}/labels/{name}`, 'name'),
      update: repeats('PATCH', `${repo}/labels/{name}`),
      delete: repeats('DELETE', `${repo}/labels/{name}`),
    },
  ),
  milestones: listed(
    {
      title: 'Milestones',
      path: `${repo}/milestones`,
      page: 'issues/milestones',
      schema: Milestone,
      one: `${repo}/milestones/{value}`,
      key: 'number',
      query: all,
    },
    {
      create: creates(`${repo}/milestones`, undefined, 'number'),
      update: repeats('PATCH', `${repo}/milestones/{number}`),
      delete: repeats('DELETE', `${repo}/milestones/{number}`),
    },
  ),
  pull_requests: listed(
    {
      title: 'Pull requests',
      path: `${repo}/pulls`,
      page: 'pulls/pulls',
      schema: PullRequest,
      one: `${repo}/pulls/{value}`,
      query: all,
    },
    { create: creates(`${repo}/pulls`, undefined, 'number'), update: repeats('PATCH', `${repo}/pulls/{number}`) },
  ),
  commits: listed({
    title: 'Commits',
    path: `${repo}/commits`,
    page: 'commits/commits',
    schema: Commit,
    one: `${repo}/commits/{value}`,
    key: 'sha',
  }),
  branches: listed({
    title: 'Branches',
    path: `${repo}/branches`,
    page: 'branches/branches',
    schema: Branch,
    one: `${repo}/branches/{value}`,
    key: 'name',
  }),
  releases: listed(
    {
      title: 'Releases',
      path: `${repo}/releases`,
      page: 'releases/releases',
      schema: Release,
      one: `${repo}/releases/{value}`,
    },
    {
      create: creates(`${repo}/releases`, `${repo}/releases/tags/{tag_name}`, 'id'),
      update: repeats('PATCH', `${repo}/releases/{id}`),
      delete: repeats('DELETE', `${repo}/releases/{id}`),
    },
  ),
  workflow_runs: listed({
    title: 'Runs of workflows',
    path: `${repo}/actions/runs`,
    page: 'actions/workflow-runs',
    schema: Run,
    one: `${repo}/actions/runs/{value}`,
    list: 'workflow_runs',
  }),
  collaborators: listed({
    title: 'Collaborators of the repository',
    path: `${repo}/collaborators`,
    page: 'collaborators/collaborators',
    schema: Account,
  }),
  events: listed({ title: 'Events of the repository', path: `${repo}/events`, page: 'activity/events', schema: Event }),
  repositories: listed(
    {
      title: 'Repositories of the organization',
      path: `${org}/repos`,
      page: 'repos/repos',
      schema: Repository,
      one: '/repos/{config.owner}/{value}',
    },
    {
      create: creates(`${org}/repos`, '/repos/{config.owner}/{name}', 'id'),
      update: repeats('PATCH', '/repos/{config.owner}/{name}'),
    },
  ),
  members: listed({
    title: 'Members of the organization',
    path: `${org}/members`,
    page: 'orgs/members',
    schema: Account,
  }),
  users: {
    title: 'Users, by their login',
    key: ['login'],
    schema: Account,
    docsUrl: `${docs}/users/users`,
    operations: { find: findAt('/users/{value}') },
  },
  /** An invitation, until it is accepted; taking a membership back ends access. */
  memberships: {
    title: 'Memberships of the organization',
    key: ['username'],
    docsUrl: `${docs}/orgs/members`,
    operations: {
      upsert: repeats('PUT', `${org}/memberships/{username}`),
      delete: repeats('DELETE', `${org}/memberships/{username}`),
    },
  },
  outside_collaborators: listed({
    title: 'Outside collaborators of the organization',
    path: `${org}/outside_collaborators`,
    page: 'orgs/outside-collaborators',
    schema: Account,
  }),
  invitations: listed({
    title: 'Open invitations to the organization',
    path: `${org}/invitations`,
    page: 'orgs/members',
    schema: Invitation,
  }),
  teams: listed(
    { title: 'Teams', path: `${org}/teams`, page: 'teams/teams', schema: Team, one: `${org}/teams/{value}` },
    {
      create: creates(`${org}/teams`, undefined, 'id'),
      update: repeats('PATCH', `${org}/teams/{slug}`),
      delete: repeats('DELETE', `${org}/teams/{slug}`),
    },
  ),
  team_memberships: {
    title: 'Memberships of teams',
    key: ['team_slug', 'username'],
    docsUrl: `${docs}/teams/members`,
    operations: {
      upsert: repeats('PUT', `${org}/teams/{team_slug}/memberships/{username}`),
      delete: repeats('DELETE', `${org}/teams/{team_slug}/memberships/{username}`),
    },
  },
  organization_issues: listed({
    title: 'Issues of all repositories of the organization',
    path: `${each}/issues`,
    page: 'issues/issues',
    schema: Issue.extend(ofRepository),
    key: 'number',
    query: all,
    ofRepositories: true,
  }),
  organization_pull_requests: listed({
    title: 'Pull requests of all repositories of the organization',
    path: `${each}/pulls`,
    page: 'pulls/pulls',
    schema: PullRequest.extend(ofRepository),
    key: 'number',
    query: all,
    ofRepositories: true,
  }),
  organization_collaborators: listed({
    title: 'Collaborators of all repositories of the organization',
    path: `${each}/collaborators`,
    page: 'collaborators/collaborators',
    schema: Account.extend(ofRepository),
    ofRepositories: true,
  }),
  team_members: {
    title: 'Members of teams',
    key: ['team_slug', 'id'],
    schema: Account.extend({ team_slug: z.string() }),
    docsUrl: `${docs}/teams/members`,
    operations: {
      list: reads({
        kind: 'pages',
        request: { method: 'GET', path: `${org}/teams/{parent.slug}/members` },
        ...paged,
        parents: { from: teams, key: 'slug', copy: { team_slug: 'slug' } },
      }),
    },
  },
  dependabot_alerts: listed({
    title: 'Alerts of vulnerable dependencies',
    path: `${org}/dependabot/alerts`,
    page: 'dependabot/alerts',
    schema: Alert,
    key: 'html_url',
  }),
  code_scanning_alerts: listed({
    title: 'Alerts of code scanning',
    path: `${org}/code-scanning/alerts`,
    page: 'code-scanning/code-scanning',
    schema: Alert,
    key: 'html_url',
  }),
  secret_scanning_alerts: listed({
    title: 'Alerts of leaked secrets',
    path: `${org}/secret-scanning/alerts`,
    page: 'secret-scanning/secret-scanning',
    schema: Alert,
    key: 'html_url',
  }),
  webhooks: listed(
    { title: 'Webhooks of the organization', path: `${org}/hooks`, page: 'orgs/webhooks', schema: Webhook },
    {
      create: creates(`${org}/hooks`, undefined, 'id'),
      update: repeats('PATCH', `${org}/hooks/{id}`),
      delete: repeats('DELETE', `${org}/hooks/{id}`),
    },
  ),
};
