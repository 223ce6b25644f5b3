import { z } from 'zod';

/** Records of Amazon Inspector: the fields that integrations use. @see https://docs.aws.amazon.com/inspector/v2/APIReference/ */

const text = z.string().nullish();
const amount = z.number().nullish();
const open = z.record(z.string(), z.json()).nullish();
const instant = z.number().nullish().meta({ title: 'Seconds since 1970' });

export const Finding = z.looseObject({
  findingArn: z.string().meta({ title: 'ARN' }),
  awsAccountId: text,
  type: text.meta({ title: 'NETWORK_REACHABILITY, PACKAGE_VULNERABILITY or CODE_VULNERABILITY' }),
  title: text,
  description: text,
  severity: text.meta({ title: 'INFORMATIONAL, LOW, MEDIUM, HIGH, CRITICAL or UNTRIAGED' }),
  status: text.meta({ title: 'ACTIVE, SUPPRESSED or CLOSED' }),
  inspectorScore: amount,
  fixAvailable: text,
  exploitAvailable: text,
  firstObservedAt: instant,
  lastObservedAt: instant,
  updatedAt: instant,
  remediation: open,
  packageVulnerabilityDetails: z
    .looseObject({ vulnerabilityId: text, source: text, sourceUrl: text, vendorSeverity: text })
    .nullish(),
  resources: z.array(z.looseObject({ id: text, type: text, region: text })).nullish(),
});

export const CoveredResource = z.looseObject({
  accountId: text,
  resourceId: text,
  resourceType: text,
  scanType: text,
  scanStatus: z.looseObject({ statusCode: text, reason: text }).nullish(),
  lastScannedAt: instant,
});

export const Member = z.looseObject({
  accountId: text.meta({ title: 'Account' }),
  relationshipStatus: text,
  delegatedAdminAccountId: text,
  updatedAt: instant,
});

export const Filter = z.looseObject({
  arn: text.meta({ title: 'ARN' }),
  name: text,
  description: text,
  reason: text,
  action: text.meta({ title: 'NONE or SUPPRESS' }),
  ownerId: text,
  createdAt: instant,
  updatedAt: instant,
});
