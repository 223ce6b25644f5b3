import { describe, expect, it } from 'vitest';
import type { Calendar } from '../../client/operations.data.ts';
import { type CalendarDraft, newKey, readCalendarDraft, toCalendarDraft } from './calendar-draft.ts';
import { describeCalendar } from './describe-calendar.ts';

const at = '2026-11-23T00:00:00.000Z';
const calendar: Calendar = {
  id: 'cal_1',
  name: 'Office hours',
  timezone: 'Europe/Berlin',
  weekly: [
    { on: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:30' },
    { on: 'sat', from: '22:00', to: '24:00' },
  ],
  dates: [
    { from: '2026-12-24', to: '2027-01-01', hours: [] },
    {
      from: '2026-12-28',
      hours: [
        { from: '10:00', to: '12:00' },
        { from: '14:00', to: '18:00' },
      ],
    },
    { from: '2026-12-30' },
  ],
  icalendar_events: 'in',
  created_at: at,
  updated_at: at,
};
const empty: CalendarDraft = { name: 'A', timezone: '', weekly: [], dates: [], icalendar: '', events: 'out' };

describe('web/model/calendar-draft', () => {
  it('gives back what it was made of', () => {
    const { id: _id, created_at: _created, updated_at: _updated, ...input } = calendar;
    const weekly = [input.weekly?.[0], { on: ['sat'], from: '22:00', to: '24:00' }];

    expect(readCalendarDraft(toCalendarDraft(calendar))).toEqual({ ...input, weekly, icalendar: '' });
  });

  it('reads hours with any dash and one digit, and counts in UTC where no time zone is given', () => {
    const dates = [
      { key: 0, from: '2026-12-28', to: '2026-12-28', what: 'hours' as const, hours: '8:00-9:30,10:00 — 11:00' },
    ];

    expect(readCalendarDraft({ ...empty, dates })).toEqual({
      name: 'A',
      timezone: 'UTC',
      weekly: [],
      dates: [
        {
          from: '2026-12-28',
          hours: [
            { from: '08:00', to: '09:30' },
            { from: '10:00', to: '11:00' },
          ],
        },
      ],
      icalendar: '',
      icalendar_events: 'out',
    });
  });

  it.each([
    [{ name: ' ' }, /name/],
    [{ weekly: [{ key: 0, on: [], from: '09:00', to: '17:00' }] }, /Choose days for hours 1/],
    [{ weekly: [{ key: 0, on: ['mon' as const], from: '9', to: '17:00' }] }, /not “9–17:00”/],
    [{ weekly: [{ key: 0, on: ['mon' as const], from: '', to: '' }] }, /09:00–17:30\.$/],
    [{ dates: [{ key: 0, from: '', to: '', what: 'all' as const, hours: '' }] }, /first day of dates 1/],
  ])('says what is missing: %j', (change, message) => {
    expect(() => readCalendarDraft({ ...empty, ...change })).toThrow(message);
  });

  it('gives new entries keys that no other has', () => {
    expect([newKey([]), newKey([{ key: 4 }, { key: 1 }])]).toEqual([0, 5]);
  });

  it('is described in few words', () => {
    expect(describeCalendar(calendar)).toBe('Mon–Fri 09:00–17:30 · Sat 22:00–24:00 · 3 dates');
    expect(describeCalendar({ icalendar: 'BEGIN:VCALENDAR', icalendar_events: 'out' })).toBe(
      'without iCalendar events',
    );
    expect(describeCalendar({ icalendar_events: 'in' })).toBe('Nothing is in it yet');
    expect(
      describeCalendar({ weekly: [{ on: ['wed', 'mon'], from: '08:00', to: '09:00' }], icalendar_events: 'in' }),
    ).toBe('Mon, Wed 08:00–09:00');
  });
});
