import { formatDay, type LocalTime, readLocal, toLocal, toLocalSeconds, toTimestamp } from '../../values/local-time.ts';
import { Timestamp } from '../../values/timestamp.ts';
import { fromLocal } from '../../values/zone.ts';
import { addDaysTo, addMonthsTo } from './date-steps.ts';
import { example, type FunctionEntry, overload, parameter } from '../define.ts';
import { moment, number, text, timestamp } from '../signature.ts';

const between = [parameter('from', moment), parameter('to', moment)] as const;

type Move = (time: LocalTime) => LocalTime;

const startOfWeek: Move = (time) => addDaysTo(time, 1 - time.weekday);
const startOfMonth: Move = (time) => ({ ...time, day: 1 });
const startOfQuarter: Move = (time) => ({ ...time, month: time.month - ((time.month - 1) % 3), day: 1 });
const startOfYear: Move = (time) => ({ ...time, month: 1, day: 1 });

function period(name: string, description: string, move: Move, sample: string): FunctionEntry {
  return {
    name,
    description,
    overloads: [overload([parameter('value', moment)], text, (at, run) => formatDay(move(readLocal(at, run.zone))))],
    examples: [example(`${name}('2024-02-15')`, sample)],
  };
}

function ends(start: Move, months: number): Move {
  return (time) => addDaysTo(addMonthsTo(start(time), months), -1);
}

/** Whole units of time between two instants; text without a zone is read in that of the integration. */
function span(name: string, unit: string, seconds: number, sample: number): FunctionEntry {
  return {
    name,
    description: `Whole ${unit} between two instants; negative if the second is earlier.`,
    overloads: [
      overload(between, number, (from, to, run) => {
        const passed = toTimestamp(to, run.zone).since(toTimestamp(from, run.zone));
        return Math.trunc(passed.seconds / seconds) + 0;
      }),
    ],
    examples: [example(`${name}('2024-02-01T10:00:00Z', '2024-02-01T12:30:00Z')`, sample)],
  };
}

function startDay(at: Timestamp | string, zone: string): Timestamp {
  const { year, month, day } = toLocal(toTimestamp(at, zone), zone);
  return new Timestamp(fromLocal(zone, toLocalSeconds(year, month, day)), 0);
}

/** First and last days of periods, and differences between instants. Weeks start on Monday. */
export const datePeriods: readonly FunctionEntry[] = [
  period('startOfWeek', 'The Monday of the week.', startOfWeek, '2024-02-12'),
  period('endOfWeek', 'The Sunday of the week.', (time) => addDaysTo(time, 7 - time.weekday), '2024-02-18'),
  period('startOfMonth', 'The first day of the month.', startOfMonth, '2024-02-01'),
  period('endOfMonth', 'The last day of the month.', ends(startOfMonth, 1), '2024-02-29'),
  period('startOfQuarter', 'The first day of the quarter.', startOfQuarter, '2024-01-01'),
  period('endOfQuarter', 'The last day of the quarter.', ends(startOfQuarter, 3), '2024-03-31'),
  period('startOfYear', 'The first day of the year.', startOfYear, '2024-01-01'),
  period('endOfYear', 'The last day of the year.', ends(startOfYear, 12), '2024-12-31'),
  {
    name: 'startOfDay',
    description: 'The instant at which the day starts, in the zone of the integration or another.',
    overloads: [
      overload([parameter('value', moment)], timestamp, (at, run) => startDay(at, run.zone)),
      overload([parameter('value', moment), parameter('zone', text)], timestamp, startDay),
    ],
    examples: [
      example("startOfDay('2024-07-01T10:00:00Z', 'Europe/Berlin')", '2024-06-30T22:00:00Z'),
      example("startOfDay('2024-07-01')", '2024-07-01T00:00:00Z'),
    ],
  },
  span('secondsBetween', 'seconds', 1, 9000),
  span('minutesBetween', 'minutes', 60, 150),
  span('hoursBetween', 'hours', 3600, 2),
];
