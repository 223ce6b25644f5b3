import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileSchedule } from './compile-schedule.ts';
import { findNext, listOccurrences } from './list-occurrences.ts';
import { scheduleTimes } from './schedule-trigger.ts';
import { enumerateSlowly } from './slow-enumeration.ts';

function schedule(times: object) {
  return compileSchedule(scheduleTimes.parse(times));
}

/** The times of a schedule after an instant, in UTC, with what the clock did to them. */
function list(times: object, after: string, limit: number): string[] {
  return listOccurrences(schedule(times), { after: Date.parse(after), limit }).map(
    ({ at, clockChange }) =>
      new Date(at).toISOString().slice(0, 16) + (clockChange === undefined ? '' : ` ${clockChange}`),
  );
}

const berlin = 'Europe/Berlin';

describe('engine/schedule/list-occurrences', () => {
  it.each([
    // A day of 23 hours: 02:00 to 03:00 is left out on 29 March 2026.
    [
      'before the gap',
      { every: 'daily', at: '01:30', timezone: berlin },
      '2026-03-28T12:00Z',
      ['2026-03-29T00:30', '2026-03-29T23:30'],
    ],
    [
      'in the gap',
      { every: 'daily', at: '02:30', timezone: berlin },
      '2026-03-28T12:00Z',
      ['2026-03-29T01:00 left_out', '2026-03-30T00:30'],
    ],
    [
      'twice in the gap: once',
      { cron: '0,30 2 * * *', timezone: berlin },
      '2026-03-28T12:00Z',
      ['2026-03-29T01:00 left_out', '2026-03-30T00:00', '2026-03-30T00:30'],
    ],
    [
      'each hour over the gap',
      { every: 'hourly', timezone: berlin },
      '2026-03-28T23:30Z',
      ['2026-03-29T00:00', '2026-03-29T01:00', '2026-03-29T02:00'],
    ],
    // A day of 25 hours: 02:00 to 03:00 comes twice on 25 October 2026.
    [
      'twice: the first',
      { every: 'daily', at: '02:30', timezone: berlin },
      '2026-10-24T12:00Z',
      ['2026-10-25T00:30 first_of_two', '2026-10-26T01:30'],
    ],
    [
      'each hour, also the one that comes again',
      { every: 'hourly', at: ':15', timezone: berlin },
      '2026-10-24T23:30Z',
      ['2026-10-25T00:15', '2026-10-25T01:15', '2026-10-25T02:15'],
    ],
    [
      'each quarter by cron, also again',
      { cron: '*/30 * * * *', timezone: berlin },
      '2026-10-24T23:45Z',
      ['2026-10-25T00:00', '2026-10-25T00:30', '2026-10-25T01:00', '2026-10-25T01:30', '2026-10-25T02:00'],
    ],
    [
      'asked within the second of two',
      { every: 'daily', at: '02:30', timezone: berlin },
      '2026-10-25T01:00Z',
      ['2026-10-26T01:30'],
    ],
    // Clocks that change at midnight, by half an hour, and over a whole day.
    [
      'midnight left out in Cairo',
      { every: 'daily', timezone: 'Africa/Cairo' },
      '2026-04-22T23:00Z',
      ['2026-04-23T22:00 left_out', '2026-04-24T21:00'],
    ],
    [
      'half an hour left out on Lord Howe Island',
      { every: 'daily', at: '02:15', timezone: 'Australia/Lord_Howe' },
      '2026-10-03T12:00Z',
      ['2026-10-03T15:30 left_out', '2026-10-04T15:15'],
    ],
    [
      'the day that Samoa left out',
      { every: 'daily', at: '09:00', timezone: 'Pacific/Apia' },
      '2011-12-29T12:00Z',
      ['2011-12-29T19:00', '2011-12-30T10:00 left_out', '2011-12-30T19:00'],
    ],
    // Month ends, weeks, years.
    [
      'the last day of each month',
      { every: 'monthly', on: 31, at: '06:00' },
      '2027-01-31T06:00Z',
      ['2027-02-28T06:00', '2027-03-31T06:00', '2027-04-30T06:00'],
    ],
    [
      'two days that a short month has as one',
      { every: 'monthly', on: [30, 31] },
      '2027-01-31T06:00Z',
      ['2027-02-28T00:00', '2027-03-30T00:00', '2027-03-31T00:00'],
    ],
    [
      'days of the week, times of the day',
      { every: 'weekly', on: ['mon', 'sun'], at: ['17:00', '09:30'] },
      '2026-11-21T00:00Z',
      ['2026-11-22T09:30', '2026-11-22T17:00', '2026-11-23T09:30'],
    ],
    [
      'only months with a 31st, by cron',
      { cron: '0 0 31 * *' },
      '2027-01-31T06:00Z',
      ['2027-03-31T00:00', '2027-05-31T00:00'],
    ],
    [
      'a day of the month or of the week, by cron',
      { cron: '0 0 13 * fri' },
      '2026-11-07T00:00Z',
      ['2026-11-13T00:00', '2026-11-20T00:00'],
    ],
    ['29 February, over the end of a century', { cron: '0 0 29 2 *' }, '2096-02-29T00:00Z', ['2104-02-29T00:00']],
    // Intervals go on whatever clocks show.
    [
      'an interval from midnight UTC',
      { every: '6h', timezone: berlin },
      '2026-03-28T23:59Z',
      ['2026-03-29T00:00', '2026-03-29T06:00'],
    ],
    [
      'an interval from where it starts',
      { every: '7h', starts_at: '2026-03-01T01:30:00Z' },
      '2026-02-01T00:00Z',
      ['2026-03-01T01:30', '2026-03-01T08:30'],
    ],
    [
      'an end, exclusive',
      { every: 'daily', ends_at: '2026-11-23T00:00:00Z' },
      '2026-11-21T00:00Z',
      ['2026-11-22T00:00'],
    ],
  ])('%s', (_name, times, after, expected) => {
    const all = 'ends_at' in times ? expected.length + 1 : expected.length;
    expect(list(times, after, all)).toEqual(expected);
  });

  it('finds nothing where nothing is left', () => {
    expect(findNext(schedule({ every: '1m', ends_at: '2026-01-01T00:00:00Z' }), Date.UTC(2026, 1))).toBeUndefined();
    expect(findNext(schedule({ cron: '0 0 30 2 *' }), Date.UTC(2026, 1))).toBeUndefined();
  });

  it('lists in parts what it lists as a whole', () => {
    const every = schedule({ cron: '*/20 * * * *', timezone: berlin });
    const whole = listOccurrences(every, { after: Date.UTC(2026, 9, 24, 12), limit: 80 }).map(({ at }) => at);
    const parts: number[] = [];
    for (let after = Date.UTC(2026, 9, 24, 12); parts.length < 80; after = parts.at(-1) ?? after)
      parts.push(...listOccurrences(every, { after, limit: 1 }).map(({ at }) => at));
    expect(parts).toEqual(whole);
  });

  it('agrees with a clock that is watched minute by minute', () => {
    const zones = [
      'UTC',
      berlin,
      'America/New_York',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
      'Africa/Cairo',
      'Pacific/Chatham',
      'America/Santiago',
      'Asia/Kathmandu',
      'America/Havana',
      'Asia/Beirut',
      'Pacific/Apia',
      'Antarctica/Troll',
      'America/Asuncion',
    ];
    const hour = fc.integer({ min: 0, max: 23 });
    const minute = fc.constantFrom(0, 5, 15, 30, 45, 59);
    const inYear = fc.record({
      year: fc.integer({ min: 2008, max: 2037 }),
      month: fc.constantFrom(2, 3, 8, 9, 10),
      day: fc.integer({ min: 1, max: 26 }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        inYear,
        fc.uniqueArray(hour, { minLength: 1, maxLength: 3 }),
        minute,
        fc.boolean(),
        (timezone, { year, month, day }, hours, at, everyHour) => {
          const after = Date.UTC(year, month, day);
          const upTo = after + 9 * 86_400_000;
          const cron = `${at} ${everyHour ? '*' : hours.join(',')} * * *`;
          const found = listOccurrences(schedule({ cron, timezone }), { after, upTo, limit: 1000 });
          expect(found.map((occurrence) => occurrence.at)).toEqual(
            enumerateSlowly({ zone: timezone, hours: everyHour ? undefined : hours, minute: at }, after, upTo),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});
