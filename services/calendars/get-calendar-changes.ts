import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { compileCalendar } from '../../engine/calendar/calendar.ts';
import { showLocal } from '../../engine/schedule/show-local.ts';
import type { ServiceContext } from '../shared/context.ts';
import { instant, timestamp } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { selectCalendar } from './select-calendar.ts';

const changesShown = 10;

export const getCalendarChangesInput = z.strictObject({
  at: instant.optional().meta({ format: 'date-time', description: 'The instant to look at. Default: now.' }),
});

export const calendarChanges = z
  .object({
    at: timestamp.meta({ description: 'The instant that was looked at.' }),
    open: z
      .boolean()
      .meta({ description: 'Whether the calendar contains it: `window()` gives the same.', example: true }),
    changes: z
      .array(
        z.object({
          at: timestamp,
          local: z.string().meta({
            format: 'date-time',
            description: 'The same on the clock of the time zone, with its offset from UTC.',
            examples: ['2026-11-23T17:30:00+01:00'],
          }),
          open: z.boolean().meta({ description: 'What it is from then on.', example: false }),
        }),
      )
      .meta({ description: 'The next ten changes; fewer where it does not change for three years.' }),
  })
  .meta({ id: 'CalendarChanges' });

/** Tells whether a calendar contains an instant, and when that changes. @throws {HubError} `not_found` */
export async function getCalendarChanges({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof getCalendarChangesInput> & { id: string };
}): Promise<z.infer<typeof calendarChanges>> {
  requireScope(ctx, 'integrations:read');
  const { times, timezone } = await inTenant(ctx, (tx) => selectCalendar(tx, ctx.orgId, input.id));
  const calendar = compileCalendar(times);
  const from = input.at === undefined ? ctx.clock.now() : Date.parse(input.at);
  const changes: z.infer<typeof calendarChanges>['changes'] = [];
  for (let at = calendar.findChange(from); at !== undefined; at = calendar.findChange(at)) {
    changes.push({ at: toTimestamp(at), local: showLocal(timezone, at), open: calendar.isIn(at) });
    if (changes.length === changesShown) break;
  }
  return { at: toTimestamp(from), open: calendar.isIn(from), changes };
}
