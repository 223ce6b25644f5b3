import { toTimestamp } from '../../core/clock.ts';
import { invalidRequest } from '../../core/errors.ts';
import { newUuid, toId } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import type { CalendarTimes } from '../../engine/calendar/calendar-schema.ts';
import { checkCalendar } from '../../engine/calendar/check-calendar.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toJsonb } from '../shared/rows.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import type { Versioned } from '../shared/versions.ts';
import {
  type CalendarInput,
  type CalendarRecord,
  type CalendarRow,
  toCalendarInput,
  toVersionedCalendar,
} from './calendar.ts';

/** Adds a calendar. @throws {HubError} as `requireCalendar`. */
export async function createCalendar({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: CalendarInput;
}): Promise<Versioned<CalendarRecord>> {
  requireScope(ctx, 'integrations:write');
  const { name, ...times } = input;
  requireCalendar(times);
  const now = toTimestamp(ctx.clock.now());
  const row: CalendarRow = {
    id: newUuid(),
    name,
    timezone: times.timezone,
    times,
    row_version: 1,
    created_at: now,
    updated_at: now,
  };
  await inTenant(ctx, (tx) =>
    Promise.all([
      tx.sql`
        insert into calendars (org_id, id, name, timezone, times, created_at, updated_at)
        values (${ctx.orgId}, ${row.id}, ${name}, ${row.timezone}, ${toJsonb(times)}, ${now}, ${now})`,
      writeAudit(tx, ctx, {
        action: 'calendar.created',
        resourceId: toId('calendar', row.id),
        after: toCalendarInput(row),
        changes: { name },
      }),
    ]),
  );
  return toVersionedCalendar(row);
}

/** @throws {HubError} `invalid_request` where shapes alone do not tell that something is wrong. */
export function requireCalendar(times: CalendarTimes): void {
  const problems = checkCalendar(times);
  if (problems.length > 0) throw invalidRequest(messages.calendarInvalid, problems);
}
