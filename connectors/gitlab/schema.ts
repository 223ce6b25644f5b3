import { z } from 'zod';

/** Records of GitLab: the fields that integrations use. @see https://docs.gitlab.com/api/rest/ */

const text = z.string().nullish();
const time = text.meta({ format: 'date-time' });
const flag = z.boolean().nullish();
const number = z.int().nullish();
const id = z.int().meta({ title: 'Id' });

const person = z.looseObject({ id: z.int(), username: text, name: text });
const people = z.array(person).nullish();

export const User = z.looseObject({
  id,
  username: text,
  name: text,
  state: text,
  email: text.meta({ title: 'E-mail address' }),
  public_email: text,
  bot: flag,
  external: flag,
  is_admin: flag,
  two_factor_enabled: flag,
  job_title: text,
  organization: text,
  location: text,
  note: text,
  web_url: text,
  created_at: time,
  last_sign_in_at: time,
  last_activity_on: text,
});

export const Group = z.looseObject({
  id,
  name: text,
  path: text,
  full_name: text,
  full_path: text,
  parent_id: number,
  description: text,
  visibility: text,
  web_url: text,
  created_at: time,
});

export const Project = z.looseObject({
  id,
  name: text,
  path: text,
  path_with_namespace: text,
  description: text,
  visibility: text,
  default_branch: text,
  topics: z.array(z.string()).nullish(),
  archived: flag,
  empty_repo: flag,
  creator_id: number,
  namespace: z.looseObject({ id: z.int(), full_path: text, kind: text }).nullish(),
  web_url: text,
  created_at: time,
  last_activity_at: time,
});

/** A number, or the full path. */
const owner = z.union([z.int(), z.string()]);

const member = {
  id: id.meta({ title: 'Id of the user' }),
  username: text,
  name: text,
  state: text,
  access_level: z
    .int()
    .nullish()
    .meta({ title: 'Access level: 10 guest, 20 reporter, 30 developer, 40 maintainer, 50 owner' }),
  expires_at: text,
  created_at: time,
};

export const GroupMember = z.looseObject({ group_id: owner.meta({ title: 'Id of the group' }), ...member });
export const ProjectMember = z.looseObject({ project_id: owner.meta({ title: 'Id of the project' }), ...member });

const work = {
  id,
  iid: z.int().meta({ title: 'Number in the project' }),
  project_id: z.int().meta({ title: 'Id of the project' }),
  title: text,
  description: text,
  state: text,
  labels: z.array(z.string()).nullish(),
  author: person.nullish(),
  assignees: people,
  milestone: z.looseObject({ id: z.int(), title: text }).nullish(),
  web_url: text,
  created_at: time,
  updated_at: time,
  closed_at: time,
};

export const Issue = z.looseObject({
  ...work,
  issue_type: text,
  due_date: text,
  confidential: flag,
  weight: number,
});

export const MergeRequest = z.looseObject({
  ...work,
  source_branch: text,
  target_branch: text,
  reviewers: people,
  draft: flag,
  detailed_merge_status: text,
  merged_at: time,
  merge_user: person.nullish(),
  sha: text,
  merge_commit_sha: text,
});

export const Label = z.looseObject({ id, name: text, color: text, description: text });
