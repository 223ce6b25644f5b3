import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import type { Versioned } from '../shared/versions.ts';
import { type CalendarRecord, toVersionedCalendar } from './calendar.ts';
import { selectCalendar } from './select-calendar.ts';

/** Reads one calendar. @throws {HubError} `not_found` */
export async function getCalendar({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Versioned<CalendarRecord>> {
  requireScope(ctx, 'integrations:read');
  return toVersionedCalendar(await inTenant(ctx, (tx) => selectCalendar(tx, ctx.orgId, input.id)));
}
