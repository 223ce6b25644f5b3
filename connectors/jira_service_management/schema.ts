import { z } from 'zod';

/**
 * Records of the Jira Service Management API: the fields that integrations use. @see
 * https://developer.atlassian.com/cloud/jira/service-desk/rest/intro/
 */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();
const id = z.string().meta({ title: 'Id' });
/** An instant in several forms. */
const date = z.looseObject({ iso8601: text, jira: text, friendly: text, epochMillis: whole }).nullish();

/** The id of the record that a list belongs to. */
export const parentId = z.string().meta({ title: 'Id of the parent' });

const user = {
  name: text,
  key: text,
  emailAddress: text,
  displayName: text,
  active: flag,
  timeZone: text,
};

export const User = z.looseObject({ accountId: z.string().meta({ title: 'Account id' }), ...user });

export const Request = z.looseObject({
  issueId: id,
  issueKey: text,
  requestTypeId: text,
  serviceDeskId: text,
  createdDate: date,
  reporter: z.looseObject({ accountId: text, ...user }).nullish(),
  requestFieldValues: z.array(z.looseObject({ fieldId: text, label: text, value: z.json().nullish() })).nullish(),
  currentStatus: z.looseObject({ status: text, statusCategory: text, statusDate: date }).nullish(),
});

export const Comment = z.looseObject({
  issueId: parentId,
  id,
  body: text,
  public: flag,
  author: z.looseObject({ accountId: text, ...user }).nullish(),
  created: date,
});

export const Approval = z.looseObject({
  issueId: parentId,
  id,
  name: text,
  finalDecision: text.meta({ title: 'approved, declined or pending' }),
  canAnswerApproval: flag,
  approvers: list,
  createdDate: date,
  completedDate: date,
});

export const Sla = z.looseObject({ issueId: parentId, id, name: text, completedCycles: list, ongoingCycle: open });

export const RequestType = z.looseObject({
  id,
  name: text,
  description: text,
  helpText: text,
  issueTypeId: text,
  serviceDeskId: text,
  groupIds: texts,
  practice: text,
});

export const ServiceDesk = z.looseObject({ id, projectId: text, projectName: text, projectKey: text });

export const Queue = z.looseObject({
  serviceDeskId: parentId,
  id,
  name: text,
  jql: text,
  fields: texts,
  issueCount: whole,
});

export const Organization = z.looseObject({ id, name: text });
