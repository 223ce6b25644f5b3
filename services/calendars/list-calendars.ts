import { z } from 'zod';
import type { Page } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listPage } from '../shared/list-page.ts';
import { afterQuery, createdQuery, nameQuery, pageQuery, sortQuery, whereListed } from '../shared/pages.ts';
import { requireScope } from '../shared/scopes.ts';
import { readTenant } from '../shared/transaction.ts';
import { type CalendarRecord, type CalendarRow, toCalendarRecord } from './calendar.ts';

export const listCalendarsInput = z.strictObject({
  ...pageQuery(),
  ...createdQuery,
  ...nameQuery,
  ...sortQuery,
  ...afterQuery('calendar', 'a calendar'),
});

/** Lists the calendars of the organization. */
export function listCalendars({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listCalendarsInput>;
}): Promise<Page<CalendarRecord>> {
  requireScope(ctx, 'integrations:read');
  return readTenant(ctx, (tx) => {
    const { sql } = tx;
    const where = sql`where org_id = ${ctx.orgId} ${whereListed(tx, 'calendars', input)}`;
    return listPage<CalendarRow, CalendarRecord>(tx, input, {
      kind: 'calendar',
      orgId: ctx.orgId,
      table: 'calendars',
      where,
      order: input.sort,
      select: (page) =>
        sql`select id, name, timezone, times, row_version, created_at, updated_at from calendars ${page}`,
      toItem: toCalendarRecord,
    });
  });
}
