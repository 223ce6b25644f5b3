import { weekdays } from '../schedule/schedule-trigger.ts';

export const daySeconds = 86_400;
const dayMs = daySeconds * 1000;

/** A day of the calendar that everybody uses. */
export interface CivilDay {
  year: number;
  /** 1–12. */
  month: number;
  day: number;
  /** Monday is 0. */
  weekday: number;
  /** How many days the month has. */
  days: number;
}

/** @param day Since 1970. */
export function toCivil(day: number): CivilDay {
  const date = new Date(day * dayMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return { year, month: month + 1, day: date.getUTCDate(), weekday: toWeekday(day), days };
}

/** Monday is 0. 1 January 1970 was a Thursday. */
export function toWeekday(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** Where a name such as `mon` or `MO` stands in the week; -1 for another text. */
export function findWeekday(name: string): number {
  return weekdays.findIndex((one) => one.startsWith(name.toLowerCase().slice(0, 3)));
}

/** Days since 1970 of `2026-12-24`. */
export function readDay(text: string): number {
  return Date.parse(`${text}T00:00:00Z`) / dayMs;
}
