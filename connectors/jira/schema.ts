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
