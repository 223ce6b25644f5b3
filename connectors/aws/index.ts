/** Amazon Web Services: identities, machines and networks, the organization's accounts, events, and stored objects. */
import { messages } from '../../core/messages.ts';
import { z } from 'zod';
import { sigv4Auth, sigv4RoleAuth } from '../kit/auth/signing-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { toPartition } from '../kit/presets/aws-partition.ts';
import { awsPlacesForm } from '../kit/presets/aws-places.ts';
import { awsErrors } from '../kit/presets/aws.ts';
import { ec2 } from './ec2.ts';
import { toPlainText } from '../kit/type-guards.ts';
import { iam } from './iam.ts';
import { services } from './services.ts';
import { webhook } from './webhook.ts';

/** The first label of the host is the service name for signatures. */
const service = { byHost: {} };

export const connector: HttpConnector = defineConnector({
  id: 'aws',
  name: 'Amazon Web Services',
  vendor: 'Amazon Web Services',
  category: 'cloud',
  docsUrl: 'https://docs.aws.amazon.com/',
  version: '2.0.0',
  tags: ['iam', 'ec2', 'organizations', 'cloudtrail', 'users', 'instances'],
  transport: 'http',
  config: z.strictObject({
    ...awsPlacesForm,
    buckets: z
      .array(
        z
          .string()
          .regex(
            /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
            'Must be the name of a bucket, 3 to 63 lower-case letters, digits, dots and hyphens: hr-exports.',
          ),
      )
      .max(100)
      .default([])
      .meta({ title: 'Buckets whose objects are listed', help: 'In the region of the credentials.' }),
  }),
  auth: [
    sigv4Auth({ service, setup: 'IAM → Users → Security credentials → Create access key.' }),
    sigv4RoleAuth({
      id: 'role',
      title: 'Access key that takes a role on, or temporary keys',
      service,
      setup: 'The role trusts the identity of the key, with the external id where one is given.',
    }),
  ],
  http: {
    baseUrl: ({ auth }) => `https://sts.${toPlainText(auth['region'])}.${toPartition(auth).domain}`,
    hosts: ['.amazonaws.com', '.amazonaws.com.cn'],
    names: ({ auth }) => ({ ...toPartition(auth) }),
  },
  // Limits are those of each action; LookupEvents, the narrowest, takes two a second. @see https://docs.aws.amazon.com/general/latest/gr/aws-service-information.html
  limits: { concurrency: 4, buckets: [{ name: 'account', limit: 10, perMs: 1000 }], signals: [] },
  // @see https://docs.aws.amazon.com/IAM/latest/APIReference/CommonErrors.html
  errors: [
    ...awsErrors(),
    {
      when: { status: [301, 307], bodyIncludes: ['Redirect'] },
      kind: 'config',
      message: messages.bucketInOtherRegion,
    },
  ],
  test: {
    request: {
      method: 'POST',
      path: '/',
      body: { Action: 'GetCallerIdentity', Version: '2011-06-15' },
      encoding: 'form',
    },
  },
  places: 'aws',
  objects: { ...iam, ...ec2, ...services },
  webhook,
  documentation: { source: 'https://docs.aws.amazon.com/', asOf: '2026-11-21' },
});
