import { z } from 'zod';
import { toId } from '../../core/ids.ts';
import type { calendars } from '../../drizzle/schema/index.ts';
import { type CalendarTimes, calendarTimes } from '../../engine/calendar/calendar-schema.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { idOf, nameSchema, timestamp } from '../shared/schemas.ts';
import type { Versioned } from '../shared/versions.ts';

/** What a caller says of a calendar. @see docs/calendars.md */
export const calendarInput = calendarTimes.extend({ name: nameSchema }).meta({ id: 'CalendarInput' });

export type CalendarInput = z.infer<typeof calendarInput>;

/** A calendar as the API shows it. */
export const calendarRecord = z
  .object({
    id: idOf('calendar'),
    name: z.string().meta({ description: 'What formulas and definitions call it.', example: 'Office hours' }),
    ...calendarTimes.shape,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Calendar' });

export type CalendarRecord = z.infer<typeof calendarRecord>;

export type CalendarRow = Row<
  typeof calendars,
  'id' | 'name' | 'timezone' | 'rowVersion' | 'createdAt' | 'updatedAt'
> & {
  /** Parsed by `calendarTimes` when they were saved. */
  times: CalendarTimes;
};

export function toCalendarRecord({
  id,
  name,
  times,
  created_at: createdAt,
  updated_at: updatedAt,
}: CalendarRow): CalendarRecord {
  return { id: toId('calendar', id), name, ...times, created_at: fromTime(createdAt), updated_at: fromTime(updatedAt) };
}

export function toVersionedCalendar(row: CalendarRow): Versioned<CalendarRecord> {
  return { data: toCalendarRecord(row), version: row.row_version };
}

/** What the audit log keeps of a calendar. */
export function toCalendarInput({ name, times }: Pick<CalendarRow, 'name' | 'times'>): CalendarInput {
  return { name, ...times };
}
