import { z } from 'zod';

/**
 * Records of GitHub's REST API: the fields that integrations use.
 *
 * @see https://docs.github.com/en/rest
 */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const count = z.number().nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.json()).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const id = z.int().meta({ title: 'Id' });
const number = z.int().optional().meta({ title: 'Number within the repository' });
const dates = { created_at: instant, updated_at: instant };

/** Pull requests are issues too; they have the field `pull_request`. */
export const Issue = z.object({
  id,
  number,
  title: text,
  body: text,
  state: text.meta({ title: 'open or closed' }),
  ...dates,
  closed_at: instant,
  user: open,
  assignees: list,
  labels: list,
  milestone: open,
  pull_request: open.meta({ title: 'Of a pull request: its addresses' }),
  comments: count,
  html_url: text,
});

export const Comment = z.object({ id, body: text, user: open, ...dates, issue_url: text, html_url: text });
export const Label = z.object({ name: z.string().meta({ title: 'Name' }), color: text, description: text });
export const Milestone = z.object({ number, title: text, description: text, state: text, ...dates, due_on: instant });

export const PullRequest = z.object({
  id,
  number,
  title: text,
  body: text,
  state: text,
  draft: flag,
  ...dates,
  closed_at: instant,
  merged_at: instant,
  user: open,
  head: open,
  base: open,
  html_url: text,
});

export const Repository = z.object({
  id,
  name: text,
  full_name: text,
  private: flag,
  archived: flag,
  description: text,
  default_branch: text,
  visibility: text,
  ...dates,
  pushed_at: instant,
  owner: open,
  html_url: text,
});

export const Account = z.object({ id, login: text, type: text, site_admin: flag, html_url: text });
export const Team = z.object({ id, name: text, slug: text, description: text, privacy: text });
export const Invitation = z.object({ id, login: text, email: text, role: text, created_at: instant });

/** An alert of code, secrets or dependencies. */
export const Alert = z.object({
  number,
  state: text,
  ...dates,
  html_url: text,
});

export const Commit = z.object({ sha: z.string().meta({ title: 'Hash' }), commit: open, html_url: text });
export const Branch = z.object({ name: z.string().meta({ title: 'Name' }), commit: open, protected: flag });
export const Release = z.object({ id, tag_name: text, name: text, body: text, draft: flag, created_at: instant });
export const Run = z.object({ id, name: text, status: text, conclusion: text, head_branch: text, ...dates });
export const Webhook = z.object({ id, name: text, active: flag, ...dates });
export const Event = z.object({ id: z.string().meta({ title: 'Id' }), type: text, actor: open, repo: open });
