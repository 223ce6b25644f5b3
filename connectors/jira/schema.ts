import { z } from 'zod';

/**
 * Records of Jira's REST API, version 3: the fields that integrations use.
 *
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/
 */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const open = z.record(z.string(), z.json()).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
/** Numbers for a few kinds of records. */
const id = z.union([z.string(), z.int()]).optional().meta({ title: 'Id' });

/** Texts of several paragraphs are documents. @see https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/ */
const document = z.union([z.string(), z.record(z.string(), z.json())]).nullish();

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/ */
export const Issue = z.object({
  id,
  key: z.string().meta({ title: 'Key', example: 'OPS-42' }),
  fields: z
    .object({
      summary: text,
      description: document,
      status: open,
      issuetype: open,
      priority: open,
      project: open,
      parent: open,
      reporter: open,
      assignee: open,
      creator: open,
      resolution: open,
      labels: z.array(z.string()).nullish(),
      components: z.array(z.record(z.string(), z.json())).nullish(),
      created: instant,
      updated: instant,
      resolutiondate: instant,
      duedate: text,
    })
    .nullish(),
});

/** @see https://developer.atlassian.com/cloud/jira/software/rest/api-group-board/ */
export const Board = z.object({
  id: z.int().optional().meta({ title: 'Id' }),
  name: text,
  type: text.meta({ title: 'scrum, kanban or simple' }),
  isPrivate: flag,
  location: z
    .object({ projectId: z.int().nullish(), projectKey: text, projectName: text, userAccountId: text })
    .nullish(),
});

/** @see https://developer.atlassian.com/cloud/jira/software/rest/api-group-sprint/ */
export const Sprint = z.object({
  id: z.int().optional().meta({ title: 'Id' }),
  name: text,
  goal: text,
  state: z.enum(['future', 'active', 'closed']).nullish(),
  startDate: instant,
  endDate: instant,
  completeDate: instant,
  createdDate: instant,
  originBoardId: z.int().nullish(),
  board_id: id,
});

/** Of the sprint that it was read for. */
export const SprintIssue = Issue.extend({ sprint_id: id });

export const NewSprint = z.object({
  name: z.string().min(1).max(30),
  originBoardId: z.int().meta({ title: 'Id of the board' }),
  goal: z.string().optional(),
  startDate: z.string().optional().meta({ format: 'date-time' }),
  endDate: z.string().optional().meta({ format: 'date-time' }),
});

/** Of the issue that it was read for. */
const issue_id = z.string().optional();
const added = { id, author: open, updateAuthor: open, created: instant, updated: instant, visibility: open, issue_id };

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-comments/ */
export const Comment = z.object({ ...added, body: document, jsdPublic: flag });

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-worklogs/ */
export const Worklog = z.object({
  ...added,
  comment: document,
  started: instant,
  timeSpent: text,
  timeSpentSeconds: z.int().nullish(),
});

const of_issue = { issue_id, issue_key: z.string().optional() };

/** The issue at the other end is the inward or the outward one. @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-links/ */
export const IssueLink = z.object({ id, type: open, inwardIssue: open, outwardIssue: open, ...of_issue });

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-attachments/ */
export const Attachment = z.object({
  id,
  filename: text,
  mimeType: text,
  size: z.int().nullish().meta({ title: 'Size in bytes' }),
  created: instant,
  author: open,
  content: text.meta({ title: 'Address of the content' }),
  ...of_issue,
});

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-project-versions/ */
export const Version = z.object({
  id,
  name: text,
  description: text,
  projectId: z.int().nullish(),
  archived: flag,
  released: flag,
  startDate: text,
  releaseDate: text,
  project_id: z.string().optional(),
});

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-project-components/ */
export const Component = z.object({
  id,
  name: text,
  description: text,
  lead: open,
  assigneeType: text,
  project: text.meta({ title: 'Key of the project' }),
  project_id: z.string().optional(),
});

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-users/ */
export const User = z.object({
  accountId: z.string().meta({ title: 'Id of the account' }),
  accountType: text.meta({ title: 'atlassian, app, customer or unknown' }),
  displayName: text,
  emailAddress: text.meta({ title: 'E-mail address, where its owner shows it' }),
  active: flag,
  timeZone: text,
  locale: text,
});

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-groups/ */
export const Group = z.object({ groupId: text.meta({ title: 'Id' }), name: text });

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-projects/ */
export const Project = z.object({
  id,
  key: text,
  name: text,
  projectTypeKey: text.meta({ title: 'software, service_desk or business' }),
  style: text,
  isPrivate: flag,
  lead: open,
  projectCategory: open,
});

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-fields/ */
export const Field = z.object({ id, key: text, name: text, custom: flag, schema: open });

/** What priorities, statuses, types and the like have in common. */
export const Named = z.object({ id, name: text, description: text });

export const LinkType = z.object({ id, name: text, inward: text, outward: text });

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-audit-records/ */
export const AuditRecord = z.object({
  id,
  created: instant,
  summary: text,
  category: text,
  description: text,
  authorKey: text,
  remoteAddress: text,
  objectItem: open,
});
