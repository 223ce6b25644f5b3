import { z } from 'zod';

/** Records of the Sumo Logic API: the fields that integrations use. @see https://api.sumologic.com/docs/ */

const text = z.string().nullish();
const id = z.string().meta({ title: 'Id' });
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const texts = z.array(z.string()).nullish();
const common = { id, createdAt: instant, createdBy: text, modifiedAt: instant, modifiedBy: text };

export const User = z.looseObject({
  ...common,
  firstName: text,
  lastName: text,
  email: text,
  roleIds: texts,
  isActive: flag,
  isLocked: flag,
  isMfaEnabled: flag,
  lastLoginTimestamp: instant,
});

export const Role = z.looseObject({
  ...common,
  name: text,
  description: text,
  logAnalyticsFilter: text,
  auditDataFilter: text,
  securityDataFilter: text,
  selectionType: text,
  users: texts,
  capabilities: texts,
  systemDefined: flag,
});

export const ServiceAccount = z.looseObject({ ...common, name: text, email: text, roleIds: texts, isActive: flag });

export const AccessKey = z.looseObject({
  ...common,
  label: text,
  disabled: flag,
  lastUsed: instant,
  serviceAccountId: text,
  corsHeaders: texts,
  scopes: texts,
  effectiveScopes: texts,
});

export const Connection = z.looseObject({ ...common, name: text, type: text, description: text });

export const Partition = z.looseObject({
  ...common,
  name: text,
  routingExpression: text,
  analyticsTier: text,
  retentionPeriod: whole,
  isActive: flag,
  isCompliant: flag,
  isIncludedInDefaultSearch: flag,
  indexType: text,
  totalBytes: whole,
  dataForwardingId: text,
});

export const ScheduledView = z.looseObject({
  ...common,
  indexName: text,
  indexId: text,
  query: text,
  startTime: instant,
  retentionPeriod: whole,
  parsingMode: text,
  status: text,
  error: text,
  totalBytes: whole,
  dataForwardingId: text,
});

export const IngestBudget = z.looseObject({
  ...common,
  name: text,
  scope: text,
  description: text,
  capacityBytes: whole,
  usageBytes: whole,
  usageStatus: text,
  timezone: text,
  resetTime: text,
  action: text,
  auditThreshold: whole,
});

export const ExtractionRule = z.looseObject({
  ...common,
  name: text,
  scope: text,
  parseExpression: text,
  enabled: flag,
  fieldNames: texts,
});

export const DynamicParsingRule = z.looseObject({
  ...common,
  name: text,
  scope: text,
  enabled: flag,
  isSystemRule: flag,
});

export const Field = z.looseObject({ fieldId: id, fieldName: text, dataType: text, state: text });
