import { describe, expect, it } from 'vitest';
import { compileCalendar } from './calendar.ts';
import { type CalendarTimes, calendarTimes } from './calendar-schema.ts';
import { checkCalendar } from './check-calendar.ts';
import { findOpening } from './window.ts';

function make(times: Partial<CalendarTimes>) {
  const parsed = calendarTimes.parse(times);
  expect(checkCalendar(parsed)).toEqual([]);
  return compileCalendar(parsed);
}

function ical(...lines: string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n');
}

function event(...lines: string[]): string {
  return ical('BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT');
}

/** The changes that a calendar has from an instant on. */
function changes(calendar: ReturnType<typeof make>, from: string, count: number): string[] {
  const found: string[] = [];
  let at = Date.parse(from);
  for (let left = count; left > 0; left -= 1) {
    const next = calendar.findChange(at);
    if (next === undefined) break;
    expect(calendar.isIn(next)).not.toBe(calendar.isIn(next - 1));
    found.push(new Date(next).toISOString().slice(0, 16));
    at = next;
  }
  return found;
}

const office = { on: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:30' } as const;
const weekly = [{ ...office, on: [...office.on] }];

describe('engine/calendar/calendar', () => {
  it('is in by the hours of the week, on the clock of its zone', () => {
    const calendar = make({ timezone: 'Europe/Berlin', weekly });

    expect(changes(calendar, '2026-11-20T12:00:00Z', 3)).toEqual([
      '2026-11-20T16:30',
      '2026-11-23T08:00',
      '2026-11-23T16:30',
    ]);
    expect(changes(calendar, '2026-07-03T15:00:00Z', 2)).toEqual(['2026-07-03T15:30', '2026-07-06T07:00']);
  });

  it('goes over midnight, and over whole days without a gap', () => {
    expect(changes(make({ weekly: [{ on: 'sat', from: '22:00', to: '06:00' }] }), '2026-11-28T12:00:00Z', 2)).toEqual([
      '2026-11-28T22:00',
      '2026-11-29T06:00',
    ]);
    const weekend = make({ weekly: [{ on: ['sat', 'sun'], from: '00:00', to: '24:00' }] });
    expect(changes(weekend, '2026-11-27T12:00:00Z', 2)).toEqual(['2026-11-28T00:00', '2026-11-30T00:00']);
  });

  it('keeps whole days whole where clocks change', () => {
    const berlin = make({ timezone: 'Europe/Berlin', dates: [{ from: '2026-03-29' }, { from: '2026-10-25' }] });

    expect(changes(berlin, '2026-01-01T00:00:00Z', 4)).toEqual([
      '2026-03-28T23:00',
      '2026-03-29T22:00',
      '2026-10-24T22:00',
      '2026-10-25T23:00',
    ]);
    const night = make({ timezone: 'Europe/Berlin', weekly: [{ on: 'sun', from: '02:30', to: '04:00' }] });
    expect(changes(night, '2026-03-28T12:00:00Z', 2)).toEqual(['2026-03-29T01:00', '2026-03-29T02:00']);
    expect(changes(night, '2026-10-24T12:00:00Z', 2)).toEqual(['2026-10-25T00:30', '2026-10-25T03:00']);
  });

  it('lets dates take the place of the week, the last one first', () => {
    const calendar = make({
      weekly,
      dates: [
        { from: '2026-12-24', to: '2027-01-01', hours: [] },
        { from: '2026-12-28', hours: [{ from: '10:00', to: '12:00' }] },
      ],
    });

    expect(changes(calendar, '2026-12-23T18:00:00Z', 3)).toEqual([
      '2026-12-28T10:00',
      '2026-12-28T12:00',
      '2027-01-04T09:00',
    ]);
  });

  it('is never in without hours, and says so', () => {
    expect(make({}).findChange(Date.parse('2026-11-23T00:00:00Z'))).toBeUndefined();
    const always = make({
      weekly: [{ on: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' }],
    });
    expect([always.isIn(0), always.findChange(0)]).toEqual([true, undefined]);
  });

  it.each([
    [
      'a day of each year',
      ['DTSTART;VALUE=DATE:20251225', 'RRULE:FREQ=YEARLY'],
      '2026-01-01',
      ['2026-12-25T00:00', '2026-12-26T00:00', '2027-12-25T00:00'],
    ],
    [
      'some days',
      ['DTSTART;VALUE=DATE:20261223', 'DTEND;VALUE=DATE:20270103'],
      '2026-01-01',
      ['2026-12-23T00:00', '2027-01-03T00:00'],
    ],
    [
      'hours in a zone',
      ['DTSTART;TZID=America/New_York:20261123T090000', 'DTEND;TZID=America/New_York:20261123T110000'],
      '2026-11-01',
      ['2026-11-23T14:00', '2026-11-23T16:00'],
    ],
    [
      'hours of UTC',
      ['DTSTART:20261123T090000Z', 'DURATION:PT90M'],
      '2026-11-01',
      ['2026-11-23T09:00', '2026-11-23T10:30'],
    ],
    [
      'the second Tuesday',
      ['DTSTART:20260113T220000Z', 'DURATION:PT4H', 'RRULE:FREQ=MONTHLY;BYDAY=2TU'],
      '2026-11-01',
      ['2026-11-10T22:00', '2026-11-11T02:00', '2026-12-08T22:00'],
    ],
    [
      'the last Friday',
      ['DTSTART:20260130T220000Z', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY;BYDAY=-1FR'],
      '2026-11-01',
      ['2026-11-27T22:00', '2026-11-27T23:00', '2026-12-25T22:00'],
    ],
    [
      'the last day of a month',
      ['DTSTART;VALUE=DATE:20260131', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1'],
      '2026-02-01',
      ['2026-02-28T00:00', '2026-03-01T00:00', '2026-03-31T00:00'],
    ],
    [
      'every second week',
      ['DTSTART;VALUE=DATE:20261102', 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE'],
      '2026-11-05',
      ['2026-11-16T00:00', '2026-11-17T00:00', '2026-11-18T00:00'],
    ],
    [
      'a number of times',
      ['DTSTART;VALUE=DATE:20261101', 'RRULE:FREQ=DAILY;COUNT=3;INTERVAL=2'],
      '2026-11-02T12:00',
      ['2026-11-03T00:00', '2026-11-04T00:00', '2026-11-05T00:00', '2026-11-06T00:00'],
    ],
    [
      'up to a day',
      ['DTSTART;VALUE=DATE:20261101', 'RRULE:FREQ=WEEKLY;UNTIL=20261108'],
      '2026-11-02T12:00',
      ['2026-11-08T00:00', '2026-11-09T00:00'],
    ],
    [
      'up to an instant',
      ['DTSTART:20261101T120000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=20261102T110000Z'],
      '2026-10-01',
      ['2026-11-01T12:00', '2026-11-01T13:00'],
    ],
    [
      'without exceptions',
      ['DTSTART;VALUE=DATE:20261101', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20261102'],
      '2026-10-30',
      ['2026-11-01T00:00', '2026-11-02T00:00', '2026-11-03T00:00', '2026-11-04T00:00'],
    ],
    [
      'in the folds of a line',
      ['DTSTART;VALUE=DATE:20261101', 'RRULE:FREQ=DAI\r\n LY;COUNT=1', 'DESCRIPTION:a:b;c'],
      '2026-10-30',
      ['2026-11-01T00:00', '2026-11-02T00:00'],
    ],
  ] as const)('follows an event: %s', (_name, lines, from, expected) => {
    const calendar = make({ icalendar: event(...lines) });

    expect(changes(calendar, `${from.padEnd(11, 'T').padEnd(16, '00:00')}:00Z`, expected.length)).toEqual(expected);
  });

  it('knows an event that was moved, and one that was canceled, and nothing of alarms', () => {
    const daily = ['DTSTART:20261101T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2'];
    const text = ical(
      'BEGIN:VTIMEZONE',
      'TZID:X',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'END:STANDARD',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'UID:1',
      ...daily,
      'BEGIN:VALARM',
      'DTSTART:20260101T000000Z',
      'END:VALARM',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:1',
      'RECURRENCE-ID:20261102T100000Z',
      'DTSTART:20261102T150000Z',
      'DURATION:PT1H',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:2',
      'STATUS:CANCELLED',
      'DTSTART:20261103T100000Z',
      'DURATION:PT1H',
      'END:VEVENT',
    );

    expect(changes(make({ icalendar: text }), '2026-10-01T00:00:00Z', 9)).toEqual([
      '2026-11-01T10:00',
      '2026-11-01T11:00',
      '2026-11-02T15:00',
      '2026-11-02T16:00',
    ]);
  });

  it('takes events out of its hours', () => {
    const holidays = event('DTSTART;VALUE=DATE:20261225', 'RRULE:FREQ=YEARLY');

    const calendar = make({ timezone: 'Europe/Berlin', weekly, icalendar: holidays, icalendar_events: 'out' });

    expect(changes(calendar, '2026-12-24T12:00:00Z', 2)).toEqual(['2026-12-24T16:30', '2026-12-28T08:00']);
  });

  it.each([
    ['no calendar', 'BEGIN:VEVENT\r\nEND:VEVENT', /VCALENDAR/],
    ['an end that is missing', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20260101T000000Z', /ends within/],
    ['no start', event('SUMMARY:x'), /DTSTART/],
    ['a zone of its own', event('DTSTART;TZID=Office:20260101T000000'), /IANA/],
    ['a rule by hours', event('DTSTART:20260101T000000Z', 'RRULE:FREQ=HOURLY'), /DAILY/],
    ['a rule by weeks of the year', event('DTSTART:20260101T000000Z', 'RRULE:FREQ=YEARLY;BYWEEKNO=20'), /BYWEEKNO/],
    ['a rule by a name that no day has', event('DTSTART:20260101T000000Z', 'RRULE:FREQ=WEEKLY;BYDAY=XX'), /MO/],
    ['an end before its start', event('DTSTART:20260102T000000Z', 'DTEND:20260101T000000Z'), /before/],
    ['a rule that has no end', event('DTSTART;VALUE=DATE:20260228', 'RRULE:FREQ=YEARLY;COUNT=9999'), /thirty/],
  ])('refuses %s', (_name, icalendar, message) => {
    const [problem] = checkCalendar(calendarTimes.parse({ icalendar }));

    expect(problem).toMatchObject({ path: 'icalendar', code: 'invalid_value' });
    expect(problem?.message).toMatch(message);
  });

  it('refuses zones that there are not, and dates that end before they begin', () => {
    const times = calendarTimes.parse({ timezone: 'Europe/Berlni', dates: [{ from: '2026-01-02', to: '2026-01-01' }] });

    expect(checkCalendar(times)).toMatchObject([
      { path: 'timezone', suggestion: 'Europe/Berlin' },
      { path: 'dates[0].to', code: 'out_of_range' },
    ]);
  });

  it('finds when a window opens of several calendars', () => {
    const hours = make({ weekly });
    const freeze = make({ dates: [{ from: '2026-12-21', to: '2027-01-03' }] });
    const at = (text: string): number => Date.parse(text);

    expect(findOpening({ onlyIn: [hours], notIn: [freeze] }, at('2026-12-18T10:00:00Z'))).toBe(
      at('2026-12-18T10:00:00Z'),
    );
    expect(findOpening({ onlyIn: [hours], notIn: [freeze] }, at('2026-12-18T18:00:00Z'))).toBe(
      at('2027-01-04T09:00:00Z'),
    );
    expect(findOpening({ onlyIn: [hours], notIn: [hours] }, at('2026-12-18T18:00:00Z'))).toBeUndefined();
  });
});
