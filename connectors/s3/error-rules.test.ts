import { describe, expect, it } from 'vitest';
import { judgeAnswer } from '../kit/http/error-rules.ts';
import { connector } from './index.ts';

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
describe('connectors/s3/error-rules', () => {
  it.each([
    [403, '<Error><Code>SignatureDoesNotMatch</Code></Error>', 'auth_invalid'],
    [403, '<Error><Code>InvalidAccessKeyId</Code></Error>', 'auth_invalid'],
    [403, '<Error><Code>RequestTimeTooSkewed</Code></Error>', 'config'],
    [403, '<Error><Code>AccessDenied</Code></Error>', 'permission'],
    [301, '<Error><Code>PermanentRedirect</Code></Error>', 'config'],
    [404, '<Error><Code>NoSuchKey</Code></Error>', 'not_found'],
    [404, '<Error><Code>NoSuchBucket</Code></Error>', 'config'],
    [503, '<Error><Code>SlowDown</Code></Error>', 'rate_limited'],
  ])('judges status %i with %s', (status, text, kind) => {
    expect(judgeAnswer(connector.errors, connector.limits, { status, text, headers: {} }, 0)?.kind).toBe(kind);
  });
});
