import { resolveLocal } from '../schedule/resolve-local.ts';
import { findOffset } from '../../formula/values/zone.ts';
import { toList } from '../schedule/compile-schedule.ts';
import { daySeconds, findWeekday, readDay, toWeekday } from './calendar-days.ts';
import type { CalendarTimes } from './calendar-schema.ts';
import { type CalendarEvent, readICalendar } from './read-icalendar.ts';
import { readCompactDay } from './recurrence.ts';

/** From and up to an instant, in milliseconds since 1970. */
interface Span {
  from: number;
  to: number;
}

/** Says of each instant whether it is in the calendar. */
export interface Calendar {
  isIn(at: number): boolean;
  /** The first instant behind one at which that changes; `undefined` where it does not so soon. @param withinMs Default: three years. */
  findChange(at: number, withinMs?: number): number | undefined;
}

const dayMs = daySeconds * 1000;
/** Days that are looked at together. */
const chunkMs = 40 * dayMs;
const horizonMs = 3 * 366 * dayMs;

interface Hours {
  /** Minutes of the day; behind the end of the day where `to` is on the next one. */
  from: number;
  to: number;
}

/** Makes a calendar of what was checked. @throws {TypeError} where it was not. */
export function compileCalendar(times: CalendarTimes): Calendar {
  const { timezone: zone, icalendar, icalendar_events: are } = times;
  const read = icalendar === undefined ? undefined : readICalendar(icalendar, zone);
  if (read?.ok === false) throw new TypeError(`The calendar was not checked: ${read.message}`);
  const events = (read?.events ?? []).map(compileEvent);
  const hoursOf = compileDays(times);
  const listSpans = (from: number, to: number): Span[] => {
    const own = merge([...listDays(zone, hoursOf, from, to)]);
    const listed = merge(events.flatMap((list) => list(from, to)));
    return are === 'in' ? merge([...own, ...listed]) : subtract(own, listed);
  };
  return {
    isIn: (at) => listSpans(at, at + 1).some((span) => covers(span, at)),
    findChange: (at, withinMs = horizonMs) => findChange(listSpans, at, withinMs),
  };
}

function covers({ from, to }: Span, at: number): boolean {
  return from <= at && at < to;
}

function findChange(listSpans: (from: number, to: number) => Span[], at: number, withinMs: number): number | undefined {
  const isIn = listSpans(at, at + 1).some((span) => covers(span, at));
  for (let from = at; from < at + withinMs; from += chunkMs) {
    const to = Math.min(from + chunkMs, at + withinMs);
    const spans = listSpans(from, to);
    if (!isIn) {
      const next = spans.find((span) => span.from > at);
      if (next !== undefined) return next.from;
      continue;
    }
    const now = spans.find((span) => covers(span, from));
    if (now === undefined) return from;
    if (now.to < to) return now.to;
  }
  return undefined;
}

/** The hours of each day, in minutes. */
function compileDays({ weekly = [], dates = [] }: CalendarTimes): (day: number) => readonly Hours[] {
  const week: Hours[][] = Array.from({ length: 7 }, () => []);
  for (const { on, from, to } of weekly)
    for (const name of toList(on)) week[findWeekday(name)]?.push(toHours(from, to));
  const special = dates
    .map(({ from, to, hours }) => ({
      first: readDay(from),
      last: readDay(to ?? from),
      hours: hours?.map((one) => toHours(one.from, one.to)) ?? [{ from: 0, to: 1440 }],
    }))
    .toReversed();
  return (day) => special.find(({ first, last }) => first <= day && day <= last)?.hours ?? week[toWeekday(day)] ?? [];
}

function toHours(from: string, to: string): Hours {
  const [begin, end] = [toMinutes(from), toMinutes(to)];
  return { from: begin, to: end > begin ? end : end + 1440 };
}

function toMinutes(time: string): number {
  const [hours = '', minutes = ''] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

function* listDays(
  zone: string,
  hoursOf: (day: number) => readonly Hours[],
  from: number,
  to: number,
): Generator<Span> {
  const last = toLocalDay(zone, to);
  // The hours of the day before may reach over midnight.
  for (let day = toLocalDay(zone, from) - 1; day <= last; day += 1) {
    for (const hours of hoursOf(day)) {
      const begin = day * daySeconds;
      yield { from: toStart(zone, begin + hours.from * 60), to: toEnd(zone, begin + hours.to * 60) };
    }
  }
}

function toLocalDay(zone: string, at: number): number {
  const seconds = Math.floor(at / 1000);
  return Math.floor((seconds + findOffset(zone, seconds)) / daySeconds);
}

/** A time that the clock shows twice begins the first time, and ends the second: nothing between is left out. */
function toStart(zone: string, localSeconds: number): number {
  const shown = resolveLocal(zone, localSeconds);
  return (shown.times === 'never' ? shown.next : shown.at) * 1000;
}

function toEnd(zone: string, localSeconds: number): number {
  const shown = resolveLocal(zone, localSeconds);
  return (shown.times === 'never' ? shown.next : shown.times === 'twice' ? shown.again : shown.at) * 1000;
}

function compileEvent(event: CalendarEvent): (from: number, to: number) => Span[] {
  const { zone, startsAt, lasts, recurrence, lastDay, left, also } = event;
  const first = Math.floor(startsAt / daySeconds);
  const time = startsAt - first * daySeconds;
  const until = toLast(recurrence?.until, zone);
  const spanOf = (local: number): Span => {
    const begin = toStart(zone, local);
    return {
      from: begin,
      to: 'days' in lasts ? toEnd(zone, local + lasts.days * daySeconds) : begin + lasts.seconds * 1000,
    };
  };
  const lengthDays = Math.ceil('days' in lasts ? lasts.days : lasts.seconds / daySeconds) + 2;
  return (from, to) => {
    const spans = also.map(spanOf);
    if (recurrence === undefined) return left.has(startsAt) ? spans : [spanOf(startsAt), ...spans];
    const end = Math.min(lastDay, toLocalDay(zone, to) + 1);
    for (let day = Math.max(first, toLocalDay(zone, from) - lengthDays); day <= end; day += 1) {
      const local = day * daySeconds + time;
      if (!recurrence.fits(day, first) || left.has(local) || left.has(day * daySeconds)) continue;
      const span = spanOf(local);
      if (span.from <= until) spans.push(span);
    }
    return spans;
  };
}

/** `20261224`, of which the whole day counts, or `20261224T170000Z`. */
function toLast(text: string | undefined, zone: string): number {
  if (text === undefined) return Infinity;
  const local = readCompactDay(text) * daySeconds;
  if (text.length === 8) return toEnd(zone, local + daySeconds) - 1;
  const time = Number(text.slice(9, 11)) * 3600 + Number(text.slice(11, 13)) * 60 + Number(text.slice(13, 15));
  return text.endsWith('Z') ? (local + time) * 1000 : toEnd(zone, local + time);
}

/** Spans in their order, with those that meet made one. */
function merge(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const before = merged.at(-1);
    if (span.to <= span.from) continue;
    if (before !== undefined && span.from <= before.to) before.to = Math.max(before.to, span.to);
    else merged.push({ ...span });
  }
  return merged;
}

/** @param taken In their order, none meeting another. */
function subtract(spans: readonly Span[], taken: readonly Span[]): Span[] {
  return spans.flatMap((span) => {
    const left: Span[] = [];
    let { from } = span;
    for (const out of taken) {
      if (out.to <= from || out.from >= span.to) continue;
      if (out.from > from) left.push({ from, to: out.from });
      from = out.to;
    }
    return from < span.to ? [...left, { from, to: span.to }] : left;
  });
}
