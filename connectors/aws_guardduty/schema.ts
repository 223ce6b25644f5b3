import { z } from 'zod';

/** Records of the GuardDuty API: the fields that integrations use. @see https://docs.aws.amazon.com/guardduty/latest/APIReference/API_Types.html */

const id = z.string().meta({ title: 'Id' });
const text = z.string().nullish();
const amount = z.number().nullish();
const open = z.record(z.string(), z.json()).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
/** Seconds since 1970. */
const epoch = z.number().nullish();

export const Finding = z.looseObject({
  id,
  arn: text,
  type: text,
  title: text,
  description: text,
  severity: amount.meta({ title: 'Severity, 1 to 10' }),
  confidence: amount,
  accountId: text,
  region: text,
  partition: text,
  resource: open,
  service: open.meta({ title: 'What was found, and whether it is archived' }),
  createdAt: instant,
  updatedAt: instant,
});

export const FindingId = z.looseObject({ id });

/** @see https://docs.aws.amazon.com/guardduty/latest/APIReference/API_UpdateFindingsFeedback.html */
export const FindingFeedback = z.looseObject({
  id,
  feedback: z.enum(['USEFUL', 'NOT_USEFUL']),
  comments: z.string().optional(),
});

export const CoveredResource = z.looseObject({
  resourceId: z.string().meta({ title: 'Id of the resource' }),
  accountId: text,
  coverageStatus: text.meta({ title: 'HEALTHY or UNHEALTHY' }),
  issue: text,
  resourceDetails: open,
  updatedAt: epoch,
});

export const MalwareScan = z.looseObject({
  scanId: z.string().meta({ title: 'Id of the scan' }),
  accountId: text,
  scanStatus: text,
  scanType: text,
  failureReason: text,
  scanStartTime: epoch,
  scanEndTime: epoch,
  triggerDetails: open,
  resourceDetails: open,
  scanResultDetails: open,
  totalBytes: amount,
  fileCount: amount,
});

export const Member = z.looseObject({
  accountId: z.string().meta({ title: 'Id of the account' }),
  email: text,
  relationshipStatus: text,
  administratorId: text,
  detectorId: text,
  invitedAt: text,
  updatedAt: text,
});

/** A trusted IP list or a threat list. */
export const IpSet = z.looseObject({ id, name: text, format: text, location: text, status: text, tags: open });
