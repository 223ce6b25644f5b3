import type { FieldError } from '../../core/errors.ts';
import { checkZone } from '../schedule/check-schedule.ts';
import { readDay } from './calendar-days.ts';
import type { CalendarTimes } from './calendar-schema.ts';
import { readICalendar } from './read-icalendar.ts';

/** Looks at what shapes alone do not tell of a calendar. @returns problems, by paths. */
export function checkCalendar({ timezone, dates = [], icalendar }: CalendarTimes): FieldError[] {
  const problems = checkZone(timezone);
  for (const [index, { from, to = from }] of dates.entries()) {
    if (readDay(to) >= readDay(from)) continue;
    problems.push({
      path: `dates[${index}].to`,
      code: 'out_of_range',
      message: 'The last day is before the first one.',
    });
  }
  if (icalendar !== undefined && problems.length === 0) {
    const read = readICalendar(icalendar, timezone);
    if (!read.ok) problems.push({ path: 'icalendar', code: 'invalid_value', message: read.message });
  }
  return problems;
}
