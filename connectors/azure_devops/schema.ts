import { z } from 'zod';

/** Records of Azure DevOps: the fields that integrations use. @see https://learn.microsoft.com/en-us/rest/api/azure/devops/ */

const text = z.string().nullish();
const time = text.meta({ format: 'date-time' });
const number = z.int().nullish();
const flag = z.boolean().nullish();
const id = z.string().meta({ title: 'Id' });

const person = z.looseObject({ id: text, displayName: text, uniqueName: text }).nullish();
const project = z.looseObject({ id: text, name: text }).nullish();

export const Project = z.looseObject({
  id,
  name: text,
  description: text,
  state: text,
  visibility: text,
  lastUpdateTime: time,
});

export const Team = z.looseObject({ id, name: text, description: text, projectId: text, projectName: text });

export const TeamMember = z.looseObject({
  projectId: z.string().meta({ title: 'Id of the project' }),
  teamId: z.string().meta({ title: 'Id of the team' }),
  identity: z.looseObject({ id: z.string(), displayName: text, uniqueName: text, descriptor: text }),
  isTeamAdmin: flag,
});

const subject = {
  descriptor: z.string().meta({ title: 'Descriptor' }),
  displayName: text,
  principalName: text,
  mailAddress: text.meta({ title: 'E-mail address' }),
  origin: text,
  originId: text,
  domain: text,
};

export const User = z.looseObject(subject);
export const Group = z.looseObject({ ...subject, description: text });

export const Membership = z.looseObject({
  containerDescriptor: z.string().meta({ title: 'Descriptor of the group' }),
  memberDescriptor: z.string().meta({ title: 'Descriptor of the member' }),
});

export const Repository = z.looseObject({
  id,
  name: text,
  project,
  defaultBranch: text,
  size: number,
  remoteUrl: text,
  sshUrl: text,
  webUrl: text,
});

export const PullRequest = z.looseObject({
  pullRequestId: z.int().meta({ title: 'Number' }),
  title: text,
  description: text,
  status: text,
  createdBy: person,
  creationDate: time,
  closedDate: time,
  sourceRefName: text,
  targetRefName: text,
  isDraft: flag,
  mergeStatus: text,
  repository: z.looseObject({ id: text, name: text, project }).nullish(),
});

/** @see https://learn.microsoft.com/en-us/azure/devops/boards/work-items/guidance/work-item-field */
export const WorkItem = z.looseObject({
  id: z.int().meta({ title: 'Number' }),
  rev: z.int().nullish().meta({ title: 'Revision' }),
  'System.TeamProject': text,
  'System.WorkItemType': text,
  'System.Title': text,
  'System.State': text,
  'System.Reason': text,
  'System.AssignedTo': z.json().nullish(),
  'System.CreatedBy': z.json().nullish(),
  'System.CreatedDate': time,
  'System.ChangedDate': time,
  'System.AreaPath': text,
  'System.IterationPath': text,
  'System.Tags': text,
  'System.Parent': number,
  'Microsoft.VSTS.Common.Priority': number,
});

/** What a work item cannot be created without; `System.State` and others have defaults. */
export const NewWorkItem = WorkItem.extend({
  id: z.int().nullish(),
  'System.TeamProject': z.string(),
  'System.WorkItemType': z.string(),
  'System.Title': z.string(),
}).omit({ rev: true, 'System.CreatedBy': true, 'System.CreatedDate': true, 'System.ChangedDate': true });

export const Pipeline = z.looseObject({
  id: z.int().meta({ title: 'Number' }),
  name: text,
  path: text,
  revision: number,
  queueStatus: text,
  type: text,
  createdDate: time,
  authoredBy: person,
  project,
});

export const Build = z.looseObject({
  id: z.int().meta({ title: 'Number' }),
  buildNumber: text,
  status: text,
  result: text,
  reason: text,
  queueTime: time,
  startTime: time,
  finishTime: time,
  sourceBranch: text,
  sourceVersion: text,
  requestedFor: person,
  definition: z.looseObject({ id: number, name: text }).nullish(),
  project,
});
