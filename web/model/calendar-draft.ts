import type { Calendar, CalendarInput } from '../../client/operations.data.ts';
import { InputError } from './describe-error.ts';

export const calendarDays = [
  ['mon', 'Monday'],
  ['tue', 'Tuesday'],
  ['wed', 'Wednesday'],
  ['thu', 'Thursday'],
  ['fri', 'Friday'],
  ['sat', 'Saturday'],
  ['sun', 'Sunday'],
] as const;

export type CalendarDay = (typeof calendarDays)[number][0];

/** Hours of some days of each week, as they are edited. */
export interface WeeklyDraft {
  /** Stays with it while others come and go. */
  key: number;
  on: readonly CalendarDay[];
  from: string;
  to: string;
}

/** Days with hours of their own, as they are edited. */
export interface DatesDraft {
  key: number;
  from: string;
  /** Empty for a single day. */
  to: string;
  /** Whether the whole days are in the calendar, nothing of them, or the hours of `hours`. */
  what: 'all' | 'none' | 'hours';
  /** `10:00–12:00, 14:00–18:00` */
  hours: string;
}

/** A calendar while it is edited: everything as a person writes it. */
export interface CalendarDraft {
  name: string;
  timezone: string;
  weekly: readonly WeeklyDraft[];
  dates: readonly DatesDraft[];
  icalendar: string;
  events: 'in' | 'out';
}

export function toCalendarDraft(calendar: Calendar): CalendarDraft {
  const { name, timezone, weekly = [], dates = [], icalendar = '', icalendar_events: events } = calendar;
  return {
    name,
    timezone,
    weekly: weekly.map(({ on, from, to }, key) => ({ key, on: [on].flat(), from, to })),
    dates: dates.map(({ from, to = '', hours }, key) => ({
      key,
      from,
      to,
      what: hours === undefined ? 'all' : hours.length === 0 ? 'none' : 'hours',
      hours: (hours ?? []).map((one) => `${one.from}–${one.to}`).join(', '),
    })),
    icalendar,
    events,
  };
}

/** A key that no entry has. */
export function newKey(entries: readonly { key: number }[]): number {
  return Math.max(-1, ...entries.map(({ key }) => key)) + 1;
}

/** Every member of it, empty ones too. @throws {InputError} for what is not written as hours are. */
export function readCalendarDraft(draft: CalendarDraft): Required<CalendarInput> {
  const { name, timezone, weekly, dates, icalendar, events } = draft;
  if (name.trim() === '') throw new InputError('Give the calendar a name: definitions and formulas call it by that.');
  return {
    name: name.trim(),
    timezone: timezone.trim() === '' ? 'UTC' : timezone.trim(),
    weekly: weekly.map(({ on, from, to }, index) => {
      if (on.length === 0) throw new InputError(`Choose days for hours ${index + 1} of the week, or remove them.`);
      return { on: calendarDays.map(([day]) => day).filter((day) => on.includes(day)), ...readHours(`${from}–${to}`) };
    }),
    dates: dates.map(({ from, to, what, hours }, index) => {
      if (from === '') throw new InputError(`Choose the first day of dates ${index + 1}, or remove them.`);
      return {
        from,
        ...(to === '' || to === from ? {} : { to }),
        ...(what === 'all' ? {} : { hours: what === 'none' ? [] : hours.split(',').map(readHours) }),
      };
    }),
    icalendar,
    icalendar_events: events,
  };
}

/** `9:00–17:30`, with any dash between. */
function readHours(text: string): { from: string; to: string } {
  const [, from, to] = /^\s*(\d{1,2}:\d{2})\s*[-–—]\s*(\d{1,2}:\d{2})\s*$/.exec(text) ?? [];
  if (from === undefined || to === undefined) {
    const written = text.trim().replace(/^–$/, '');
    throw new InputError(`Hours are written 09:00–17:30${written === '' ? '.' : `, not “${written}”.`}`);
  }
  return { from: from.padStart(5, '0'), to: to.padStart(5, '0') };
}
