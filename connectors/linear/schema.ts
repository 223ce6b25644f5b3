import { z } from 'zod';

/**
 * Records of Linear: the fields that integrations use. Queries ask for exactly these.
 *
 * @see https://studio.apollographql.com/public/Linear-API/variant/current/schema/reference
 */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const flag = z.boolean().nullish();
const number = z.number().nullish();
const texts = z.array(z.string()).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const date = z.string().nullish().meta({ format: 'date' });
const dates = { createdAt: instant, updatedAt: instant, archivedAt: instant };
const reference = z.object({ id: text }).nullish();
const named = z.object({ id: text, name: text }).nullish();

export const Issue = z.object({
  id,
  identifier: text,
  title: text,
  description: text,
  priority: number,
  estimate: number,
  url: text,
  branchName: text,
  dueDate: date,
  startedAt: instant,
  completedAt: instant,
  canceledAt: instant,
  ...dates,
  labelIds: texts,
  state: z.object({ id: text, name: text, type: text }).nullish(),
  team: z.object({ id: text, key: text, name: text }).nullish(),
  assignee: z.object({ id: text, email: text, name: text }).nullish(),
  creator: z.object({ id: text, email: text }).nullish(),
  project: named,
  cycle: reference,
  parent: reference,
});
export const User = z.object({
  id,
  name: text,
  displayName: text,
  email: text,
  active: flag,
  admin: flag,
  guest: flag,
  owner: flag,
  app: flag,
  title: text,
  timezone: text,
  avatarUrl: text,
  url: text,
  lastSeen: instant,
  ...dates,
});
export const Team = z.object({
  id,
  key: text,
  name: text,
  description: text,
  color: text,
  private: flag,
  timezone: text,
  ...dates,
});
export const Project = z.object({
  id,
  name: text,
  description: text,
  url: text,
  color: text,
  health: text,
  priority: number,
  progress: number,
  startDate: date,
  targetDate: date,
  startedAt: instant,
  completedAt: instant,
  canceledAt: instant,
  ...dates,
  status: named,
  lead: reference,
});
export const Comment = z.object({
  id,
  body: text,
  url: text,
  editedAt: instant,
  resolvedAt: instant,
  ...dates,
  issue: z.object({ id: text, identifier: text }).nullish(),
  user: reference,
  parent: reference,
});
export const Label = z.object({
  id,
  name: text,
  color: text,
  description: text,
  isGroup: flag,
  ...dates,
  team: named,
  parent: named,
});
export const WorkflowState = z.object({
  id,
  name: text,
  type: text,
  color: text,
  description: text,
  position: number,
  ...dates,
  team: named,
});
export const Cycle = z.object({
  id,
  number,
  name: text,
  description: text,
  startsAt: instant,
  endsAt: instant,
  completedAt: instant,
  progress: number,
  ...dates,
  team: named,
});
export const Attachment = z.object({
  id,
  title: text,
  subtitle: text,
  url: text,
  sourceType: text,
  ...dates,
  issue: z.object({ id: text, identifier: text }).nullish(),
});
export const Document = z.object({ id, title: text, content: text, url: text, ...dates, project: named });
export const Initiative = z.object({
  id,
  name: text,
  description: text,
  status: text,
  url: text,
  targetDate: date,
  ...dates,
});
export const Milestone = z.object({ id, name: text, description: text, targetDate: date, ...dates, project: named });
export const ProjectStatus = z.object({ id, name: text, type: text, color: text, ...dates });
export const ProjectUpdate = z.object({
  id,
  body: text,
  health: text,
  url: text,
  ...dates,
  project: named,
  user: reference,
});
export const Customer = z.object({
  id,
  name: text,
  domains: texts,
  externalIds: texts,
  url: text,
  revenue: number,
  ...dates,
});
export const TeamMembership = z.object({ id, owner: flag, ...dates, team: named, user: named });
export const IssueRelation = z.object({ id, type: text, ...dates, issue: reference, relatedIssue: reference });
export const AuditEntry = z.object({ id, type: text, actorId: text, ip: text, countryCode: text, ...dates });
