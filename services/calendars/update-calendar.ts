import { toTimestamp } from '../../core/clock.ts';
import { canonicalJson } from '../../core/json.ts';
import { writeAudit } from '../audit-events/audit.ts';
import { type Change, listChanges, parseChange } from '../shared/change.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toJsonb } from '../shared/rows.ts';
import { readOnly } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion, type Versioned } from '../shared/versions.ts';
import {
  calendarInput,
  type CalendarRecord,
  type CalendarRow,
  toCalendarInput,
  toCalendarRecord,
  toVersionedCalendar,
} from './calendar.ts';
import { requireCalendar } from './create-calendar.ts';
import { selectCalendar } from './select-calendar.ts';
import { wakeGated } from './wake-gated.ts';

const members = Object.keys(calendarInput.shape);
const { weekly, dates, icalendar } = calendarInput.shape;

/** Members to put in place of the present ones, for documentation: what they make of it is checked as a whole. */
export const calendarChange = calendarInput
  .partial()
  .extend({
    weekly: weekly.nullable().meta({ ...weekly.meta() }),
    dates: dates.nullable().meta({ ...dates.meta() }),
    icalendar: icalendar.nullable().meta({ ...icalendar.meta() }),
    id: readOnly,
    created_at: readOnly,
    updated_at: readOnly,
  })
  .meta({ id: 'CalendarChange' });

/**
 * Changes a calendar. Runs that stand before a gate that it closes look at it again. A change that changes nothing leaves no
 * trace.
 *
 * @throws {HubError} `not_found`; `invalid_request` when the result is not valid; as `requireVersion`.
 */
export async function updateCalendar({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: Change;
}): Promise<Versioned<CalendarRecord>> {
  requireScope(ctx, 'integrations:write');
  const row = await inTenant(ctx, async (tx) => {
    const current = await selectCalendar(tx, ctx.orgId, input.id, 'change');
    const next = parseChange(calendarInput, toCalendarRecord(current), members, input, () =>
      requireVersion(ctx, current.row_version),
    );
    const before = toCalendarInput(current);
    if (canonicalJson(next) === canonicalJson(before)) return current;
    const { name, ...times } = next;
    requireCalendar(times);
    const changed: CalendarRow = {
      ...current,
      name,
      timezone: times.timezone,
      times,
      row_version: current.row_version + 1,
      updated_at: toTimestamp(ctx.clock.now()),
    };
    await Promise.all([
      tx.sql`
        update calendars set name = ${name}, timezone = ${times.timezone}, times = ${toJsonb(times)},
          row_version = ${changed.row_version}, updated_at = ${changed.updated_at}
        where org_id = ${ctx.orgId} and id = ${current.id}`,
      wakeGated(tx, ctx.orgId, current.id),
      writeAudit(tx, ctx, {
        action: 'calendar.updated',
        resourceId: input.id,
        before,
        after: next,
        changes: { changed: listChanges(before, next) },
      }),
    ]);
    return changed;
  });
  return toVersionedCalendar(row);
}
