import { describe, expect, it } from 'vitest';
import { type ErrorRule, judgeAnswer } from './error-rules.ts';
import { limitsSchema } from './limits.ts';

const limits = limitsSchema.parse({ signals: [{ header: 'x-reset', means: 'reset', unit: 'delta_s' }] });

function judge(rules: readonly ErrorRule[], status: number, text = '', headers: Record<string, string> = {}) {
  return judgeAnswer(rules, limits, { status, text, headers }, 0);
}

describe('connectors/kit/error-rules', () => {
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
    const rules: ErrorRule[] = [
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
    ['{"errors":["Four"]}', 'Four'],
    ['<Error><Code>X</Code><Message>Five</Message></Error>', 'Five'],
    ['<html><body>not shown</body></html>', undefined],
    ['not shown', undefined],
    ['{"other":"not shown"}', undefined],
    ['', undefined],
  ])("reads the vendor's words in %s", (text, message) => {
    expect(judge([], 400, text)?.vendorMessage).toBe(message);
  });
});
