import type { GivenPages } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { readOnce } from '../kit/presets/aws-places.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({
  docs: (action) => `https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_${action}.html`,
});

/** 100 records at most. @see https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_GetFindings.html */
const paged = (place: 'query' | 'body', pageSize = 100): GivenPages['paginate'] => ({
  kind: 'cursor',
  in: place,
  parameter: 'NextToken',
  path: 'NextToken',
  sizeParameter: 'MaxResults',
  pageSize,
});

const posted = (path: string) => ({ path, request: { method: 'POST' as const }, paginate: paged('body') });

const day = 86_400_000;

/** Only the administrator's account has members. */
const members = listOf({
  title: 'Member accounts',
  docs: 'ListMembers',
  path: '/members',
  // Without it, accounts that are not associated any more are left out.
  query: { OnlyAssociated: 'false' },
  format: { kind: 'json', recordsPath: 'Members', optional: true },
  key: 'AccountId',
  schema: schemas.Member,
  paginate: paged('query', 50),
});

export const objects: Readonly<Record<string, HttpObject>> = {
  findings: listOf(
    {
      title: 'Findings',
      docs: 'GetFindings',
      path: '/findings',
      request: { method: 'POST', body: { SortCriteria: [{ Field: 'UpdatedAt', SortOrder: 'asc' }] } },
      recordsPath: 'Findings',
      key: ['ProductArn', 'Id'],
      schema: schemas.Finding,
      paginate: paged('body'),
      // Findings are deleted 90 days after their last update, archived ones after 30. @see https://docs.aws.amazon.com/securityhub/latest/userguide/securityhub-findings.html
      incremental: {
        kind: 'time_window',
        in: 'body',
        from: 'Filters.UpdatedAt[0].Start',
        to: 'Filters.UpdatedAt[0].End',
        spanMs: 7 * day,
        historyMs: 91 * day,
      },
    },
    {
      update: idempotent(
        {
          method: 'PATCH',
          path: '/findings/batchupdate',
          bodyFields: {
            'FindingIdentifiers[0].Id': '{Id}',
            'FindingIdentifiers[0].ProductArn': '{ProductArn}',
            Workflow: '{Workflow}',
            Note: '{Note}',
            Severity: '{Severity}',
            Confidence: '{Confidence}',
            Criticality: '{Criticality}',
            VerificationState: '{VerificationState}',
            Types: '{Types}',
            UserDefinedFields: '{UserDefinedFields}',
            RelatedFindings: '{RelatedFindings}',
          },
        },
        {
          schema: schemas.FindingUpdate,
          refusals: { list: 'UnprocessedFindings', message: 'ErrorMessage' },
        },
      ),
      // A finding with the same id and product is replaced. @see https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_BatchImportFindings.html
      upsert: idempotent(
        { method: 'POST', path: '/findings/import', bodyFields: { 'Findings[0]': '{$record}' } },
        { refusals: { list: 'FailedFindings', message: 'ErrorMessage' } },
      ),
    },
  ),
  controls: listOf({
    title: 'Security controls',
    docs: 'ListSecurityControlDefinitions',
    path: '/securityControls/definitions',
    recordsPath: 'SecurityControlDefinitions',
    key: 'SecurityControlId',
    schema: schemas.Control,
    paginate: paged('query'),
  }),
  standards: listOf({
    title: 'Standards',
    docs: 'DescribeStandards',
    path: '/standards',
    format: { kind: 'json', recordsPath: 'Standards', optional: true },
    key: 'StandardsArn',
    schema: schemas.Standard,
    paginate: paged('query'),
  }),
  enabled_standards: listOf({
    title: 'Enabled standards',
    docs: 'GetEnabledStandards',
    ...posted('/standards/get'),
    format: { kind: 'json', recordsPath: 'StandardsSubscriptions', optional: true },
    key: 'StandardsSubscriptionArn',
    schema: schemas.EnabledStandard,
  }),
  insights: listOf({
    title: 'Insights',
    docs: 'GetInsights',
    ...posted('/insights/get'),
    recordsPath: 'Insights',
    key: 'InsightArn',
    schema: schemas.Insight,
  }),
  action_targets: listOf({
    title: 'Custom actions',
    docs: 'DescribeActionTargets',
    ...posted('/actionTargets/get'),
    recordsPath: 'ActionTargets',
    key: 'ActionTargetArn',
    schema: schemas.ActionTarget,
  }),
  automation_rules: listOf({
    title: 'Automation rules',
    docs: 'ListAutomationRules',
    path: '/automationrules/list',
    format: { kind: 'json', recordsPath: 'AutomationRulesMetadata', optional: true },
    key: 'RuleArn',
    schema: schemas.AutomationRule,
    paginate: paged('query'),
  }),
  ...readOnce('connection', { members }),
};
