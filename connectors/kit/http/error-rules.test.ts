import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { readDocument } from '../../drivers/shared/decode/document.ts';
import { errorRuleSchema, judgeAnswer } from './error-rules.ts';
import { limitsSchema } from '../limits.ts';

const limits = limitsSchema.parse({ signals: [{ header: 'x-reset', means: 'reset', unit: 'delta_s' }] });

function judge(
  given: z.input<typeof errorRuleSchema>[],
  status: number,
  text = '',
  headers: Record<string, string> = {},
) {
  const rules = given.map((rule) => errorRuleSchema.parse(rule));
  return judgeAnswer(rules, limits, { status, text, headers, readDocument: () => readDocument(Buffer.from(text)) }, 0);
}

describe('connectors/kit/http/error-rules', () => {
  it.each([200, 201, 204, 299])('takes status %i for a result', (status) => {
    expect(judge([], status)).toBeUndefined();
  });

  it.each([
    [100, 'unknown'],
    [302, 'config'],
    [408, 'transient'],
    [416, 'cursor_expired'],
    [429, 'rate_limited'],
    [499, 'validation'],
    [500, 'transient'],
    [599, 'transient'],
  ])('takes status %i for %s', (status, kind) => {
    expect(judge([], status)?.kind).toBe(kind);
  });

  it('lets the first rule that fits decide, also against a result', () => {
    const rules: z.input<typeof errorRuleSchema>[] = [
      { when: { status: 200, bodyIncludes: ['"ok":false'] }, kind: 'validation', message: 'Not ok.' },
      { when: { bodyIncludes: ['limit'] }, kind: 'quota' },
      { when: {}, kind: 'unknown' },
    ];

    expect(judge(rules, 200, '{"ok":false}')).toMatchObject({ kind: 'validation', message: 'Not ok.' });
    expect(judge(rules, 400, 'limit', { 'x-reset': '9' })).toMatchObject({ kind: 'quota', retryAfterMs: 9000 });
    expect(judge(rules, 404)?.kind).toBe('unknown');
  });

  it.each([
    ['{"error":{"message":"One"}}', 'One'],
    ['{"message":" Two\\n words "}', 'Two words'],
    ['{"errors":[{"detail":"Three"}]}', 'Three'],
    ['{"detail":[{"type":"missing","loc":["body","key"],"msg":"Field required"}]}', 'body.key: Field required'],
    ['{"detail":[{"msg":"Field required"}]}', 'Field required'],
    ['{"errors":["Four"]}', 'Four'],
    ['<Error><Code>X</Code><Message>Five</Message></Error>', 'Five'],
    ['<html><body>not shown</body></html>', undefined],
    ['not shown', undefined],
    ['{"other":"not shown"}', undefined],
    ['', undefined],
  ])("reads the vendor's words in %s", (text, message) => {
    expect(judge([], 400, text)?.vendorMessage).toBe(message);
  });

  it('tells what a body means by a value at a path, JSON or XML', () => {
    const rules: z.input<typeof errorRuleSchema>[] = [
      { when: { path: 'error', equals: ['invalid_auth'] }, kind: 'auth_invalid' },
      { when: { path: 'ok', equals: [false] }, kind: 'validation', messagePath: 'error' },
      { when: { path: 'Result.Code', holds: ['Throttl'] }, kind: 'rate_limited' },
      { when: { path: 'errors' }, kind: 'unknown' },
    ];

    expect(judge(rules, 200, '{"ok":false,"error":"INVALID_AUTH"}')?.kind).toBe('auth_invalid');
    expect(judge(rules, 200, '{"ok":false,"error":"no_channel"}')).toMatchObject({ vendorMessage: 'no_channel' });
    expect(judge(rules, 200, '<a:Result><a:Code>a:Throttled</a:Code></a:Result>')?.kind).toBe('rate_limited');
    expect(judge(rules, 200, '{"ok":true,"errors":[]}')).toBeUndefined();
    expect(judge(rules, 200, '{"errors":[{}]}')?.kind).toBe('unknown');
  });

  it('tells a header from none, and when to come back by the body', () => {
    const rules: z.input<typeof errorRuleSchema>[] = [
      { when: { header: { name: 'X-Reason', includes: 'quota' } }, kind: 'quota', retryAfter: { path: 'wait' } },
    ];

    expect(judge(rules, 403, '{"wait":7}', { 'x-reason': 'daily quota' })).toMatchObject({ retryAfterMs: 7000 });
    expect(judge(rules, 403)?.kind).toBe('permission');
  });

  it('lists the fields that were refused', () => {
    const fields = { list: 'errors', field: 'source.pointer', message: 'detail' };
    const text = '{"errors":[{"detail":"Too long","source":{"pointer":"/name"}},{"detail":"No field"}]}';

    expect(judge([{ when: { status: 422 }, kind: 'validation', fields }], 422, text)?.fields).toEqual([
      { field: '/name', message: 'Too long' },
    ]);
  });
});
