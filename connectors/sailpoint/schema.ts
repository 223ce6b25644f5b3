import { z } from 'zod';

/** Records of the SailPoint API: the fields that integrations use. @see https://developer.sailpoint.com/docs/api/v3 */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
/** Always present, although the description does not require it. */
const id = z.string().optional().meta({ title: 'Id' });
const link = z.looseObject({ id: text, type: text, name: text }).nullish();
const dates = { created: instant, modified: instant };
const named = { id, name: text, description: text, ...dates };

export const PublicIdentity = z.looseObject({
  id,
  name: text,
  alias: text,
  email: text,
  status: text,
  identityState: text,
  manager: link,
  attributes: list,
});

export const Account = z.looseObject({
  id,
  name: text,
  sourceId: text,
  sourceName: text,
  identityId: text,
  nativeIdentity: text,
  uuid: text,
  attributes: open,
  authoritative: flag,
  disabled: flag,
  locked: flag,
  systemAccount: flag,
  uncorrelated: flag,
  manuallyCorrelated: flag,
  hasEntitlements: flag,
  identity: link,
  ...dates,
});

export const Source = z.looseObject({
  ...named,
  owner: link,
  cluster: link,
  type: text,
  connector: text,
  connectorName: text,
  connectionType: text,
  features: texts,
  authoritative: flag,
  deleteThreshold: whole,
  healthy: flag,
  status: text,
});

const access = { ...named, owner: link, enabled: flag, requestable: flag, entitlements: list, segments: texts };

export const AccessProfile = z.looseObject({ ...access, source: link });

export const Role = z.looseObject({ ...access, accessProfiles: list, membership: open });

export const IdentityProfile = z.looseObject({
  ...named,
  owner: link,
  priority: whole,
  authoritativeSource: link,
  identityCount: whole,
  identityRefreshRequired: flag,
});

export const AccountActivity = z.looseObject({
  id,
  name: text,
  type: text,
  completed: instant,
  completionStatus: text,
  requesterIdentitySummary: open,
  targetIdentitySummary: open,
  errors: texts,
  warnings: texts,
  items: list,
  ...dates,
});

export const AccessRequestStatus = z.looseObject({
  accessRequestId: z.string().optional().meta({ title: 'Id of the request' }),
  id: text.meta({ title: 'Id of what was requested' }),
  name: text,
  type: text,
  state: text,
  requestType: text,
  requestedFor: link,
  requester: link,
  ...dates,
});

export const Campaign = z.looseObject({
  ...named,
  type: text,
  status: text,
  deadline: instant,
  totalCertifications: whole,
  completedCertifications: whole,
});

export const Certification = z.looseObject({
  id,
  name: text,
  campaign: open,
  completed: flag,
  phase: text,
  reviewer: open,
  identitiesCompleted: whole,
  identitiesTotal: whole,
  decisionsMade: whole,
  decisionsTotal: whole,
  due: instant,
  signed: instant,
  hasErrors: flag,
  ...dates,
});

export const NonEmployeeRecord = z.looseObject({
  id,
  accountName: text,
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
  manager: text,
  sourceId: text,
  data: open,
  startDate: instant,
  endDate: instant,
  ...dates,
});

export const Segment = z.looseObject({ ...named, owner: link, visibilityCriteria: open, active: flag });

export const SodPolicy = z.looseObject({
  ...named,
  ownerRef: link,
  type: text,
  state: text,
  policyQuery: text,
  compensatingControls: text,
  correctionAdvice: text,
  tags: texts,
  scheduled: flag,
});

export const Transform = z.looseObject({ id, name: text, type: text, attributes: open, internal: flag });

export const WorkItem = z.looseObject({
  ...named,
  type: text,
  state: text,
  requesterId: text,
  requesterDisplayName: text,
  ownerId: text,
  ownerName: text,
  completed: instant,
  numItems: whole,
});

export const Workflow = z.looseObject({
  ...named,
  owner: link,
  enabled: flag,
  executionCount: whole,
  failureCount: whole,
  definition: open,
  trigger: open,
});
