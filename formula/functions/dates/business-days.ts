import { FormulaError } from '../../values/formula-error.ts';
import { formatDay, type LocalTime, readLocal, splitLocal, toLocalSeconds } from '../../values/local-time.ts';
import type { Evaluation } from '../../values/evaluation.ts';
import type { Timestamp } from '../../values/timestamp.ts';
import { example, type FunctionEntry, overload, parameter } from '../define.ts';
import { boolean, integer, moment, number, text, texts } from '../signature.ts';

const value = parameter('value', moment);
const count = parameter('count', integer);
const holidays = parameter('holidays', texts);
const between = [parameter('from', moment), parameter('to', moment)] as const;

const daySeconds = 86_400;
/** About forty years: more is a mistake, and each day is visited. */
const daysMax = 15_000;

/** A day as a count of days since 1970. */
function toDayNumber(at: Timestamp | string, zone: string): number {
  const { year, month, day } = readLocal(at, zone);
  return toLocalSeconds(year, month, day) / daySeconds;
}

function toDay(dayNumber: number): LocalTime {
  return splitLocal(dayNumber * daySeconds, 0);
}

type IsFree = (dayNumber: number) => boolean;

/** Saturdays, Sundays and the given days are not business days. */
function createCalendar(days: readonly string[]): IsFree {
  const free = new Set(days.map((written) => toDayNumber(written, 'UTC')));
  return (dayNumber) => toDay(dayNumber).weekday > 5 || free.has(dayNumber);
}

function step(from: number, steps: number, isFree: IsFree, run: Evaluation): number {
  if (Math.abs(steps) > daysMax)
    throw new FormulaError('out_of_range', `At most ${daysMax} business days can be added`);
  const direction = Math.sign(steps);
  let day = from;
  for (let left = Math.abs(steps); left > 0;) {
    run.spend(1);
    day += direction;
    if (!isFree(day)) left -= 1;
  }
  return day;
}

/** Business days after `from`, up to and including `to`; negative if `to` is earlier. */
function countBetween(from: number, to: number, isFree: IsFree, run: Evaluation): number {
  if (Math.abs(to - from) > daysMax)
    throw new FormulaError('out_of_range', `The dates are more than ${daysMax} days apart`);
  if (to < from) return -countBetween(to, from, isFree, run) + 0;
  run.spend(to - from);
  let days = 0;
  for (let day = from + 1; day <= to; day += 1) if (!isFree(day)) days += 1;
  return days;
}

/** Business days are Monday to Friday, except for the given holidays. */
export const businessDays: readonly FunctionEntry[] = [
  {
    name: 'isWeekend',
    description: 'Whether a day is a Saturday or a Sunday.',
    overloads: [overload([value], boolean, (at, run) => readLocal(at, run.zone).weekday > 5)],
    examples: [example("isWeekend('2026-11-21')", true)],
  },
  {
    name: 'isBusinessDay',
    description: 'Whether a day is a business day: Monday to Friday and not a holiday.',
    overloads: [
      overload([value], boolean, (at, run) => !createCalendar([])(toDayNumber(at, run.zone))),
      overload([value, holidays], boolean, (at, free, run) => !createCalendar(free)(toDayNumber(at, run.zone))),
    ],
    examples: [
      example("isBusinessDay('2026-12-25')", true),
      example("isBusinessDay('2026-12-25', ['2026-12-25'])", false),
    ],
  },
  {
    name: 'addBusinessDays',
    description: 'Adds business days to a date; a negative count goes back.',
    overloads: [
      overload([value, count], text, (at, steps, run) =>
        formatDay(toDay(step(toDayNumber(at, run.zone), steps, createCalendar([]), run))),
      ),
      overload([value, count, holidays], text, (at, steps, free, run) =>
        formatDay(toDay(step(toDayNumber(at, run.zone), steps, createCalendar(free), run))),
      ),
    ],
    examples: [
      example("addBusinessDays('2026-11-20', 1)", '2026-11-23'),
      example("addBusinessDays('2026-12-24', 1, ['2026-12-25'])", '2026-12-28'),
      example("addBusinessDays('2026-11-23', -1)", '2026-11-20'),
    ],
  },
  {
    name: 'businessDaysBetween',
    description: 'Number of business days after one day, up to and including another; negative if it is earlier.',
    overloads: [
      overload(between, number, (from, to, run) =>
        countBetween(toDayNumber(from, run.zone), toDayNumber(to, run.zone), createCalendar([]), run),
      ),
      overload([...between, holidays], number, (from, to, free, run) =>
        countBetween(toDayNumber(from, run.zone), toDayNumber(to, run.zone), createCalendar(free), run),
      ),
    ],
    examples: [
      example("businessDaysBetween('2026-11-20', '2026-11-27')", 5),
      example("businessDaysBetween('2026-12-24', '2026-12-28', ['2026-12-25'])", 1),
    ],
  },
];
