/** Amazon GuardDuty: findings of a detector, what it covers, its scans, lists and member accounts. */
import { z } from 'zod';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { awsAuth, awsErrors, awsService } from '../kit/presets/aws.ts';
import { objects } from './objects.ts';

const docsUrl = 'https://docs.aws.amazon.com/guardduty/latest/APIReference/Welcome.html';

export const connector: HttpConnector = defineConnector({
  id: 'aws_guardduty',
  name: 'Amazon GuardDuty',
  vendor: 'Amazon Web Services',
  category: 'security',
  docsUrl,
  version: '1.0.0',
  tags: ['findings', 'threats', 'malware', 'aws'],
  transport: 'http',
  config: z.strictObject({
    detector_id: z
      .string()
      .regex(/^[A-Za-z0-9]{1,300}$/, 'Must be the id of a detector, of letters and digits.')
      .meta({
        title: 'Id of the detector',
        help: 'GuardDuty → Settings → Detector ID. Each region has one.',
        example: '12abc34d567e8fa901bc2d34e56789f0',
      }),
  }),
  auth: awsAuth(
    'guardduty',
    '`guardduty:Get*`, `guardduty:List*` and `guardduty:DescribeMalwareScans`; to write, `guardduty:ArchiveFindings`, `guardduty:UnarchiveFindings` and `guardduty:UpdateFindingsFeedback`',
  ),
  http: awsService('guardduty'),
  // No rates are told: a careful figure. @see https://docs.aws.amazon.com/guardduty/latest/ug/guardduty_limits.html
  limits: { concurrency: 2, buckets: [{ name: 'account', limit: 5, perMs: 1000 }], signals: [] },
  // GuardDuty tells an unknown detector, among others, by a sentence alone. @see https://docs.aws.amazon.com/guardduty/latest/APIReference/CommonErrors.html
  errors: [
    ...awsErrors(),
    { when: { status: 400, bodyIncludes: ['is not owned by the current account'] }, kind: 'config' },
  ],
  test: { request: { method: 'GET', path: '/detector/{config.detector_id}' } },
  objects,
  documentation: { source: docsUrl, asOf: '2026-11-23' },
});
