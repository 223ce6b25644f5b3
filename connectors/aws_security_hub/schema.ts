import { z } from 'zod';

/** Records of the Security Hub API, findings in the AWS Security Finding Format. @see https://docs.aws.amazon.com/securityhub/latest/userguide/securityhub-findings-format.html */

const text = z.string().nullish();
const whole = z.int().nullish();
const flag = z.boolean().nullish();
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const list = z.array(z.looseObject({})).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });

/** ISO 8601, or seconds since 1970. */
const time = z.union([z.string(), z.number()]).nullish();

const identity = {
  Id: z.string().meta({ title: 'Id, unique within the product' }),
  ProductArn: z.string().meta({ title: 'ARN of the product' }),
};

export const Finding = z.looseObject({
  ...identity,
  SchemaVersion: text,
  ProductName: text,
  CompanyName: text,
  Region: text,
  GeneratorId: text,
  AwsAccountId: text,
  AwsAccountName: text,
  Types: texts,
  Title: text,
  Description: text,
  Severity: open,
  Confidence: whole,
  Criticality: whole,
  Remediation: open,
  SourceUrl: text,
  ProductFields: open,
  UserDefinedFields: open,
  Resources: list,
  Compliance: open,
  Vulnerabilities: list,
  VerificationState: text,
  Workflow: open.meta({ title: 'Status: NEW, NOTIFIED, RESOLVED or SUPPRESSED' }),
  RecordState: text.meta({ title: 'ACTIVE or ARCHIVED' }),
  RelatedFindings: list,
  Note: open,
  FirstObservedAt: instant,
  LastObservedAt: instant,
  CreatedAt: instant,
  UpdatedAt: instant,
});

/** @see https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_BatchUpdateFindings.html */
export const FindingUpdate = z.looseObject({
  ...identity,
  Workflow: z.looseObject({ Status: z.enum(['NEW', 'NOTIFIED', 'RESOLVED', 'SUPPRESSED']).optional() }).optional(),
  Note: z.looseObject({ Text: z.string(), UpdatedBy: z.string() }).optional(),
  Severity: z.looseObject({}).optional(),
  Confidence: z.int().min(0).max(100).optional(),
  Criticality: z.int().min(0).max(100).optional(),
  VerificationState: z.enum(['UNKNOWN', 'TRUE_POSITIVE', 'FALSE_POSITIVE', 'BENIGN_POSITIVE']).optional(),
  Types: z.array(z.string()).optional(),
  UserDefinedFields: z.record(z.string(), z.string()).optional(),
  RelatedFindings: z.array(z.looseObject({ Id: z.string(), ProductArn: z.string() })).optional(),
});

export const Control = z.looseObject({
  SecurityControlId: z.string().meta({ title: 'Id of the control' }),
  Title: text,
  Description: text,
  RemediationUrl: text,
  SeverityRating: text,
  CurrentRegionAvailability: text,
});

export const Standard = z.looseObject({
  StandardsArn: z.string().meta({ title: 'ARN of the standard' }),
  Name: text,
  Description: text,
  EnabledByDefault: flag,
});

export const EnabledStandard = z.looseObject({
  StandardsSubscriptionArn: z.string().meta({ title: 'ARN of the subscription' }),
  StandardsArn: text,
  StandardsStatus: text,
  StandardsControlsUpdatable: text,
  StandardsInput: open,
});

export const Insight = z.looseObject({
  InsightArn: z.string().meta({ title: 'ARN of the insight' }),
  Name: text,
  GroupByAttribute: text,
  Filters: open,
});

export const ActionTarget = z.looseObject({
  ActionTargetArn: z.string().meta({ title: 'ARN of the action' }),
  Name: text,
  Description: text,
});

export const AutomationRule = z.looseObject({
  RuleArn: z.string().meta({ title: 'ARN of the rule' }),
  RuleName: text,
  RuleStatus: text,
  RuleOrder: whole,
  Description: text,
  IsTerminal: flag,
  CreatedAt: time,
  UpdatedAt: time,
  CreatedBy: text,
});

export const Member = z.looseObject({
  AccountId: z.string().meta({ title: 'Id of the account' }),
  Email: text,
  AdministratorId: text,
  MemberStatus: text,
  InvitedAt: time,
  UpdatedAt: time,
});
