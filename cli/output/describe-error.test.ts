import { describe, expect, it } from 'vitest';
import { HubApiError } from '../../client/hub-api-error.ts';
import { describeError } from './describe-error.ts';

describe('cli/output/describe-error', () => {
  it('says which check of a connection failed, why, and what helps', () => {
    const error = new HubApiError({
      message: 'The connection does not work, so it was not created.',
      status: 422,
      code: 'connection_test_failed',
      details: {
        checks: [
          { name: 'dns', ok: true, code: null, message: 'Found.' },
          { name: 'tcp', ok: false, code: 'address_not_allowed', message: 'It is private.', remedy: 'Open it.' },
        ],
      },
      requestId: undefined,
      retryAfterSeconds: undefined,
    });

    expect(describeError(error).lines).toEqual([
      '422 connection_test_failed: The connection does not work, so it was not created.',
      '  tcp: address_not_allowed: It is private. Open it.',
    ]);
  });

  it('lists what is allowed, unless the message says it', () => {
    const errors = [
      { path: 'a', code: 'unknown_field', message: 'Unknown field. Did you mean `b`?', allowed: ['b'] },
      { path: 'c', code: 'unknown_field', message: 'Unknown field.', allowed: ['d', 'e'] },
    ];
    const error = new HubApiError({
      message: 'The body is not valid.',
      status: 400,
      code: 'invalid_request',
      details: { errors },
      requestId: undefined,
      retryAfterSeconds: undefined,
    });

    expect(describeError(error).lines).toEqual([
      '400 invalid_request: The body is not valid.',
      '  a: unknown_field: Unknown field. Did you mean `b`?',
      '  c: unknown_field: Unknown field. One of: d, e.',
    ]);
  });

  it.each([
    ['resource_in_use', { integrations: ['int_1', 'int_2'] }, ['  integrations: int_1, int_2']],
    ['invalid_state', { count: 3, hash: 'ab' }, ['  count: 3', '  hash: ab']],
    ['forbidden', { approvers: ['role:approver'] }, ['  approvers: role:approver']],
    ['integration_not_ready', { missing: [{ step: 'source', message: 'Say it.' }] }, ['  source: Say it.']],
    ['invalid_state', { reason: null, approvers: [] }, []],
  ])('says what %s goes on from: %j', (code, details, lines) => {
    const more = { documentation_url: 'https://hub.example/docs', request_id: 'req_1' };
    const error = new HubApiError({
      message: 'No.',
      status: 409,
      code,
      details: { ...details, ...more },
      requestId: 'req_1',
      retryAfterSeconds: undefined,
    });

    expect(describeError(error).lines).toEqual([
      `409 ${code}: No.`,
      ...lines,
      '  More: https://hub.example/docs',
      '  Request: req_1',
    ]);
  });
});
