import { type LocalTime, readLocal, toLocal, toLocalSeconds, splitLocal } from '../../values/local-time.ts';
import type { Duration } from '../../values/duration.ts';
import { example, type FunctionEntry, overload, parameter } from '../define.ts';
import { duration, moment, number, text, timestamp } from '../signature.ts';

type Read = (time: LocalTime) => number;

const zone = parameter('zone', text);
const sample = "timestamp('2024-02-29T13:45:30.250Z')";

/** Parts as in CEL: months, days of the month and days of the year count from 0, and Sunday is 0. */
function celPart(
  name: string,
  what: string,
  read: Read,
  result: number,
  ofDuration?: (value: Duration) => number,
): FunctionEntry {
  return {
    name,
    description: `${what}, of a timestamp in the zone of the integration or another${ofDuration === undefined ? '' : ', or of a duration in whole'}.`,
    overloads: [
      overload([parameter('time', timestamp)], number, (at, run) => read(toLocal(at, run.zone))),
      overload([parameter('time', timestamp), zone], number, (at, where) => read(toLocal(at, where))),
      ...(ofDuration === undefined ? [] : [overload([parameter('value', duration)], number, ofDuration)]),
    ],
    examples: [example(`${sample}.${name}()`, result)],
  };
}

/** Parts counted from 1, with weeks starting on Monday. */
function part(name: string, what: string, read: Read, result: number): FunctionEntry {
  return {
    name,
    description: `${what}: of text as written, of a timestamp in the zone of the integration.`,
    overloads: [overload([parameter('value', moment)], number, (at, run) => read(readLocal(at, run.zone)))],
    examples: [example(`${name}('2024-02-29T13:45:30Z')`, result)],
  };
}

/** The ISO 8601 week: that of the Thursday in the same week. */
function isoWeek({ year, month, day, weekday }: LocalTime): number {
  const thursday = splitLocal(toLocalSeconds(year, month, day + 4 - weekday), 0);
  return Math.ceil(thursday.dayOfYear / 7);
}

const wholeMs = (nanos: number): number => Math.trunc(nanos / 1e6);

export const dateParts: readonly FunctionEntry[] = [
  celPart('getFullYear', 'The year', ({ year }) => year, 2024),
  celPart('getMonth', 'The month, from 0', ({ month }) => month - 1, 1),
  celPart('getDate', 'The day of the month, from 1', ({ day }) => day, 29),
  celPart('getDayOfMonth', 'The day of the month, from 0', ({ day }) => day - 1, 28),
  celPart('getDayOfWeek', 'The day of the week, where Sunday is 0', ({ weekday }) => weekday % 7, 4),
  celPart('getDayOfYear', 'The day of the year, from 0', ({ dayOfYear }) => dayOfYear - 1, 59),
  celPart(
    'getHours',
    'The hours',
    ({ hour }) => hour,
    13,
    ({ seconds }) => Math.trunc(seconds / 3600) + 0,
  ),
  celPart(
    'getMinutes',
    'The minutes',
    ({ minute }) => minute,
    45,
    ({ seconds }) => Math.trunc(seconds / 60) + 0,
  ),
  celPart(
    'getSeconds',
    'The seconds',
    ({ second }) => second,
    30,
    ({ seconds }) => seconds,
  ),
  celPart(
    'getMilliseconds',
    'The milliseconds',
    ({ nanos }) => wholeMs(nanos),
    250,
    ({ nanos }) => wholeMs(nanos) + 0,
  ),
  part('year', 'The year', ({ year }) => year, 2024),
  part('month', 'The month, 1 to 12', ({ month }) => month, 2),
  part('day', 'The day of the month', ({ day }) => day, 29),
  part('hour', 'The hour', ({ hour }) => hour, 13),
  part('minute', 'The minute', ({ minute }) => minute, 45),
  part('weekday', 'The day of the week, where Monday is 1', ({ weekday }) => weekday, 4),
  part('dayOfYear', 'The day of the year, from 1', ({ dayOfYear }) => dayOfYear, 60),
  part('isoWeek', 'The ISO 8601 week of the year', isoWeek, 9),
  part('quarter', 'The quarter of the year', ({ month }) => Math.ceil(month / 3), 1),
];
