import { toId } from '../../core/ids.ts';
import type { Pipeline } from '../../drizzle/client.ts';
import { type Calendar, compileCalendar } from '../../engine/calendar/calendar.ts';
import type { CalendarTimes } from '../../engine/calendar/calendar-schema.ts';

/** A calendar that can be asked. */
export interface OpenedCalendar {
  /** UUID. */
  id: string;
  name: string;
  version: number;
  calendar: Calendar;
}

/** Reads calendars by their UUIDs. @returns them by their ids as definitions have them; those that are gone are missing. */
export async function readCalendars(
  { sql }: Pick<Pipeline, 'sql'>,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OpenedCalendar>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: string; name: string; times: CalendarTimes; row_version: number }[]>`
    select id, name, times, row_version from calendars where org_id = ${orgId} and id = any(${[...ids]}::uuid[])`.execute();
  return new Map(
    rows.map(({ id, name, times, row_version: version }) => [
      toId('calendar', id),
      { id, name, version, calendar: compileCalendar(times) },
    ]),
  );
}
