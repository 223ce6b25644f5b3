import { formatTime, readTime } from '../../values/date-pattern.ts';
import { formatDay, readLocal, toLocal, toLocalSeconds, toTimestamp } from '../../values/local-time.ts';
import { parseTimestamp, parseWrittenTime } from '../../values/parse-timestamp.ts';
import { FormulaError } from '../../values/formula-error.ts';
import { Timestamp } from '../../values/timestamp.ts';
import { fromLocal } from '../../values/zone.ts';
import { businessDays } from './business-days.ts';
import { dateParts } from './date-parts.ts';
import { datePeriods } from './date-periods.ts';
import { addDaysTo, addMonthsTo, countMonths, stepTimestamp } from './date-steps.ts';
import { example, type FunctionEntry, type FunctionFamily, overload, parameter } from '../define.ts';
import { boolean, integer, moment, number, text, timestamp } from '../signature.ts';

const value = parameter('value', moment);
const zone = parameter('zone', text);
const pattern = parameter('pattern', text);
const count = parameter('count', integer);
const between = [parameter('from', moment), parameter('to', moment)] as const;

function toDay(at: Timestamp | string, zoneName: string): string {
  return formatDay(readLocal(at, zoneName));
}

function dayNumber(at: Timestamp | string, zoneName: string): number {
  const { year, month, day } = readLocal(at, zoneName);
  return toLocalSeconds(year, month, day) / 86_400;
}

function parseIn(at: string, form: string, zoneName: string): Timestamp {
  const { localSeconds, nanos } = readTime(at, form);
  return new Timestamp(fromLocal(zoneName, localSeconds), nanos);
}

function monthsApart(from: Timestamp | string, to: Timestamp | string, zoneName: string): number {
  return countMonths(readLocal(from, zoneName), readLocal(to, zoneName));
}

function stamp(input: string): Timestamp {
  const read = parseTimestamp(input);
  if (read !== undefined) return read;
  throw new FormulaError('invalid_argument', 'The text is not a timestamp with a zone, such as 2026-11-21T11:35:00Z');
}

/** Calendar steps: text gives a date, a timestamp gives a timestamp at the same time of day in the zone. */
function stepper(name: string, unit: string, step: typeof addDaysTo, factor: number, sample: string): FunctionEntry {
  return {
    name,
    description: `Adds calendar ${unit}; a day that the month lacks becomes its last day.`,
    overloads: [
      overload([parameter('date', text), count], text, (at, n) => formatDay(step(readLocal(at, 'UTC'), n * factor))),
      overload([parameter('time', timestamp), count], timestamp, (at, n, run) =>
        stepTimestamp(at, step, n * factor, run.zone),
      ),
      overload([parameter('time', timestamp), count, zone], timestamp, (at, n, where) =>
        stepTimestamp(at, step, n * factor, where),
      ),
    ],
    examples: [example(`${name}('2024-01-31', 1)`, sample)],
  };
}

