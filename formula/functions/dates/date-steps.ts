import { type LocalTime, splitLocal, toLocal, toLocalSeconds } from '../../values/local-time.ts';
import { FormulaError } from '../../values/formula-error.ts';
import { Timestamp } from '../../values/timestamp.ts';
import { fromLocal } from '../../values/zone.ts';

/** Larger steps leave the calendar from any date. */
const stepsMax = 4_000_000;

type Step = (time: LocalTime, count: number) => LocalTime;

/** Adds days; the time of day stays the same. */
export function addDaysTo(time: LocalTime, count: number): LocalTime {
  checkCount(count);
  return splitLocal(toLocalSeconds(time.year, time.month, time.day + count) + timeOfDay(time), time.nanos);
}

/** Adds months; a day that the month lacks becomes its last day. */
export function addMonthsTo(time: LocalTime, count: number): LocalTime {
  checkCount(count);
  const months = time.year * 12 + time.month - 1 + count;
  const [year, month] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1];
  const { day: last } = splitLocal(toLocalSeconds(year, month + 1, 0), 0);
  return splitLocal(toLocalSeconds(year, month, Math.min(time.day, last)) + timeOfDay(time), time.nanos);
}

/** Adds a step in the local time of a zone. */
export function stepTimestamp(at: Timestamp, step: Step, count: number, zone: string): Timestamp {
  const moved = step(toLocal(at, zone), count);
  return new Timestamp(
    fromLocal(zone, toLocalSeconds(moved.year, moved.month, moved.day) + timeOfDay(moved)),
    moved.nanos,
  );
}

/** Whole months between two days; negative if the second is earlier. */
export function countMonths(from: LocalTime, to: LocalTime): number {
  const months = (to.year - from.year) * 12 + to.month - from.month;
  if (months > 0 && to.day < from.day) return months - 1;
  return months < 0 && to.day > from.day ? months + 1 : months;
}

function timeOfDay({ hour, minute, second }: LocalTime): number {
  return (hour * 60 + minute) * 60 + second;
}

function checkCount(count: number): void {
  if (Math.abs(count) > stepsMax) throw new FormulaError('out_of_range', 'Dates must lie in the years 0001 to 9999');
}
