import { describe, expect, it } from 'vitest';
import { readExhausted, readLeft, readReset, readRetryAfter, readSenderTime, readWait } from './rate-signals.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('connectors/kit/http/rate-signals', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    ['Sat, 21 Nov 2026 12:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['999999999', 86_400_000],
    ['soon', undefined],
    ['99999999999', 86_400_000],
    ['-5', undefined],
    ['1.5', 1500],
    ['30, 60', 30_000],
    ['Sat Nov 21 12:01:00 2026', 60_000],
    ['Saturday, 21-Nov-26 12:01:00 GMT', 60_000],
    ['', undefined],
    [undefined, undefined],
  ])('reads Retry-After %s', (value, ms) => {
    expect(readRetryAfter(value, now)).toBe(ms);
  });

  it.each([
    ['Sat, 21 Nov 2026 12:01:00 GMT', now + 60_000],
    ['2026', now],
    ['soon', now],
    [undefined, now],
  ])('takes the time of the sender from Date %s', (date, at) => {
    expect(readSenderTime(date === undefined ? {} : { date }, now)).toBe(at);
  });

  it.each([
    ['delta_s', '30', 30_000],
    ['epoch_s', String(now / 1000 + 30), 30_000],
    ['epoch_ms', String(now + 30), 30],
    ['iso', '2026-11-21T12:00:30Z', 30_000],
    ['iso', 'garbage', undefined],
  ] as const)('reads a reset in %s', (unit, value, ms) => {
    expect(readReset([{ header: 'x-reset', means: 'reset', unit }], { headers: { 'x-reset': value } }, now)).toBe(ms);
  });

  it.each([
    ['api-usage=18/5000', 4982],
    ['api-usage=25/100; per-app-api-usage=17/250(appName=sample)', 75],
    ['api-usage=5001/5000', 0],
    ['soon', undefined],
  ])('reads what is left of a usage (%s)', (value, left) => {
    const signals = [{ header: 'sforce-limit-info', means: 'usage' }] as const;

    expect(readLeft(signals, { 'sforce-limit-info': value })).toBe(left);
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

    expect(readExhausted(signals, { headers }, now)).toBe(ms);
  });

  it.each([
    [{ left: 100, back: 50 }, undefined],
    [{ left: 60, back: 50 }, 800],
    [{ left: 60, back: 0 }, undefined],
    ['not an object', undefined],
  ])('waits until points came back as the body tells in %j', (cost, ms) => {
    const signals = [
      { path: 'cost.left', means: 'remaining', pauseAt: 99 },
      { path: 'cost.back', means: 'restore' },
    ] as const;

    expect(readExhausted(signals, { headers: {}, readDocument: () => ({ cost }) }, now)).toBe(ms);
  });

  it('reads a wait in milliseconds out of a body', () => {
    const answer = { headers: {}, readDocument: () => ({ error: { retry_in: 1500 } }) };

    expect(readWait({ path: 'error.retry_in', unit: 'delta_ms' }, answer, now)).toBe(1500);
  });
});