/** Date and time functions. Text is used as written; timestamps are in the zone of the integration unless one is given. */
export const dates: FunctionFamily = {
  name: 'Dates and times',
  functions: [
    {
      name: 'now',
      description: 'When the run started, the same for every record. In flows, behind a wait: when the run went on.',
      overloads: [overload([], timestamp, (run) => Timestamp.fromMs(run.environment.now))],
      examples: [example('now() == now()', true)],
      isVolatile: true,
    },
    {
      name: 'today',
      description: 'The date of `now()`, in the zone of the integration or another.',
      overloads: [
        overload([], text, (run) => toDay(Timestamp.fromMs(run.environment.now), run.zone)),
        overload([zone], text, (name, run) => toDay(Timestamp.fromMs(run.environment.now), name)),
      ],
      examples: [example('size(today())', 10)],
      isVolatile: true,
    },
    {
      name: 'timestamp',
      description: 'Parses an instant: text with a zone, or seconds since 1970.',
      overloads: [
        overload([parameter('value', timestamp)], timestamp, (at) => at),
        overload([parameter('value', text)], timestamp, stamp),
        overload([parameter('seconds', integer)], timestamp, (seconds) => new Timestamp(seconds, 0)),
      ],
      examples: [example("timestamp('2024-01-31T10:00:00+02:00')", '2024-01-31T08:00:00Z')],
    },
    {
      name: 'timestampIn',
      description: 'Converts a date or time without a zone to an instant, in the zone of the integration or another.',
      overloads: [
        overload([parameter('value', text)], timestamp, (at, run) => toTimestamp(at, run.zone)),
        overload([parameter('value', text), zone], timestamp, toTimestamp),
      ],
      examples: [example("timestampIn('2024-07-01 12:00', 'Europe/Berlin')", '2024-07-01T10:00:00Z')],
    },
    {
      name: 'date',
      description: 'The date of text as written, or of a timestamp in the zone of the integration or another.',
      overloads: [
        overload([value], text, (at, run) => toDay(at, run.zone)),
        overload([parameter('time', timestamp), zone], text, toDay),
      ],
      examples: [
        example("date('2024-01-31T23:30:00-05:00')", '2024-01-31'),
        example("date(timestamp('2024-01-31T23:30:00Z'), 'Asia/Tokyo')", '2024-02-01'),
      ],
    },
    {
      name: 'isDate',
      description: 'Whether a text is a valid date or timestamp.',
      overloads: [overload([parameter('value', text)], boolean, (at) => parseWrittenTime(at) !== undefined)],
      examples: [example("isDate('2024-02-29')", true), example("isDate('2023-02-29')", false)],
    },
    {
      name: 'parseDate',
      description: 'Parses a date by a pattern such as dd.MM.yyyy.',
      overloads: [
        overload([parameter('value', text), pattern], text, (at, form) => {
          return toDay(new Timestamp(readTime(at, form).localSeconds, 0), 'UTC');
        }),
      ],
      examples: [
        example("parseDate('31.01.2024', 'dd.MM.yyyy')", '2024-01-31'),
        example("parseDate('5 Mar 24', 'd MMM yy')", '2024-03-05'),
      ],
    },
    {
      name: 'parseTime',
      description: 'Parses a time by a pattern, in the zone of the integration or another.',
      overloads: [
        overload([parameter('value', text), pattern], timestamp, (at, form, run) => parseIn(at, form, run.zone)),
        overload([parameter('value', text), pattern, zone], timestamp, parseIn),
      ],
      examples: [
        example("parseTime('01/31/2024 5:30 PM', 'MM/dd/yyyy h:mm a', 'America/New_York')", '2024-01-31T22:30:00Z'),
      ],
    },
    {
      name: 'formatDate',
      description: 'Formats a date or time by a pattern; timestamps in the zone of the integration or another.',
      overloads: [
        overload([value, pattern], text, (at, form, run) => formatTime(readLocal(at, run.zone), form)),
        overload([value, pattern, zone], text, (at, form, name) =>
          formatTime(toLocal(toTimestamp(at, name), name), form),
        ),
      ],
      examples: [
        example("formatDate('2024-01-31', 'dd.MM.yyyy')", '31.01.2024'),
        example(
          "formatDate(timestamp('2024-07-01T10:00:00Z'), \"EEE d MMM yyyy, HH:mm\", 'Europe/Berlin')",
          'Mon 1 Jul 2024, 12:00',
        ),
      ],
    },
    stepper('addDays', 'days', addDaysTo, 1, '2024-02-01'),
    stepper('addWeeks', 'weeks', addDaysTo, 7, '2024-02-07'),
    stepper('addMonths', 'months', addMonthsTo, 1, '2024-02-29'),
    stepper('addYears', 'years', addMonthsTo, 12, '2025-01-31'),
    {
      name: 'daysBetween',
      description: 'Calendar days between two dates.',
      overloads: [overload(between, number, (from, to, run) => dayNumber(to, run.zone) - dayNumber(from, run.zone))],
      examples: [example("daysBetween('2024-02-01', '2024-03-01')", 29)],
    },
    {
      name: 'monthsBetween',
      description: 'Whole months between two dates.',
      overloads: [overload(between, number, (from, to, run) => monthsApart(from, to, run.zone))],
      examples: [example("monthsBetween('2024-01-31', '2024-03-30')", 1)],
    },
    {
      name: 'yearsBetween',
      description: 'Whole years between two dates, such as an age.',
      overloads: [overload(between, number, (from, to, run) => Math.trunc(monthsApart(from, to, run.zone) / 12) + 0)],
      examples: [example("yearsBetween('1990-06-15', '2024-06-14')", 33)],
    },
    ...datePeriods,
    ...businessDays,
    ...dateParts,
  ],
};
