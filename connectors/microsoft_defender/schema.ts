import { z } from 'zod';

/** Records of Microsoft Graph's security API. @see https://learn.microsoft.com/en-us/graph/api/resources/security-api-overview */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const texts = z.array(z.string().nullable()).nullish();
const whole = z.int().nullish();
const list = z.array(z.looseObject({})).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
/** A number, or a text such as `NaN`. */
const score = z.union([z.number(), z.string()]).nullish();

const judged = {
  status: text,
  classification: text.meta({ title: 'unknown, falsePositive, truePositive or informationalExpectedActivity' }),
  determination: text,
  assignedTo: text.meta({ title: 'Owner' }),
};

export const Incident = z.looseObject({
  id,
  displayName: text,
  ...judged,
  severity: text.meta({ title: 'unknown, informational, low, medium or high' }),
  createdDateTime: instant,
  lastUpdateDateTime: instant,
  customTags: texts,
  comments: list,
  redirectIncidentId: text.meta({ title: 'Incident that this one was merged into' }),
  incidentWebUrl: text,
  tenantId: text,
});

/** @see https://learn.microsoft.com/en-us/graph/api/security-incident-update */
export const IncidentUpdate = z.looseObject({ id, ...judged, customTags: texts });

export const Alert = z.looseObject({
  id,
  providerAlertId: text,
  incidentId: text,
  title: text,
  description: text,
  category: text,
  ...judged,
  severity: text.meta({ title: 'unknown, informational, low, medium or high' }),
  serviceSource: text,
  detectionSource: text,
  detectorId: text,
  createdDateTime: instant,
  lastUpdateDateTime: instant,
  resolvedDateTime: instant,
  firstActivityDateTime: instant,
  lastActivityDateTime: instant,
  actorDisplayName: text,
  threatDisplayName: text,
  threatFamilyName: text,
  mitreTechniques: texts,
  recommendedActions: text,
  evidence: list,
  comments: list,
  alertWebUrl: text,
  incidentWebUrl: text,
  tenantId: text,
});

/** @see https://learn.microsoft.com/en-us/graph/api/security-alert-update */
export const AlertUpdate = z.looseObject({ id, ...judged });

export const SecureScore = z.looseObject({
  id,
  createdDateTime: instant,
  currentScore: score,
  maxScore: score,
  activeUserCount: whole,
  licensedUserCount: whole,
  enabledServices: texts,
  averageComparativeScores: list,
  controlScores: list,
  azureTenantId: text,
});

export const SecureScoreControlProfile = z.looseObject({
  id,
  title: text,
  controlCategory: text,
  service: text,
  tier: text,
  rank: whole,
  maxScore: score,
  deprecated: z.boolean().nullish(),
  implementationCost: text,
  userImpact: text,
  remediation: text,
  remediationImpact: text,
  threats: texts,
  controlStateUpdates: list,
  actionType: text,
  actionUrl: text,
  lastModifiedDateTime: instant,
  azureTenantId: text,
});
