/** Amazon Cognito: users, groups, applications and identity providers of a user pool. */
import { z } from 'zod';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { awsAuth, awsErrors, awsService } from '../kit/presets/aws.ts';
import { asks, objects } from './objects.ts';

const docsUrl = 'https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/Welcome.html';

export const connector: HttpConnector = defineConnector({
  id: 'aws_cognito',
  name: 'Amazon Cognito',
  vendor: 'Amazon Web Services',
  category: 'identity',
  docsUrl,
  version: '1.0.0',
  tags: ['users', 'groups', 'user pools', 'aws'],
  transport: 'http',
  config: z.strictObject({
    user_pool_id: z
      .string()
      .regex(/^[\w-]+_[0-9A-Za-z]+$/, 'Must be the id of a user pool: eu-central-1_AbCdEfGhI.')
      .max(55)
      .meta({ title: 'Id of the user pool', example: 'eu-central-1_AbCdEfGhI' }),
  }),
  auth: awsAuth(
    'cognito-idp',
    '`cognito-idp:List*` and `cognito-idp:DescribeUserPool`; to write, `cognito-idp:Admin*` and `cognito-idp:*Group`',
  ),
  http: awsService('cognito-idp'),
  // Of lists of groups and applications, 20 and 15 a second, but only 5 of each in one user pool; of lists of users, 30. @see https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html#category_operations
  limits: { concurrency: 4, buckets: [{ name: 'account', limit: 5, perMs: 1000 }], signals: [] },
  errors: awsErrors(),
  test: { request: asks('ListGroups', { body: { Limit: 1 } }) },
  objects,
  documentation: { source: docsUrl, asOf: '2026-11-23' },
});
