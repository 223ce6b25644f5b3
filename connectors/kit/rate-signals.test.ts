import { describe, expect, it } from 'vitest';
import { readExhausted, readReset, readRetryAfter } from './rate-signals.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('connectors/kit/rate-signals', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    ['Sat, 21 Nov 2026 12:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['999999999', 86_400_000],
    ['soon', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads Retry-After %s', (value, ms) => {
    expect(readRetryAfter(value, now)).toBe(ms);
  });

  it.each([
    ['delta_s', '30', 30_000],
    ['epoch_s', String(now / 1000 + 30), 30_000],
    ['epoch_ms', String(now + 30), 30],
    ['iso', '2026-11-21T12:00:30Z', 30_000],
    ['iso', 'garbage', undefined],
  ] as const)('reads a reset in %s', (unit, value, ms) => {
    expect(readReset([{ header: 'x-reset', means: 'reset', unit }], { 'x-reset': value }, now)).toBe(ms);
  });

  it.each([
    ['0', 5000],
    ['3', undefined],
    [undefined, undefined],
  ])('waits only when nothing remains (%s)', (remaining, ms) => {
    const signals = [
      { header: 'x-left', means: 'remaining' },
      { header: 'x-reset', means: 'reset' },
    ] as const;
    const headers = { 'x-reset': '5', ...(remaining === undefined ? {} : { 'x-left': remaining }) };

    expect(readExhausted(signals, headers, now)).toBe(ms);
  });
});
