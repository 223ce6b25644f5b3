import { isDay } from '../calendar.ts';
import { Timestamp } from './timestamp.ts';

const written =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([Zz]|[+-]\d{2}:?(?:\d{2})?))?)?$/;

/** A date or time as written, before its zone is known. */
export interface WrittenTime {
  /** The written date and time as if they were UTC, in seconds since 1970. */
  localSeconds: number;
  nanos: number;
  /** `undefined` where no zone is written. */
  offsetSeconds: number | undefined;
}

/** Reads ISO 8601 dates and RFC 3339 timestamps. @returns `undefined` for other text and for days that do not exist. */
export function parseWrittenTime(text: string): WrittenTime | undefined {
  const match = written.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [hour, minute, second] = [Number(match[4] ?? 0), Number(match[5] ?? 0), Number(match[6] ?? 0)];
  if (year === 0 || !isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined;
  const offsetSeconds = match[8] === undefined ? undefined : parseOffset(match[8]);
  if (Number.isNaN(offsetSeconds)) return undefined;
  const dayMs = new Date(0).setUTCFullYear(year, month - 1, day);
  const nanos = Number((match[7] ?? '').padEnd(9, '0'));
  return { localSeconds: dayMs / 1000 + (hour * 60 + minute) * 60 + second, nanos, offsetSeconds };
}

/** Reads an instant: a timestamp with its zone. */
export function parseTimestamp(text: string): Timestamp | undefined {
  const time = parseWrittenTime(text);
  if (time?.offsetSeconds === undefined) return undefined;
  return new Timestamp(time.localSeconds - time.offsetSeconds, time.nanos);
}

/** @returns seconds east of UTC, NaN for an invalid offset. */
export function parseOffset(text: string): number {
  if (text === 'Z' || text === 'z') return 0;
  const match = /^([+-]?)(\d{2}):?(\d{2})?$/.exec(text);
  const [hours, minutes] = [Number(match?.[2]), Number(match?.[3] ?? 0)];
  if (match === null || hours > 23 || minutes > 59) return Number.NaN;
  return (match[1] === '-' ? -1 : 1) * (hours * 60 + minutes) * 60;
}
