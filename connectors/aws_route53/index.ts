/** Amazon Route 53: hosted zones, their record sets, and health checks. */
import { z } from 'zod';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { awsAccountsForm, readOnce } from '../kit/presets/aws-places.ts';
import { awsAuth, awsErrors } from '../kit/presets/aws.ts';
import { objects } from './objects.ts';

const docs = 'https://docs.aws.amazon.com/Route53/latest/APIReference';

export const connector: HttpConnector = defineConnector({
  id: 'aws_route53',
  name: 'Amazon Route 53',
  vendor: 'Amazon Web Services',
  category: 'network',
  docsUrl: `${docs}/Welcome.html`,
  version: '1.0.0',
  tags: ['dns', 'zones', 'aws'],
  transport: 'http',
  config: z.strictObject(awsAccountsForm),
  // Signed for us-east-1, whatever the region of the credentials. @see https://docs.aws.amazon.com/general/latest/gr/r53.html
  auth: awsAuth({ byHost: {} }, '`route53:List*`, `route53:Get*` and, to write, `route53:ChangeResourceRecordSets`'),
  http: { baseUrl: 'https://route53.amazonaws.com/2013-04-01', hosts: ['.amazonaws.com'] },
  // Ten requests a second and account. @see https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/throttling-api-requests.html
  limits: { concurrency: 2, buckets: [{ name: 'account', limit: 10, perMs: 1000 }], signals: [] },
  // @see https://docs.aws.amazon.com/Route53/latest/APIReference/API_ChangeResourceRecordSets.html and https://docs.aws.amazon.com/Route53/latest/APIReference/CommonErrors.html
  errors: [
    { when: { status: 400, bodyIncludes: ['PriorRequestNotComplete'] }, kind: 'transient' },
    { when: { status: 400, bodyIncludes: ['HostedZoneNotEmpty'] }, kind: 'conflict' },
    ...awsErrors(),
    {
      when: { status: 400, bodyIncludes: ['InvalidChangeBatch', 'InvalidInput', 'InvalidDomainName'] },
      kind: 'validation',
    },
  ],
  test: { request: { method: 'GET', path: '/hostedzonecount' } },
  places: 'aws',
  objects: readOnce('account', objects),
  documentation: { source: `${docs}/Welcome.html`, asOf: '2026-11-28' },
});
