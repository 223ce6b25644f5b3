import { FormulaError } from './formula-error.ts';
import { parseTimestamp, parseWrittenTime } from './parse-timestamp.ts';
import { Timestamp } from './timestamp.ts';
import { findOffset, fromLocal } from './zone.ts';

/** Calendar date and clock time, without a zone. */
export interface LocalTime {
  year: number;
  /** 1–12. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  nanos: number;
  /** Monday is 1, Sunday 7. */
  weekday: number;
  /** 1–366. */
  dayOfYear: number;
}

/** Local time in a zone at an instant. */
export function toLocal(at: Timestamp, zone: string): LocalTime {
  return splitLocal(at.seconds + findOffset(zone, at.seconds), at.nanos);
}

/** `localSeconds` are seconds since 1970 of the local time, read as if it were UTC. */
export function splitLocal(localSeconds: number, nanos: number): LocalTime {
  const date = new Date(localSeconds * 1000);
  const year = date.getUTCFullYear();
  const dayStart = toLocalSeconds(year, date.getUTCMonth() + 1, date.getUTCDate());
  return {
    year,
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    nanos,
    weekday: date.getUTCDay() === 0 ? 7 : date.getUTCDay(),
    dayOfYear: (dayStart - toLocalSeconds(year, 1, 1)) / 86_400 + 1,
  };
}

/** Days and months out of range carry over. */
export function toLocalSeconds(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / 1000;
}

/** The instant of a timestamp, or of text: a timestamp with a zone, or a date or time in the zone given. */
export function toTimestamp(value: Timestamp | string, zone: string): Timestamp {
  if (value instanceof Timestamp) return value;
  const instant = parseTimestamp(value);
  if (instant !== undefined) return instant;
  const written = parseWrittenTime(value);
  if (written !== undefined) return new Timestamp(fromLocal(zone, written.localSeconds), written.nanos);
  throw notATime();
}

/** Local time: of text as written, of a timestamp in the zone. */
export function readLocal(value: Timestamp | string, zone: string): LocalTime {
  if (value instanceof Timestamp) return toLocal(value, zone);
  const written = parseWrittenTime(value);
  if (written === undefined) throw notATime();
  return splitLocal(written.localSeconds, written.nanos);
}

function notATime(): FormulaError {
  return new FormulaError('invalid_argument', 'The text is neither a date such as 2026-11-21 nor a timestamp');
}

/** `2026-11-21` */
export function formatDay({ year, month, day }: Pick<LocalTime, 'year' | 'month' | 'day'>): string {
  if (year < 1 || year > 9999) throw new FormulaError('out_of_range', 'Dates must lie in the years 0001 to 9999');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

export function pad(number: number, width: number): string {
  return String(number).padStart(width, '0');
}
