import { readDuration } from './duration.ts';
import { type CronFields, readCron } from './read-cron.ts';
import type { Calendar, CalendarDay, Interval, Schedule } from './schedule.ts';
import { rhythms, scheduleDefaults, type ScheduleTimes } from './schedule-trigger.ts';

/** Days of the week as cron and JavaScript count them. */
const weekdayNumbers = { sun: 0, mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6 } as const;

/**
 * Makes the times of a trigger computable.
 *
 * @param times Without problems, see `checkSchedule`.
 */
export function compileSchedule(times: ScheduleTimes): Schedule {
  const from = times.starts_at === undefined ? -Infinity : Date.parse(times.starts_at);
  const until = times.ends_at === undefined ? Infinity : Date.parse(times.ends_at);
  return { ...compileTimes(times, Number.isFinite(from) ? from : 0), from, until };
}

function compileTimes(times: ScheduleTimes, anchor: number): Interval | Calendar {
  const { every = '', cron, timezone: zone = scheduleDefaults.timezone } = times;
  if (cron !== undefined) return compileCron(cron, zone);
  const everyMs = isRhythm(every) ? undefined : readDuration(every);
  if (everyMs !== undefined) return { kind: 'interval', everyMs, anchor };
  const isEveryHour = every === 'hourly';
  const hours = isEveryHour ? Array.from({ length: 24 }, (_, hour) => hour) : [undefined];
  const clockTimes = toList(times.at ?? (isEveryHour ? ':00' : '00:00'));
  const minutes = hours.flatMap((hour) => clockTimes.map((time) => toMinutes(time, hour)));
  return { kind: 'calendar', zone, times: ascending(minutes), isEveryHour, fits: compileDays(times) };
}

export function isRhythm(every: string): every is (typeof rhythms)[number] {
  return rhythms.some((rhythm) => rhythm === every);
}

function compileCron(text: string, zone: string): Calendar {
  const read = readCron(text);
  if (!read.ok) throw new TypeError(`The cron expression was not checked: ${read.message}`);
  const { fields } = read;
  const times = fields.hours.flatMap((hour) => fields.minutes.map((minute) => hour * 60 + minute));
  const isEveryHour = fields.hours.length === 24;
  return { kind: 'calendar', zone, times, isEveryHour, fits: (day) => fitsCron(fields, day) };
}

function fitsCron(fields: CronFields, { month, day, weekday }: CalendarDay): boolean {
  if (!fields.months.has(month)) return false;
  const [byDay, byWeekday] = [fields.daysOfMonth.has(day), fields.weekdays.has(weekday)];
  return fields.anyDayOfMonth || fields.anyWeekday ? byDay && byWeekday : byDay || byWeekday;
}

function compileDays({ every, on }: ScheduleTimes): Calendar['fits'] {
  if (every === 'weekly') {
    const wanted = new Set(toList(on ?? 'mon').map((day) => (typeof day === 'number' ? day : weekdayNumbers[day])));
    return ({ weekday }) => wanted.has(weekday);
  }
  if (every === 'monthly') {
    const wanted = toList(on ?? 1);
    return ({ day, days }) => wanted.some((wish) => typeof wish === 'number' && Math.min(wish, days) === day);
  }
  return () => true;
}

/** `09:30`, or `:30` of the hour that is given. */
function toMinutes(time: string, hour?: number): number {
  const [hours = '', minutes = ''] = time.split(':');
  return (hour ?? Number(hours)) * 60 + Number(minutes);
}

function ascending(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}

export function toList<Item extends string | number>(value: Item | readonly Item[]): readonly Item[] {
  return typeof value === 'object' ? value : [value];
}
