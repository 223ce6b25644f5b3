import type { z } from 'zod';
import { messages } from '../../../core/messages.ts';
import type { Sigv4Application } from '../auth/application.ts';
import type { AuthMethod } from '../auth/methods.ts';
import { sigv4Auth, sigv4RoleAuth } from '../auth/signing-methods.ts';
import type { HttpSettings } from '../connector.ts';
import type { errorRuleSchema } from '../http/error-rules.ts';
import type { GivenRequest } from '../http/operations.ts';
import { toPlainText } from '../type-guards.ts';
import { toPartition } from './aws-partition.ts';

/**
 * Ways to sign in to one service of AWS: with an access key, or a role that the key assumes.
 *
 * @param service Name that requests are signed for, or `{ byHost: {} }` where hosts of several services are called.
 * @param permissions IAM actions that the key or the role needs, in Markdown.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html
 */
export function awsAuth(service: Sigv4Application['service'], permissions: string): AuthMethod[] {
  return [
    sigv4Auth({
      service,
      setup: `IAM → Users → Security credentials → Create access key. A policy of the user allows ${permissions}.`,
    }),
    sigv4RoleAuth({
      id: 'role',
      title: 'Access key that takes a role on, or temporary keys',
      service,
      setup: `The role trusts the identity of the key, with the external id where one is given. A policy of the role allows ${permissions}.`,
    }),
  ];
}

/**
 * Where a service is: in the region of the credentials, which may be one of China. Services beside it are at
 * `PREFIX.{auth.region}.{names.domain}`.
 */
export function awsService(prefix: string): Required<Pick<HttpSettings, 'baseUrl' | 'hosts' | 'names'>> {
  return {
    baseUrl: ({ auth }) => `https://${prefix}.${toPlainText(auth['region'])}.${toPartition(auth).domain}`,
    hosts: ['.amazonaws.com', '.amazonaws.com.cn'],
    names: ({ auth }) => ({ domain: toPartition(auth).domain }),
  };
}

/**
 * A request of the JSON protocol, in which the header names the action.
 *
 * @see https://smithy.io/2.0/aws/protocols/aws-json-1_1-protocol.html
 */
export function awsAction(
  target: string,
  { body, ...more }: Pick<GivenRequest, 'base' | 'body' | 'bodyFields'> = {},
): GivenRequest {
  return {
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
    body: body ?? {},
    ...more,
  };
}

/**
 * What errors of AWS services mean beyond their status: each has a code.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/APIReference/CommonErrors.html
 */
export function awsErrors(): z.input<typeof errorRuleSchema>[] {
  return [
    {
      when: {
        bodyIncludes: ['Throttl', 'RequestLimitExceeded', 'TooManyRequests', 'SlowDown'],
        status: [400, 429, 503],
      },
      kind: 'rate_limited',
    },
    { when: { status: [400, 403], bodyIncludes: ['ExpiredToken', 'RequestExpired'] }, kind: 'auth_expired' },
    {
      when: {
        status: [400, 401, 403],
        bodyIncludes: [
          'InvalidClientTokenId',
          'SignatureDoesNotMatch',
          'UnrecognizedClient',
          'AuthFailure',
          'InvalidAccessKeyId',
          'IncompleteSignature',
          'MissingAuthenticationToken',
        ],
      },
      kind: 'auth_invalid',
      message: messages.accessKeyRefused,
    },
    {
      when: { status: [400, 403], bodyIncludes: ['RequestTimeTooSkewed'] },
      kind: 'config',
      message: messages.clockWrong,
    },
    {
      when: { status: 400, bodyIncludes: ['AccessDenied', 'UnauthorizedOperation', 'NotAuthorized'] },
      kind: 'permission',
    },
    { when: { status: 400, bodyIncludes: ['OptInRequired', 'SubscriptionRequired'] }, kind: 'permission' },
    { when: { status: [400, 403], bodyIncludes: ['LimitExceeded'] }, kind: 'quota' },
    {
      when: { status: 400, bodyIncludes: ['NotFound', 'NoSuchEntity', 'DoesNotExist', 'NotInUse'] },
      kind: 'not_found',
    },
    {
      when: {
        status: 400,
        bodyIncludes: [
          'AlreadyExists',
          'ExistsException',
          'ConflictException',
          'DeleteConflict',
          'InUse',
          'IncorrectInstanceState',
        ],
      },
      kind: 'conflict',
    },
    { when: { status: 400, bodyIncludes: ['NextToken', 'InvalidMarker'] }, kind: 'cursor_expired' },
  ];
}
