import { describe, expect, it } from 'vitest';
import { checkSchedule } from './check-schedule.ts';
import { findDelay } from './find-delay.ts';
import { scheduleTrigger } from './schedule-trigger.ts';

function check(trigger: object) {
  return checkSchedule(scheduleTrigger.parse({ type: 'schedule', ...trigger }));
}

describe('engine/schedule/check-schedule', () => {
  it.each([
    { every: '1m' },
    { every: 'hourly', at: ':30', timezone: 'Asia/Kolkata', jitter: '5m' },
    { every: 'daily', at: ['09:00', '17:00'], timezone: 'utc' },
    { every: 'weekly', on: 'fri' },
    { every: 'monthly', on: [1, 15, 31] },
    { cron: '0 9 * * mon-fri', timezone: 'US/Eastern', catch_up: 'all', catch_up_within: '30d' },
    { every: '2h', starts_at: '2026-01-01T00:00:00+01:00', ends_at: '2027-01-01T00:00:00Z' },
  ])('takes %j', (trigger) => {
    expect(check(trigger)).toEqual([]);
  });

  it.each([
    [{}, 'every', 'required'],
    [{ every: 'daily', cron: '0 0 * * *' }, 'cron', 'conflict'],
    [{ every: '30s' }, 'every', 'out_of_range'],
    [{ every: '90s' }, 'every', 'out_of_range'],
    [{ every: '400d' }, 'every', 'out_of_range'],
    [{ every: '15m', at: '09:00' }, 'at', 'conflict'],
    [{ every: 'daily', at: ':30' }, 'at', 'invalid_value'],
    [{ every: 'hourly', at: '09:30' }, 'at', 'invalid_value'],
    [{ every: 'daily', on: ['mon'] }, 'on', 'conflict'],
    [{ every: 'weekly', on: 3 }, 'on', 'invalid_value'],
    [{ every: 'monthly', on: 'mon' }, 'on', 'invalid_value'],
    [{ cron: '0 25 * * *' }, 'cron', 'invalid_value'],
    [{ cron: '0 0 * * *', at: '09:00' }, 'at', 'conflict'],
    [{ cron: '0 0 31 2 *' }, 'cron', 'never'],
    [{ every: 'daily', timezone: '+02:00' }, 'timezone', 'unknown_timezone'],
    [
      { every: 'daily', starts_at: '2026-01-02T00:00:00Z', ends_at: '2026-01-01T00:00:00Z' },
      'ends_at',
      'invalid_value',
    ],
    [{ every: '15m', jitter: '15m' }, 'jitter', 'out_of_range'],
    [{ every: 'daily', jitter: '7h' }, 'jitter', 'out_of_range'],
    [{ every: 'daily', catch_up_within: '31d' }, 'catch_up_within', 'out_of_range'],
  ])('refuses %j at %s', (trigger, path, code) => {
    expect(check(trigger)).toEqual([expect.objectContaining({ path, code })]);
  });

  it.each([
    ['Europe/Berlni', 'Europe/Berlin'],
    ['berlin', 'Europe/Berlin'],
    ['new york', 'America/New_York'],
  ])('suggests for the zone %s: %s', (timezone, suggestion) => {
    expect(check({ every: 'daily', timezone })).toEqual([expect.objectContaining({ suggestion })]);
  });

  it('puts the same time of the same schedule off by as much each time, others by something else', () => {
    const delays = Array.from({ length: 200 }, (_, index) =>
      findDelay(`schedule ${index}`, 1_800_000_000_000, 300_000),
    );
    expect(delays).toEqual(delays.map((_, index) => findDelay(`schedule ${index}`, 1_800_000_000_000, 300_000)));
    expect(new Set(delays).size).toBeGreaterThan(190);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...delays)).toBeLessThanOrEqual(300_000);
    expect(findDelay('a', 1_800_000_000_000, 0)).toBe(0);
  });
});
