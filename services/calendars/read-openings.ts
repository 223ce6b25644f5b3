import { toUuid } from '../../core/ids.ts';
import type { Pipeline } from '../../drizzle/client.ts';
import { compileCalendar } from '../../engine/calendar/calendar.ts';
import type { CalendarTimes } from '../../engine/calendar/calendar-schema.ts';

/** Tells of calendars, by names or ids, whether they contain this moment, by the clock of the database. */
export async function readOpenings(
  { sql }: Pick<Pipeline, 'sql'>,
  orgId: string,
  names: readonly string[],
): Promise<{ id: string; name: string; open: boolean }[]> {
  if (names.length === 0) return [];
  const ids = names.flatMap((name) => toUuid('calendar', name) ?? []);
  const rows = await sql<{ id: string; name: string; times: CalendarTimes; now_ms: number }[]>`
    select id, name, times, floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms from calendars
    where org_id = ${orgId} and (name = any(${[...names]}::text[]) or id = any(${ids}::uuid[]))`.execute();
  return rows.map(({ id, name, times, now_ms: now }) => ({ id, name, open: compileCalendar(times).isIn(now) }));
}
