import { z } from 'zod';

/** Records of Security Command Center. @see https://cloud.google.com/security-command-center/docs/reference/rest */

const name = z.string().meta({ title: 'Name' });
const text = z.string().nullish();
const instant = text.meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.json()).nullish();

export const Finding = z.looseObject({
  name,
  canonicalName: text,
  parent: text,
  parentDisplayName: text,
  resourceName: text,
  category: text,
  description: text,
  state: text.meta({ title: 'ACTIVE or INACTIVE' }),
  severity: text,
  findingClass: text,
  mute: text,
  muteInitiator: text,
  muteUpdateTime: instant,
  eventTime: instant,
  createTime: instant,
  externalUri: text,
  nextSteps: text,
  moduleName: text,
  sourceProperties: open,
  securityMarks: open,
  vulnerability: open,
  mitreAttack: open,
  indicator: open,
  compliances: list,
  iamBindings: list,
  processes: list,
});

export const Source = z.looseObject({ name, canonicalName: text, displayName: text, description: text });

export const MuteRule = z.looseObject({
  name,
  displayName: text,
  description: text,
  filter: text,
  type: text,
  createTime: instant,
  updateTime: instant,
  expiryTime: instant,
  mostRecentEditor: text,
});

export const NotificationConfig = z.looseObject({
  name,
  description: text,
  pubsubTopic: text,
  serviceAccount: text,
  streamingConfig: open,
});

export const BigQueryExport = z.looseObject({
  name,
  description: text,
  filter: text,
  dataset: text,
  principal: text,
  createTime: instant,
  updateTime: instant,
  mostRecentEditor: text,
});

export const ResourceValueConfig = z.looseObject({
  name,
  description: text,
  resourceValue: text,
  resourceType: text,
  scope: text,
  cloudProvider: text,
  tagValues: list,
  resourceLabelsSelector: open,
  createTime: instant,
  updateTime: instant,
});
