/** ISO 8601 dates and RFC 3339 timestamps as text, checked against the calendar. */

const datePattern = /^\d{4}-\d{2}-\d{2}$/;
const timestampPattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([Zz]|[+-]\d{2}(?::?\d{2})?))?$/;

/**
 * Returns the calendar date of a date or a timestamp as written: time zones do not shift it.
 *
 * @returns `YYYY-MM-DD`, or `undefined` when the text is neither, or the day does not exist.
 */
export function toDate(text: string): string | undefined {
  if (text.length === 10) return datePattern.test(text) && isWrittenDay(text) ? text : undefined;
  return parseTimestamp(text) === undefined ? undefined : text.slice(0, 10);
}

/**
 * Returns the instant of a timestamp in UTC, truncated to milliseconds.
 *
 * @returns for example `2026-11-21T11:35:00.000Z`, or `undefined` when the text is not a timestamp, has no time zone, or
 *   lies outside the years 0000–9999.
 */
export function toInstant(text: string): string | undefined {
  const parsed = parseTimestamp(text);
  if (parsed?.offsetMinutes === undefined) return undefined;
  const instant = new Date(parsed.localMs - parsed.offsetMinutes * 60_000).toISOString();
  return instant.length === 24 ? instant : undefined;
}

interface ParsedTimestamp {
  /** The written date and time as if they were UTC. */
  localMs: number;
  offsetMinutes: number | undefined;
}

function parseTimestamp(text: string): ParsedTimestamp | undefined {
  const match = timestampPattern.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [hour, minute, second] = [Number(match[4]), Number(match[5]), Number(match[6] ?? 0)];
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined;
  const offsetMinutes = match[8] === undefined ? undefined : parseOffset(match[8]);
  if (Number.isNaN(offsetMinutes)) return undefined;
  const millisecond = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  return { localMs: toMs(year, month, day) + ((hour * 60 + minute) * 60 + second) * 1000 + millisecond, offsetMinutes };
}

function parseOffset(text: string): number {
  if (text === 'Z' || text === 'z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(3).replace(':', '') || 0);
  if (hours > 23 || minutes > 59) return Number.NaN;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** Reads digits directly: most dates are `YYYY-MM-DD`, and capture groups would cost as much as all the rest. */
function isWrittenDay(text: string): boolean {
  const digit = (at: number): number => text.charCodeAt(at) - 48;
  const year = digit(0) * 1000 + digit(1) * 100 + digit(2) * 10 + digit(3);
  return isDay(year, digit(5) * 10 + digit(6), digit(8) * 10 + digit(9));
}

export function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  if (day <= 28) return true;
  if (month === 2) return day === 29 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31);
}

/** `Date.UTC` takes the years 0–99 for 1900–1999. */
function toMs(year: number, month: number, day: number): number {
  return year > 99 ? Date.UTC(year, month - 1, day) : new Date(0).setUTCFullYear(year, month - 1, day);
}
