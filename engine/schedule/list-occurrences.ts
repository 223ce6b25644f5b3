import { findOffset } from '../../formula/values/zone.ts';
import { resolveLocal } from './resolve-local.ts';
import type { Calendar, CalendarDay, Interval, Occurrence, Schedule } from './schedule.ts';

const daySeconds = 86_400;
const dayMs = daySeconds * 1000;
/** Zones are at most so far from UTC, with room to spare. */
const offsetMaxMs = 18 * 3_600_000;
/** A 29 February that is left out at the end of a century comes after eight years. */
const daysMax = 366 * 8 + 2;

/** Which times of a schedule are asked for. Milliseconds since 1970. */
export interface Span {
  /** Only times after this one. */
  after: number;
  /** Only times up to this one. Default: without end. */
  upTo?: number;
  /** At least 1. */
  limit: number;
}

/**
 * Lists times of a schedule, ascending; none comes twice. The one place where they are computed, with the zones that this Node
 * knows.
 *
 * A time that the clock leaves out happens at the next moment there is; one that it shows twice happens once, the first time.
 */
export function listOccurrences(schedule: Schedule, { after, upTo = Infinity, limit }: Span): Occurrence[] {
  const first = Math.max(after, schedule.from - 1);
  const last = Math.min(upTo, schedule.until - 1);
  if (first >= last) return [];
  const span = { after: first, upTo: last, limit };
  return schedule.kind === 'interval' ? listInterval(schedule, span) : listCalendar(schedule, span);
}

/** The next time of a schedule after an instant; undefined where there is none for eight years. */
export function findNext(schedule: Schedule, after: number): Occurrence | undefined {
  return listOccurrences(schedule, { after, limit: 1 })[0];
}

function listInterval({ everyMs, anchor }: Interval, { after, upTo, limit }: Required<Span>): Occurrence[] {
  const found: Occurrence[] = [];
  let at = anchor + (Math.floor((after - anchor) / everyMs) + 1) * everyMs;
  for (; at <= upTo && found.length < limit; at += everyMs) found.push({ at });
  return found;
}

function listCalendar(calendar: Calendar, { after, upTo, limit }: Required<Span>): Occurrence[] {
  const { zone } = calendar;
  const found = new Map<number, Occurrence>();
  const firstDay = Math.floor((Math.floor(after / 1000) + findOffset(zone, Math.floor(after / 1000))) / daySeconds) - 1;
  let rest = daysMax;
  for (let day = firstDay; rest > 0 && day * dayMs - offsetMaxMs <= upTo; day += 1, rest -= 1) {
    // Where clocks go back over midnight, times of the next day come before some of this one.
    if (found.size >= limit) rest = Math.min(rest, 1);
    if (!calendar.fits(toDay(day))) continue;
    for (const minute of calendar.times) {
      const local = day * daySeconds + minute * 60;
      if (local * 1000 + offsetMaxMs <= after) continue;
      for (const occurrence of toOccurrences(calendar, local)) {
        const { at } = occurrence;
        if (at > after && at <= upTo && !found.has(at)) found.set(at, occurrence);
      }
    }
  }
  return [...found.values()].toSorted((a, b) => a.at - b.at).slice(0, limit);
}

function toOccurrences({ zone, isEveryHour }: Calendar, localSeconds: number): Occurrence[] {
  const shown = resolveLocal(zone, localSeconds);
  switch (shown.times) {
    case 'once':
      return [{ at: shown.at * 1000 }];
    case 'twice':
      if (isEveryHour) return [{ at: shown.at * 1000 }, { at: shown.again * 1000 }];
      return [{ at: shown.at * 1000, clockChange: 'first_of_two' }];
    case 'never':
      return isEveryHour ? [] : [{ at: shown.next * 1000, clockChange: 'left_out' }];
  }
}

/** @param day Since 1970. */
function toDay(day: number): CalendarDay {
  const date = new Date(day * dayMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return {
    month: month + 1,
    day: date.getUTCDate(),
    days: new Date(Date.UTC(year, month + 1, 0)).getUTCDate(),
    weekday: date.getUTCDay(),
  };
}
