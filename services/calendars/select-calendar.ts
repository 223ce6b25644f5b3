import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { toLookup } from '../shared/schemas.ts';
import type { CalendarRow } from './calendar.ts';

/** Reads one calendar; with a lock, it cannot be changed (`change`) or referred to (`delete`) meanwhile. */
export async function selectCalendar(
  { sql }: Transaction,
  orgId: string,
  id: string,
  lock?: 'change' | 'delete',
): Promise<CalendarRow> {
  const locking = { change: sql`for no key update`, delete: sql`for update` };
  const [row] = await sql<CalendarRow[]>`
    select id, name, timezone, times, row_version, created_at, updated_at from calendars
    where org_id = ${orgId} and id = ${toLookup('calendar', id)} ${lock === undefined ? sql`` : locking[lock]}`;
  if (row === undefined) throw notFound();
  return row;
}
