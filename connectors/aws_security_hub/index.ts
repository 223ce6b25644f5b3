/** AWS Security Hub: findings of all products, controls, standards, insights, rules and member accounts. */
import { z } from 'zod';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { awsPlacesForm } from '../kit/presets/aws-places.ts';
import { awsAuth, awsErrors, awsService } from '../kit/presets/aws.ts';
import { objects } from './objects.ts';

const docsUrl = 'https://docs.aws.amazon.com/securityhub/1.0/APIReference/Welcome.html';

export const connector: HttpConnector = defineConnector({
  id: 'aws_security_hub',
  name: 'AWS Security Hub CSPM',
  vendor: 'Amazon Web Services',
  category: 'security',
  docsUrl,
  version: '1.0.0',
  tags: ['findings', 'controls', 'compliance', 'cspm', 'aws'],
  transport: 'http',
  config: z.strictObject(awsPlacesForm),
  auth: awsAuth(
    'securityhub',
    '`securityhub:Get*`, `securityhub:List*` and `securityhub:Describe*`; to write, `securityhub:BatchUpdateFindings` and `securityhub:BatchImportFindings`',
  ),
  http: awsService('securityhub'),
  // Three a second for GetFindings, ten for most. @see https://docs.aws.amazon.com/securityhub/1.0/APIReference/Welcome.html
  limits: { concurrency: 2, buckets: [{ name: 'account', limit: 3, perMs: 1000 }], signals: [] },
  errors: [
    ...awsErrors(),
    // @see https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_GetFindings.html (InvalidAccessException)
    {
      when: { status: [400, 401, 403], bodyIncludes: ['InvalidAccess', 'not subscribed to AWS Security Hub'] },
      kind: 'permission',
    },
  ],
  test: { request: { method: 'GET', path: '/accounts' } },
  places: 'aws',
  objects,
  documentation: { source: docsUrl, asOf: '2026-11-23' },
});
