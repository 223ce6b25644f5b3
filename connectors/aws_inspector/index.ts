/** Amazon Inspector: findings, covered resources, member accounts and filters of a region. */
import { z } from 'zod';
import { messages } from '../../core/messages.ts';
import { sigv4Auth, sigv4RoleAuth } from '../kit/auth/signing-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { awsPlacesForm } from '../kit/presets/aws-places.ts';
import { toPlainText } from '../kit/type-guards.ts';
import { objects } from './objects.ts';

const docsUrl = 'https://docs.aws.amazon.com/inspector/v2/APIReference/';
const service = 'inspector2';

const isRefused = (names: string): { header: { name: string; includes: string } } => ({
  header: { name: 'x-amzn-errortype', includes: names },
});

export const connector: HttpConnector = defineConnector({
  id: 'aws_inspector',
  name: 'Amazon Inspector',
  vendor: 'Amazon Web Services',
  category: 'security',
  docsUrl,
  version: '1.0.0',
  tags: ['vulnerabilities', 'findings', 'aws'],
  transport: 'http',
  config: z.strictObject(awsPlacesForm),
  auth: [
    sigv4Auth({
      service,
      setup: 'IAM → Users → Security credentials → Create access key, with the policy AmazonInspector2ReadOnlyAccess.',
    }),
    sigv4RoleAuth({
      id: 'role',
      title: 'Access key that takes a role on, or temporary keys',
      service,
      setup: 'The role trusts the identity of the key, with the external id where one is given.',
    }),
  ],
  http: {
    // @see https://docs.aws.amazon.com/general/latest/gr/inspector2.html
    baseUrl: ({ auth }) => `https://inspector2.${toPlainText(auth['region'])}.amazonaws.com`,
    hosts: ['.amazonaws.com'],
  },
  // The vendor tells no figure: a careful one.
  limits: { concurrency: 2, buckets: [{ name: 'account', limit: 5, perMs: 1000 }], signals: [] },
  // @see https://docs.aws.amazon.com/inspector/v2/APIReference/CommonErrors.html
  errors: [
    { when: isRefused('Expired'), kind: 'auth_expired' },
    ...['UnrecognizedClient', 'InvalidClientTokenId', 'SignatureDoesNotMatch', 'InvalidSignature'].map((name) => ({
      when: isRefused(name),
      kind: 'auth_invalid' as const,
      message: messages.accessKeyRefused,
    })),
    { when: isRefused('Throttling'), kind: 'rate_limited' },
    { when: isRefused('ServiceQuotaExceeded'), kind: 'quota' },
    { when: isRefused('ResourceNotFound'), kind: 'not_found' },
    { when: { status: 400 }, kind: 'validation', messagePath: 'message' },
  ],
  test: { request: { method: 'POST', path: '/coverage/list', body: { maxResults: 1 } } },
  places: 'aws',
  objects,
  documentation: { source: 'https://github.com/boto/botocore', asOf: '2026-11-23' },
});
