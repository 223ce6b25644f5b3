/** AWS IAM Identity Center: users, groups and their members, permission sets, assignments to accounts, applications. */
import { z } from 'zod';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { awsAuth, awsErrors, awsService } from '../kit/presets/aws.ts';
import { sso } from './assignments.ts';
import { directory, inStore } from './directory.ts';

const docsUrl = 'https://docs.aws.amazon.com/singlesignon/latest/IdentityStoreAPIReference/welcome.html';

export const connector: HttpConnector = defineConnector({
  id: 'aws_identity_center',
  name: 'AWS IAM Identity Center',
  vendor: 'Amazon Web Services',
  category: 'identity',
  docsUrl,
  version: '1.0.0',
  tags: ['users', 'groups', 'sso', 'permission sets', 'aws'],
  transport: 'http',
  config: z.strictObject({
    identity_store_id: z
      .string()
      .regex(
        /^(?:d-[0-9a-f]{10}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
        'Must be the id of an identity store: d-1234567890.',
      )
      .meta({ title: 'Id of the identity store', help: 'Settings → Identity source.', example: 'd-1234567890' }),
    instance_arn: z
      .string()
      .regex(/^arn:aws[a-z-]*:sso:::instance\/(?:sso)?ins-[a-zA-Z0-9-.]{16}$/, 'Must be the ARN of an instance.')
      .meta({
        title: 'ARN of the instance',
        help: 'Settings → Details.',
        example: 'arn:aws:sso:::instance/ssoins-1234567890abcdef',
      }),
  }),
  auth: awsAuth(
    { byHost: {} },
    '`identitystore:List*` and `sso:List*`, `sso:DescribePermissionSet`; to write, `identitystore:Create*`, `identitystore:Delete*`, `sso:CreateAccountAssignment` and `sso:DeleteAccountAssignment`',
  ),
  http: awsService('identitystore'),
  // 20 a second for all of the directory and of the administration. @see https://docs.aws.amazon.com/singlesignon/latest/userguide/limits.html
  limits: { concurrency: 4, buckets: [{ name: 'instance', limit: 20, perMs: 1000 }], signals: [] },
  errors: awsErrors(),
  test: { request: inStore('ListGroups', { body: { MaxResults: 1 } }) },
  objects: { ...directory, ...sso },
  documentation: { source: docsUrl, asOf: '2026-11-23' },
});
