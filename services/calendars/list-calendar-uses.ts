import type { z } from 'zod';
import type { Page } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listUses, listUsesInput, useRecord } from '../shared/list-uses.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { selectCalendar } from './select-calendar.ts';

export const listCalendarUsesInput = listUsesInput;

/** An integration that names a calendar as a window. */
export const calendarUseRecord = useRecord('The active revision names it, and not only the newest one.').meta({
  id: 'CalendarUse',
});

/** Lists the integrations whose newest or active revision names a calendar. @throws {HubError} `not_found` */
export async function listCalendarUses({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listCalendarUsesInput> & { id: string };
}): Promise<Page<z.infer<typeof calendarUseRecord>>> {
  requireScope(ctx, 'integrations:read');
  return inTenant(ctx, async (tx) => {
    const calendar = await selectCalendar(tx, ctx.orgId, input.id);
    return listUses(tx, ctx, input, calendar.id);
  });
}
