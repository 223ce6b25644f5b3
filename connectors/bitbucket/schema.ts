import { z } from 'zod';

/** Records of the Bitbucket Cloud API: the fields that integrations use. @see https://developer.atlassian.com/cloud/bitbucket/rest/intro/ */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();
const uuid = z.string().meta({ title: 'Id, in braces' });
const repository_uuid = z.string().meta({ title: 'Id of the repository, in braces' });
const person = z.looseObject({ uuid: text, display_name: text }).nullish();

export const Repository = z.looseObject({
  uuid,
  full_name: text,
  name: text,
  description: text,
  is_private: flag,
  fork_policy: text,
  language: text,
  has_issues: flag,
  has_wiki: flag,
  size: whole,
  project: open,
  owner: person,
  created_on: instant,
  updated_on: instant,
});

export const Project = z.looseObject({
  uuid: text,
  key: z.string().meta({ title: 'Key' }),
  name: text,
  description: text,
  is_private: flag,
  owner: person,
  created_on: instant,
  updated_on: instant,
});

export const Member = z.looseObject({
  user: z.looseObject({ uuid: text, display_name: text }).nullish(),
  workspace: open,
});

export const PullRequest = z.looseObject({
  repository_uuid,
  id: z.int().meta({ title: 'Number in the repository' }),
  title: text,
  state: text.meta({ title: 'OPEN, MERGED, DECLINED or SUPERSEDED' }),
  author: person,
  source: open,
  destination: open,
  merge_commit: open,
  reviewers: list,
  participants: list,
  comment_count: whole,
  task_count: whole,
  close_source_branch: flag,
  created_on: instant,
  updated_on: instant,
});

export const Issue = z.looseObject({
  repository_uuid,
  id: z.int().meta({ title: 'Number in the repository' }),
  title: text,
  state: text,
  kind: text.meta({ title: 'bug, enhancement, proposal or task' }),
  priority: text,
  content: open,
  assignee: person,
  reporter: person,
  votes: whole,
  created_on: instant,
  updated_on: instant,
});
