import { describe, expect, it } from 'vitest';
import { errorRuleSchema, judgeAnswer } from '../http/error-rules.ts';
import { limitsSchema } from '../limits.ts';
import { awsErrors, awsService } from './aws.ts';

const rules = awsErrors().map((rule) => errorRuleSchema.parse(rule));

function judge(status: number, code: string): string | undefined {
  const body = { __type: code, message: 'No.' };
  const answer = { status, headers: {}, text: JSON.stringify(body), readDocument: () => body };
  return judgeAnswer(rules, limitsSchema.parse({}), answer, 0)?.kind;
}

describe('connectors/kit/presets/aws', () => {
  it.each([
    ['eu-central-1', 'https://guardduty.eu-central-1.amazonaws.com'],
    ['us-gov-west-1', 'https://guardduty.us-gov-west-1.amazonaws.com'],
    ['cn-north-1', 'https://guardduty.cn-north-1.amazonaws.com.cn'],
  ])('finds a service in %s', (region, address) => {
    const { baseUrl } = awsService('guardduty');

    expect(typeof baseUrl === 'string' ? baseUrl : baseUrl({ config: {}, auth: { region } })).toBe(address);
  });

  it.each([
    [400, 'ThrottlingException', 'rate_limited'],
    [400, 'ExpiredTokenException', 'auth_expired'],
    [403, 'UnrecognizedClientException', 'auth_invalid'],
    [400, 'AccessDeniedException', 'permission'],
    [400, 'UserNotFoundException', 'not_found'],
    [400, 'UsernameExistsException', 'conflict'],
    [400, 'ConflictException', 'conflict'],
    [400, 'ValidationException', 'validation'],
    [500, 'InternalServerException', 'transient'],
  ])('takes %i %s for %s', (status, code, kind) => {
    expect(judge(status, code)).toBe(kind);
  });
});
